import 'vitest';

/** What setup.mjs gives to the browser tests: where Chromium listens, the repository's files, and the built documentation. */
export interface BrowserTests {
  endpoint: string;
  /** Addresses end with a slash. */
  files: string;
  site: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    browserTests: BrowserTests;
  }
}
