export type { AnswerBase, SolveOptions, Status } from './answer.js';
export {
  type BristleOptions,
  type BuiltMlcp,
  boxMlcp,
  bristleMlcp,
  type FrictionStep,
  type FrictionSystem,
  pyramidMlcp,
} from './builders/index.js';
export { factorCholesky, padded, solveCholesky } from './cholesky.js';
export {
  type ContactAnswer,
  type ContactOptions,
  type ContactProblem,
  type ContactWorkspace,
  createContactWorkspace,
  solveContact,
} from './contact/index.js';
export type { CsrMatrix, Matrix } from './matrix.js';
export type { MlcpAnswer, MlcpCertificate, MlcpProblem } from './problem.js';
export { blockResidual } from './residual.js';
export type { ConvexSet } from './sets/convex-set.js';
export { distanceToSet } from './sets/distance.js';
export { ellipsoidSet } from './sets/ellipsoid.js';
export { polygonSet } from './sets/polygon.js';
export { quarterEllipseSet } from './sets/quarter-ellipse.js';
export { type MlcpMethod, type MlcpOptions, solveMlcp } from './solve.js';
export { createMlcpWorkspace, type MlcpWorkspace } from './workspace.js';
