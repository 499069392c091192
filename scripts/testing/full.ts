/** `npm run test:full` runs every test; `npm test` runs a short version of each. */
export const full = process.env.STICTION_FULL === '1';
