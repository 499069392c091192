import type { PeerFriction, PlainWorld, Scene } from '@stiction/scenes';

/**
 * An engine of the league other than cannon-es and Rapier. Each has one file here, `<engine>-world.ts`, which exports
 * `load<Engine>(): Promise<Peer>`: loadJolt, loadPhysx, loadAmmo, loadHavok, loadMujoco.
 *
 * Every engine runs with its best settings that do not depend on the case: its most accurate friction model and solver, double
 * precision if available, restitution and damping 0, no sleeping unless the scene allows it, the smallest collision margin that works.
 * `settings` lists them. They are the same for all cases and steps.
 */
export interface Peer {
  /** Name on the command line: 'jolt', 'physx', 'ammo', 'havok', 'mujoco'. */
  name: string;
  /** Name in tables: 'Jolt'. */
  label: string;
  /** npm package and version: 'jolt-physics 1.1.0'. */
  version: string;
  /** Settings that differ from the engine's defaults, as text for the docs. */
  settings: readonly string[];
  features: PeerFeatures;
  /** Throws an Error that names the missing feature if the engine lacks a body, shape or joint; the table shows the message. */
  build(scene: Scene): PeerWorld;
  /** Engine memory in use [bytes], for the test that disposed worlds free theirs. */
  memoryUsed?(): number;
}

export interface PeerWorld extends PlainWorld {
  /** Contact points of the last step, if the engine reports them. */
  contactCount?(): number;
}

/** The fields of a scene's `peerFriction` that the engine supports; `build` must honour those that are true. */
export type PeerMaterials = { readonly [K in keyof Required<PeerFriction>]: boolean };

/**
 * The friction features of the engine, each with its documentation: a name in the API or a page; absent if unsupported. `materials`
 * selects the cases. The league measures every feature that a scene can probe, regardless of this list.
 */
export interface PeerFeatures {
  materials: PeerMaterials;
  /** Feature (see FEATURES) → the API that offers it, e.g. { anisotropic: 'btCollisionObject.setAnisotropicFriction' }. */
  documented: { readonly [K in Feature]?: string };
}

/** Lines of the feature matrix. */
export const FEATURES = {
  isotropic: 'the same friction in all directions',
  trueNormal: 'bounded by μ times the actual normal force',
  patchCoupling: 'sliding and spinning coupled over a flat contact',
  spinning: 'torsional resistance',
  rolling: 'rolling resistance',
  anisotropic: 'anisotropic',
  asymmetric: 'asymmetric (different μ forward and backward)',
  staticKinetic: 'static and kinetic μ',
  stribeck: 'Stribeck curve μ(v)',
  bristle: 'bristles (presliding, LuGre)',
  texture: 'from textures',
  perPair: 'μ per pair of materials',
  swap: 'law changeable at run time',
  surfaceVelocity: 'surface velocity (conveyors)',
} as const;
export type Feature = keyof typeof FEATURES;
