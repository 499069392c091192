/** `npm run test:full` runs every case; `npm test` runs the short sibling of each. */
export const full = process.env.STICTION_FULL === '1';
