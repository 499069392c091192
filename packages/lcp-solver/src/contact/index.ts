export type { ContactProblem } from './problem.js';
export { type ContactOptions, solveContact } from './solve.js';
export { type ContactAnswer, type ContactWorkspace, createContactWorkspace } from './system.js';
