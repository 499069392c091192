export type { JointFrictionOptions, SavedState } from '@stiction/friction-core';
export { type FixInertiaOptions, fixInertia, type InertiaReport } from './inertia/fix-inertia.js';
export type { CannonContact, CannonImpact } from './install/describe.js';
export { type CannonFriction, installFriction } from './install/install.js';
export type { CannonFrictionOptions, JointSolver } from './install/options.js';
