export type { ContactProblem } from './problem.js';
export { type ContactOptions, solveContact } from './solve.js';
export { type ContactResult, type ContactWorkspace, createContactWorkspace } from './workspace.js';
