import 'vitest';

/** Provided by setup.mjs to the browser tests: addresses of Chromium, of the repository's files and of the built documentation. */
export interface BrowserTests {
  endpoint: string;
  /** Chromium's process. */
  pid: number;
  /** Addresses end with a slash. */
  files: string;
  site: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    browserTests: BrowserTests;
  }
}
