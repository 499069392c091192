export type { CrashcatContact, CrashcatImpact } from './install/describe.js';
export { type CrashcatFriction, installFriction } from './install/install.js';
export type { CrashcatFrictionOptions } from './install/options.js';
