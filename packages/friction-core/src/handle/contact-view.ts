import type { Bodies } from '../bodies/bodies.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { PatchStore } from '../patches/patch-store.js';
import { measureApproach, measureCoefficient, measureDissipation } from './patch-motion.js';

/** Who touches whom. */
export interface ContactPair<Body> {
  bodyA: Body;
  bodyB: Body;
  /** Names of the materials; '' if there is none. */
  materialA: string;
  materialB: string;
}

/**
 * One contact patch as users see it. The object and its vectors are reused for the next patch: copy what you keep.
 * Forces are averages over the last step, in N; torsion in N m.
 */
export interface ContactView<Body> extends ContactPair<Body> {
  /** Name of the friction law. */
  law: string;
  /** Unit normal from A to B. */
  normal: Float64Array;
  /** Pressure centre: the equivalent contact point, in the world. */
  centre: Float64Array;
  /** Force that presses the surfaces together, including `adhesion`. */
  normalForce: number;
  /** Attraction of an `adhesive` law, 0 without one. `normalForce - adhesion` acts on the bodies; it is negative while the contact pulls. */
  adhesion: number;
  /** Friction force on B, world vector; its opposite acts on A. */
  frictionForce: Float64Array;
  /** Friction moment on B about the normal. */
  torsion: number;
  /**
   * The coefficient in effect: the law's friction force per normal force at the current slip. While the patch sticks, the largest one
   * along the friction force.
   */
  coefficient: number;
  /** Velocity of B relative to A at the centre, world vector in the contact plane [m/s]. */
  slip: Float64Array;
  /** Length of `slip` [m/s]. */
  slipSpeed: number;
  /** Angular velocity of B relative to A about the normal [rad/s]. */
  spin: number;
  /** Closing speed along the normal at the start of the step [m/s]: > 0 while the bodies approach, of the fastest point. */
  approachSpeed: number;
  /** Power that friction dissipates, sliding and spinning [W]; with bristles, including what they store. Without rolling resistance. */
  power: number;
  /** True while the patch slides, false while it sticks. */
  sliding: boolean;
  /** True if both bodies sleep or cannot move: forces are those of the last step before. */
  sleeping: boolean;
  /** Number of contact points. */
  points: number;
}

/** Options of `contacts`. */
export interface ContactsOptions {
  /** Also lists the contacts of sleeping bodies. @default false */
  sleeping?: boolean;
}

/** Returns the engine's body in a slot, or undefined if it was removed. */
export type BodyLookup<Body> = (slot: number) => Body | undefined;

/**
 * Sets bodies and materials of patch i, and what else the engine has, such as shapes. Patches of sleeping pairs have keys but no slots.
 * Returns false if a body was removed.
 */
export type DescribePatch<Body> = (pair: ContactPair<Body>, patches: PatchBuffers, i: number) => boolean;

/** Fills a view with patch i; `perSecond[0]` is 1/dt of the step. Returns false if a body was removed. */
export type FillView<Body> = (
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
) => boolean;

const ZERO = new Float64Array(3);
const measured = new Float64Array(2);

export function createContactView<Body>(): ContactView<Body> {
  // Fractions, so that V8 makes the fields doubles from the start.
  return {
    materialA: '',
    materialB: '',
    law: '',
    normal: new Float64Array(3),
    centre: new Float64Array(3),
    normalForce: 0.5,
    adhesion: 0.5,
    frictionForce: new Float64Array(3),
    torsion: 0.5,
    coefficient: 0.5,
    slip: new Float64Array(3),
    slipSpeed: 0.5,
    spin: 0.5,
    approachSpeed: 0.5,
    power: 0.5,
    sliding: false,
    sleeping: false,
    points: 0,
  } as ContactView<Body>;
}

