import {
  createSolverState,
  type KinematicTarget,
  reportSurfaceProblem,
  type SolverState,
  type SolverStateOptions,
  type Warnings,
} from '@stiction/friction-core/adapter';
import type { Body, ContactEquation, Equation, Shape, World } from 'cannon-es';
import { type ContactGeometry, createContactGeometry } from '../extract/contact-geometry.js';
import type { ContactCoefficients } from '../extract/contact-materials.js';
import { createHeightfieldContact, type HeightfieldContact } from '../extract/heightfield-contacts.js';
import type { JointAnchor } from '../extract/joint-anchors.js';
import { createManifoldReduction, type ManifoldReduction } from '../extract/reduce-manifolds.js';
import { createSpeculativePairs, type SpeculativePairs } from '../extract/speculative-pairs.js';
import { findTriangle } from '../extract/surfaces.js';
import { addMaterialNames } from '../install/wrap-step.js';
import type { FrictionConstraint } from '../joint-friction/set-joint-friction.js';

/** State of one installed world. Nothing is stored on the engine's objects. */
export interface AdapterState extends SolverState<Body> {
  world: World;
  /** True from the start of `world.step` to its end. */
  isStepping: boolean;
  warnings: Warnings;
  /** Coefficients read from the materials of the world; null without `fromContactMaterials`. */
  contactCoefficients: ContactCoefficients | null;
  /** Material ids of cannon materials without a name, by `Material.id`. */
  unnamedMaterials: Map<number, number>;
  /** Slot of each body in this step, by `body.index`; UNREAD or NON_FINITE if it has none. */
  slotByIndex: Int32Array;
  /** Slots of external bodies: in a constraint, but not in the world. */
  externalSlots: Map<Body, number>;
  /** The equation of each contact in the buffer. */
  contactEquations: ContactEquation[];
  /** The equation of each joint row. */
  jointEquations: Equation[];
  /** Constraints with joint friction, in the order in which they were set. */
  frictionConstraints: FrictionConstraint[];
  /** Culled contacts: not solved, their multiplier is 0. */
  culledEquations: ContactEquation[];
  /** Contacts of this step in which a body is deep inside an immovable one. */
  deepContacts: ContactEquation[];
  reduction: ManifoldReduction;
  speculativePairs: SpeculativePairs;
  kinematicTargets: WeakMap<Body, KinematicTarget>;
  /** Static and kinematic bodies in joints. */
  jointAnchors: WeakMap<Body, JointAnchor>;
  /** Anchors of this step that lag behind their bodies. Joints see them in slots of their own, from `firstAnchorSlot` on. */
  laggingAnchors: Body[];
  firstAnchorSlot: number;
  /** The contact being read. */
  contactGeometry: ContactGeometry;
  heightfieldContact: HeightfieldContact;
  /** Pose of the polyhedron whose vertices are being read, [x, y, z, qx, qy, qz, qw]. */
  polyhedronPose: Float64Array;
  /** The vertex being read, in the world. */
  vertex: Float64Array;
  /** Velocity of the kinematic body being read, [linear, angular]. */
  kinematicVelocity: Float64Array;
  /** The shape whose surface function is called, and a triangle of it relative to the contact point. */
  surfaceShape: Shape | null;
  corners: Float64Array;
  /** The point whose material is asked for. */
  place: Float64Array;
  /** Created once, so that a step creates no closure. */
  reportSurface: (problem: string) => void;
  addMaterialNames: (names: Set<string>) => void;
}

export interface StateOptions extends SolverStateOptions {
  warnings: Warnings;
  contactCoefficients: ContactCoefficients | null;
}

export function createState(world: World, options: StateOptions): AdapterState {
  const { warnings, contactCoefficients } = options;
  const state: AdapterState = Object.assign(createSolverState<Body>(options), {
    world,
    isStepping: false,
    warnings,
    contactCoefficients,
    unnamedMaterials: new Map(),
    slotByIndex: new Int32Array(0),
    externalSlots: new Map(),
    contactEquations: [],
    jointEquations: [],
    frictionConstraints: [],
    culledEquations: [],
    deepContacts: [],
    reduction: createManifoldReduction(),
    speculativePairs: createSpeculativePairs(),
    kinematicTargets: new WeakMap(),
    jointAnchors: new WeakMap(),
    laggingAnchors: [],
    firstAnchorSlot: 0,
    contactGeometry: createContactGeometry(),
    heightfieldContact: createHeightfieldContact(),
    polyhedronPose: new Float64Array(7),
    vertex: new Float64Array(3),
    kinematicVelocity: new Float64Array(6),
    surfaceShape: null,
    corners: new Float64Array(9),
    place: new Float64Array(3),
    reportSurface: (problem: string) => reportSurfaceProblem(state.report, warnings, problem),
    addMaterialNames: (names: Set<string>) => addMaterialNames(state, names),
  });
  Object.defineProperty(state.surfaces.where, 'triangle', { enumerable: true, get: () => findTriangle(state) });
  return state;
}
