export type { FrictionProps } from './friction.js';
export { Friction } from './friction.js';
export { useContacts, useFriction, useImpact, useStickSlip } from './hooks.js';
export type { FrictionMaterialProps, FrictionPairProps } from './materials.js';
export { FrictionMaterial, FrictionPair } from './materials.js';
