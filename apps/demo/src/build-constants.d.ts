/** From the repository's package.json, by vite.config.ts; '' if it names none. */
declare const __REPOSITORY__: string;
declare const __SITE__: string;
