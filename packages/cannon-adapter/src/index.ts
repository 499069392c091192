export { type FixInertiaOptions, fixInertia, type InertiaReport } from './inertia.js';
export { type CannonFriction, type CannonFrictionOptions, installFriction, type JointSolver } from './install.js';
