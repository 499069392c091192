import type { Bodies } from '../bodies/bodies.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { PatchStore } from '../patches/patch-store.js';

/**
 * One contact patch as users see it. The object and its vectors are reused for the next patch: copy what you keep.
 * Forces are averages over the last step, in N; torsion in N m.
 */
export interface ContactView<Body> {
  bodyA: Body;
  bodyB: Body;
  /** Name of the friction law. */
  law: string;
  /** Unit normal from A to B. */
  normal: Float64Array;
  /** Pressure centre: the equivalent contact point, in the world. */
  centre: Float64Array;
  normalForce: number;
  /** Friction force on B, world vector; its opposite acts on A. */
  frictionForce: Float64Array;
  /** Friction moment on B about the normal. */
  torsion: number;
  /** Velocity of B relative to A at the centre, world vector in the contact plane [m/s]. */
  slip: Float64Array;
  /** Angular velocity of B relative to A about the normal [rad/s]. */
  spin: number;
  /** True while the patch slides, false while it sticks. */
  sliding: boolean;
  /** Number of contact points. */
  points: number;
}

/** Returns the engine's body in a slot, or undefined if it was removed. */
export type BodyLookup<Body> = (slot: number) => Body | undefined;

export function createContactView<Body>(): ContactView<Body> {
  // Fractions, so that V8 makes the fields doubles from the start.
  return {
    law: '',
    normal: new Float64Array(3),
    centre: new Float64Array(3),
    normalForce: 0.5,
    frictionForce: new Float64Array(3),
    torsion: 0.5,
    slip: new Float64Array(3),
    spin: 0.5,
    sliding: false,
    points: 0,
  } as ContactView<Body>;
}

/** Fills the view with patch i; `perSecond[0]` is 1/dt of the step. Returns false if one of its bodies was removed. */
export function fillContactView<Body>(
  view: ContactView<Body>,
  patches: PatchBuffers,
  i: number,
  perSecond: Float64Array,
  bodyAt: BodyLookup<Body>,
): boolean {
  const a = bodyAt(patches.bodyA[i]);
  const b = bodyAt(patches.bodyB[i]);
  if (a === undefined || b === undefined) return false;
  const { normal, tangent1, tangent2, centre, stepImpulse, slip } = patches;
  const at = 3 * i;
  const rate = perSecond[0];
  view.bodyA = a;
  view.bodyB = b;
  view.law = patches.law[i].name;
  for (let e = 0; e < 3; e++) {
    view.normal[e] = normal[at + e];
    view.centre[e] = centre[at + e];
    view.frictionForce[e] = rate * (stepImpulse[at] * tangent1[at + e] + stepImpulse[at + 1] * tangent2[at + e]);
    view.slip[e] = slip[at] * tangent1[at + e] + slip[at + 1] * tangent2[at + e];
  }
  view.normalForce = rate * patches.stepNormalImpulse[i];
  view.torsion = rate * stepImpulse[at + 2];
  view.spin = slip[at + 2];
  view.sliding = patches.sliding[i] === 1;
  view.points = patches.points[i];
  return true;
}

/** Iterates over the patches of the last step whose bodies still exist, without allocating per patch. */
export function iterateContacts<Body>(
  store: PatchStore,
  bodies: Bodies,
  dt: number,
  bodyAt: BodyLookup<Body>,
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
      while (store.current === patches && i < patches.count && patches.bodyB[i] < bodies.count) {
        if (fillContactView(view, patches, i++, perSecond, bodyAt)) return result;
      }
      return end;
    },
  };
}
