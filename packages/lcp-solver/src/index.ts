export { blockResidual } from './residual.js';
export type { ConvexSet } from './sets/convex-set.js';
export { ellipsoidSet } from './sets/ellipsoid.js';
