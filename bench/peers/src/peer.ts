import type { PeerFriction, PlainWorld, Scene } from '@stiction/scenes';

/**
 * An engine of the league that is neither cannon-es nor Rapier. Each has one file here, `<engine>-world.ts`, that exports
 * `load<Engine>(): Promise<Peer>`: loadJolt, loadPhysx, loadAmmo, loadHavok, loadMujoco.
 *
 * Every engine is given what makes it best without knowing the row: its most accurate friction model and solver, double precision
 * where it has that, restitution and damping 0, no sleeping unless the scene allows it, a collision margin as small as it bears.
 * What was chosen stands in `settings`. A setting is the same for all rows and steps.
 */
export interface Peer {
  /** As on the command line: 'jolt', 'physx', 'ammo', 'havok', 'mujoco'. */
  name: string;
  /** As in tables: 'Jolt'. */
  label: string;
  /** The npm package and its version: 'jolt-physics 1.1.0'. */
  version: string;
  /** Settings that differ from the engine's defaults, in words, for the docs. */
  settings: readonly string[];
  features: PeerFeatures;
  /** Bodies, shapes and joints that the engine lacks throw an Error that says which: the row then shows those words. */
  build(scene: Scene): PeerWorld;
  /** What worlds have taken of the engine's memory, or how far it is used [bytes]: for a test that disposed worlds give it back. */
  memoryUsed?(): number;
}

export interface PeerWorld extends PlainWorld {
  /** Contact points of the last step, where the engine tells. */
  contactCount?(): number;
}

/** Which field of a scene's `peerFriction` the engine's own materials can express; `build` has to honour those that are true. */
export type PeerMaterials = { readonly [K in keyof Required<PeerFriction>]: boolean };

/**
 * What the engine's own friction can do, each with where that is documented: a name in its API or a page. Absent: no. Rows are
 * chosen by `materials`; what a scene can probe is probed by the league whatever stands here.
 */
export interface PeerFeatures {
  materials: PeerMaterials;
  /** Feature (see FEATURES) → the API that offers it, e.g. { anisotropic: 'btCollisionObject.setAnisotropicFriction' }. */
  documented: { readonly [K in Feature]?: string };
}

/** Columns of the feature matrix. */
export const FEATURES = {
  isotropic: 'the same friction in all directions',
  trueNormal: 'bounded by μ times the normal force that is there',
  patchCoupling: 'sliding and spinning of a flat contact share one bound',
  spinning: 'torsional resistance',
  rolling: 'rolling resistance',
  anisotropic: 'anisotropic',
  asymmetric: 'asymmetric (another μ there than back)',
  staticKinetic: 'static and kinetic μ',
  stribeck: 'Stribeck curve μ(v)',
  bristle: 'bristles (presliding, LuGre)',
  texture: 'from textures',
  perPair: 'μ per pair of materials',
  swap: 'swapped at run time',
  surfaceVelocity: 'surface velocity (conveyors)',
} as const;
export type Feature = keyof typeof FEATURES;
