import type { Bodies } from './bodies.js';
import type { PatchStore } from './patches.js';

/**
 * One contact patch as users see it. The object and its vectors are reused from patch to patch: copy what you keep.
 * Forces are averages over the last step, in N; torsion in N m.
 */
export interface ContactView<Body> {
  bodyA: Body;
  bodyB: Body;
  /** Name of the friction law. */
  law: string;
  /** Unit normal from A to B. */
  normal: Float64Array;
  /** Pressure centre: the equivalent contact point, world. */
  centre: Float64Array;
  normalForce: number;
  /** Friction force on B, world vector; its opposite acts on A. */
  frictionForce: Float64Array;
  /** Friction moment on B about the normal. */
  torsion: number;
  /** Velocity of B against A at the centre, world vector, in the contact plane [m/s]. */
  slip: Float64Array;
  /** Angular velocity of B against A about the normal [rad/s]. */
  spin: number;
  /** True while the patch slides, false while it sticks. */
  sliding: boolean;
  /** Contact points of the patch. */
  points: number;
}

/** All patches of the last step, without allocating per patch. */
export function iterateContacts<Body>(
  store: PatchStore,
  bodies: Bodies,
  dt: number,
  bodyOf: (slot: number) => Body,
): IterableIterator<ContactView<Body>> {
  const view = {
    law: '',
    normal: new Float64Array(3),
    centre: new Float64Array(3),
    normalForce: 0,
    frictionForce: new Float64Array(3),
    torsion: 0,
    slip: new Float64Array(3),
    spin: 0,
    sliding: false,
    points: 0,
  } as ContactView<Body>;
  const result = { done: false, value: view } as IteratorYieldResult<ContactView<Body>>;
  const end: IteratorReturnResult<undefined> = { done: true, value: undefined };
  const perSecond = dt > 0 ? 1 / dt : 0;
  const patches = store.current;
  let i = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      // A step taken inside the loop would have refilled the buffers under it.
      if (store.current !== patches || i >= patches.count || patches.bodyB[i] >= bodies.count) return end;
      const { normal, tangent1, tangent2, centre, stepImpulse, slip } = patches;
      const at = 3 * i;
      view.bodyA = bodyOf(patches.bodyA[i]);
      view.bodyB = bodyOf(patches.bodyB[i]);
      view.law = patches.law[i].name;
      for (let e = 0; e < 3; e++) {
        view.normal[e] = normal[at + e];
        view.centre[e] = centre[at + e];
        view.frictionForce[e] =
          perSecond * (stepImpulse[at] * tangent1[at + e] + stepImpulse[at + 1] * tangent2[at + e]);
        view.slip[e] = slip[at] * tangent1[at + e] + slip[at + 1] * tangent2[at + e];
      }
      view.normalForce = perSecond * patches.stepNormalImpulse[i];
      view.torsion = perSecond * stepImpulse[at + 2];
      view.spin = slip[at + 2];
      view.sliding = patches.sliding[i] === 1;
      view.points = patches.points[i];
      i++;
      return result;
    },
  };
}