/** Fills everything but the pair, `approachSpeed` and `power`, which need the velocities at the start of the step. */
export function fillContactView<Body>(
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
): void {
  view.sliding = patches.sliding[i] === 1;
  view.sleeping = false;
  fillGeometry(view, patches, i);
  fillForces(view, patches, i, patches.stepImpulse, perSecond);
  fillSlip(view, patches, i, patches.slip, 3 * i);
  view.normalForce = perSecond[0] * patches.stepNormalImpulse[i];
  view.approachSpeed = 0;
  view.power = 0;
}

/** Fills what needs the velocities at the start of the step, six per body. `pointLoad`: the impulse of each point in the step. */
export function fillMotion<Body>(
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
  bodies: Bodies,
  startVelocity: Float64Array,
  pointLoad: Float64Array,
): void {
  measureApproach(patches, i, bodies, startVelocity, pointLoad, measured);
  view.approachSpeed = measured[0];
  measureDissipation(patches, i, startVelocity, measured);
  view.power = perSecond[0] * measured[0];
}

/** Fills a patch that `keepSleepingPatches` keeps: its impulses are those of a substep. `perSecond[0]` is 1/h. */
export function fillSleepingView<Body>(
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
): void {
  view.sliding = false;
  view.sleeping = true;
  fillGeometry(view, patches, i);
  fillForces(view, patches, i, patches.impulse, perSecond);
  fillSlip(view, patches, i, ZERO, 0);
  let load = 0;
  const first = patches.firstPoint[i];
  for (let q = first; q < first + patches.points[i]; q++) load += patches.pointImpulse[q];
  view.normalForce = perSecond[0] * load;
  view.approachSpeed = 0;
  view.power = 0;
}

function fillGeometry<Body>(view: ContactView<Body>, patches: PatchBuffers, i: number): void {
  const { normal, centre } = patches;
  view.law = patches.law[i].name;
  view.adhesion = patches.adhesion[i];
  for (let e = 0; e < 3; e++) {
    view.normal[e] = normal[3 * i + e];
    view.centre[e] = centre[3 * i + e];
  }
  view.points = patches.points[i];
}

/** Fills friction force, torsion and the coefficient, from the impulse of a step or substep. */
function fillForces<Body>(
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  impulse: Float64Array,
  perSecond: Float64Array,
): void {
  const { tangent1, tangent2 } = patches;
  const at = 3 * i;
  const rate = perSecond[0];
  for (let e = 0; e < 3; e++) {
    view.frictionForce[e] = rate * (impulse[at] * tangent1[at + e] + impulse[at + 1] * tangent2[at + e]);
  }
  view.torsion = rate * impulse[at + 2];
  measureCoefficient(patches, i, view.sliding, impulse, measured);
  view.coefficient = measured[0];
}

function fillSlip<Body>(
  view: ContactView<Body>,
  { tangent1, tangent2 }: PatchBuffers,
  i: number,
  slip: Float64Array,
  slipAt: number,
): void {
  const x = slip[slipAt];
  const y = slip[slipAt + 1];
  for (let e = 0; e < 3; e++) view.slip[e] = x * tangent1[3 * i + e] + y * tangent2[3 * i + e];
  view.slipSpeed = Math.sqrt(x * x + y * y);
  view.spin = slip[slipAt + 2];
}

/** Iterates over the patches of the last step whose bodies still exist, without allocating per patch. `total`: with sleeping ones. */
export function iterateContacts<Body>(
  store: PatchStore,
  bodies: Bodies,
  dt: number,
  fill: FillView<Body>,
  total = store.current.count,
): IterableIterator<ContactView<Body>> {
  const view = createContactView<Body>();
  const result: IteratorYieldResult<ContactView<Body>> = { done: false, value: view };
  const end: IteratorReturnResult<undefined> = { done: true, value: undefined };
  const perSecond = Float64Array.of(dt > 0 ? 1 / dt : 0);
  const patches = store.current;
  let i = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      // A step within the loop refills the buffers, so the loop ends there.
      while (store.current === patches && i < total && (i >= patches.count || patches.bodyB[i] < bodies.count)) {
        if (fill(view, patches, i++, perSecond)) return result;
      }
      return end;
    },
  };
}
