export { factorCholesky, paddedSize, solveCholesky } from './algebra/cholesky.js';
export type { CsrMatrix, Matrix } from './algebra/matrix.js';
export {
  type BristleOptions,
  boxMlcp,
  bristleMlcp,
  type FrictionMlcp,
  type FrictionStep,
  type FrictionSystem,
  pyramidMlcp,
} from './builders/index.js';
export {
  type ContactOptions,
  type ContactProblem,
  type ContactResult,
  type ContactWorkspace,
  createContactWorkspace,
  solveContact,
} from './contact/index.js';
export type { MlcpCertificate, MlcpProblem, MlcpResult } from './mlcp/problem.js';
export { type MlcpMethod, type MlcpOptions, solveMlcp } from './mlcp/solve.js';
export { createMlcpWorkspace, type MlcpWorkspace } from './mlcp/workspace.js';
export type { ResultBase, SolveOptions, SolveStatus } from './result.js';
export { blockResidual } from './sets/block-residual.js';
export type { ConvexSet } from './sets/convex-set.js';
export { distanceToSet } from './sets/distance.js';
export { ellipsoidSet } from './sets/ellipsoid.js';
export { polygonSet } from './sets/polygon.js';
export { quarterEllipseSet } from './sets/quarter-ellipse.js';
