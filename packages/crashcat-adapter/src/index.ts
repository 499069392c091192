export { type CrashcatFriction, type CrashcatFrictionOptions, installFriction } from './install.js';
