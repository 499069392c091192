export type { AnswerBase, SolveOptions, Status } from './answer.js';
export { factorCholesky, padded, solveCholesky } from './cholesky.js';
export type { CsrMatrix, Matrix } from './matrix.js';
export type { MlcpAnswer, MlcpCertificate, MlcpProblem } from './problem.js';
export { blockResidual } from './residual.js';
export type { ConvexSet } from './sets/convex-set.js';
export { ellipsoidSet } from './sets/ellipsoid.js';
export { type MlcpMethod, type MlcpOptions, solveMlcp } from './solve.js';
export { createMlcpWorkspace, type MlcpWorkspace } from './workspace.js';
