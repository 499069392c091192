import {
  createSolverState,
  type KinematicTarget,
  type SolverState,
  type SolverStateOptions,
  type Warnings,
} from '@stiction/friction-core';
import type { Body, ContactEquation, Equation, World } from 'cannon-es';
import type { Anchor } from './anchors.js';
import type { ContactMus } from './contact-materials.js';
import { createReduction, type Reduction } from './reduce-manifolds.js';
import { createSpeculativePairs, type SpeculativePairs } from './speculative-pairs.js';

/** Everything that one installed world has beside what every adapter with our solver has; the engine's own objects keep no trace of us. */
export interface AdapterState extends SolverState<Body> {
  world: World;
  warnings: Warnings;
  /** Where μ comes from the engine's own materials; else null. */
  contactMus: ContactMus | null;
  /** Material ids of cannon materials without a name, by their `id`. */
  unnamedMaterials: Map<number, number>;
  /** Body -> slot by `body.index` (UNSEEN, BAD or the slot) for this step. */
  slotOf: Int32Array;
  /** The same for bodies that constraints hold although they are not in the world. */
  outsiders: Map<Body, number>;
  /** The equations of this step, apart: contact c of the buffer, row r of the joints. */
  contactEquations: ContactEquation[];
  jointEquations: Equation[];
  /** Contacts that others stand for: they carry nothing. */
  idleEquations: ContactEquation[];
  /** Contacts of this step in which a body lies deep in an immovable one. */
  deepContacts: ContactEquation[];
  reduction: Reduction;
  /** Where kinematic bodies come from, see `followCourses`. */
  kinematicTargets: WeakMap<Body, KinematicTarget>;
  /** Where bodies that joints hold on to come from, see `followAnchors`. */
  anchors: WeakMap<Body, Anchor>;
  /** Those of this step that trail behind their bodies: joints know them by slots of their own, from `ownSlots` on. */
  trailing: Body[];
  ownSlots: number;
  /** Contacts that the engine has missed by a rounding. */
  near: SpeculativePairs;
}

export interface StateOptions extends SolverStateOptions {
  warnings: Warnings;
  contactMus: ContactMus | null;
}

export function createState(world: World, options: StateOptions): AdapterState {
  const { warnings, contactMus } = options;
  return Object.assign(createSolverState<Body>(options), {
    world,
    warnings,
    contactMus,
    unnamedMaterials: new Map(),
    slotOf: new Int32Array(0),
    outsiders: new Map(),
    contactEquations: [],
    jointEquations: [],
    idleEquations: [],
    deepContacts: [],
    reduction: createReduction(),
    kinematicTargets: new WeakMap(),
    anchors: new WeakMap(),
    trailing: [],
    ownSlots: 0,
    near: createSpeculativePairs(),
  });
}
