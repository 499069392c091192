import { contactSlop, ensureCapacity } from '@stiction/friction-core/adapter';
import type { Body, ContactEquation, ConvexPolyhedron, Narrowphase, Quaternion, Shape, Vec3 } from 'cannon-es';
import { SPECULATIVE_SHIFT, USER_MOVE } from '../constants.js';
import type { AdapterState } from '../state/state.js';

/**
 * Boxes that a user places exactly on each other are separated by a rounding error, and cannon-es reports no contact. A tower would
 * fall for a step or more, floor by floor, and collide with itself. So polyhedra that were just added or moved by the user, and do not
 * touch, are tested again with the second shape shifted towards the first. Points closer than the slop, by which all contacts may
 * overlap, become contacts of our solver. The engine's contact list and its events do not include them.
 *
 * Solved contacts keep an overlap and need no help. Pairs without a new body cost nothing.
 */
export interface SpeculativePairs {
  /** Contacts of this step that the engine has not found. */
  equations: ContactEquation[];
  pool: ContactEquation[];
  /** Ids of the bodies that were in the world in the last step, by `body.index`. */
  knownIds: Int32Array;
  /** True in the step after a restore: bodies that the restore moved are not new. */
  isRestored: boolean;
}

export function createSpeculativePairs(): SpeculativePairs {
  return { equations: [], pool: [], knownIds: new Int32Array(0), isRestored: false };
}

type Resolver = (
  si: Shape,
  sj: ConvexPolyhedron,
  xi: Vec3,
  xj: Vec3,
  qi: Quaternion,
  qj: Quaternion,
  bi: Body,
  bj: Body,
  rsi?: Shape | null,
  rsj?: Shape | null,
  justTest?: boolean,
  facesA?: number[] | null,
  facesB?: number[] | null,
) => ReturnType<Narrowphase['convexConvex']>;

/** Writes a direction from the first shape to the second. */
type Direction = (out: Vec3, xi: Vec3, xj: Vec3, qi: Quaternion) => unknown;

const alongCentres: Direction = (out, xi, xj) => xj.vsub(xi, out);
const alongPlaneNormal: Direction = (out, _xi, _xj, qi) => qi.vmult(out.set(0, 0, 1), out);

/** Wraps two resolvers of the narrowphase, which cannon-es also uses for boxes and cylinders. Returns a function that undoes it. */
export function watchSpeculativePairs(state: AdapterState, narrowphase: Narrowphase): () => void {
  const unwrapConvex = wrapResolver(state, narrowphase, 'convexConvex', alongCentres);
  const unwrapPlane = wrapResolver(state, narrowphase, 'planeConvex', alongPlaneNormal);
  return () => {
    unwrapConvex();
    unwrapPlane();
  };
}

function wrapResolver(
  state: AdapterState,
  narrowphase: Narrowphase,
  name: 'convexConvex' | 'planeConvex',
  direction: Direction,
): () => void {
  const resolve = narrowphase[name] as Resolver;
  const shift = state.world.gravity.clone();
  const wrapped: Resolver = (si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, justTest, facesA, facesB) => {
    const { result } = narrowphase;
    const { length } = result;
    const found = resolve.call(narrowphase, si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, justTest, facesA, facesB);
    if (justTest || result.length > length || !(isNew(state, bi) || isNew(state, bj))) return found;
    const slop = contactSlop(state.lengthUnit, Math.min(si.boundingSphereRadius, sj.boundingSphereRadius));
    direction(shift, xi, xj, qi);
    shift.scale((SPECULATIVE_SHIFT * slop) / shift.length(), shift);
    if (!(shift.lengthSquared() < Number.POSITIVE_INFINITY)) return found;
    const { contactPointPool } = narrowphase;
    const { equations, pool } = state.speculativePairs;
    const from = equations.length;
    narrowphase.result = equations;
    narrowphase.contactPointPool = pool;
    // xj is scratch of the engine, so it can be shifted in place.
    xj.vsub(shift, xj);
    resolve.call(narrowphase, si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, false, facesA, facesB);
    xj.vadd(shift, xj);
    narrowphase.result = result;
    narrowphase.contactPointPool = contactPointPool;
    keepWithinSlop(state.speculativePairs, from, slop, shift);
    return found;
  };
  Reflect.set(narrowphase, name, wrapped);
  return () => {
    if (narrowphase[name] === wrapped) Reflect.deleteProperty(narrowphase, name);
  };
}

/** True if the body was added since the last step, or if the user has moved it away from its integrated position. */
function isNew({ speculativePairs, dt }: AdapterState, body: Body): boolean {
  if (speculativePairs.isRestored) return false;
  if (speculativePairs.knownIds[body.index] !== body.id) return true;
  const { position: x, previousPosition: p, velocity: v } = body;
  const distance = Math.abs(x.x - p.x - dt * v.x) + Math.abs(x.y - p.y - dt * v.y) + Math.abs(x.z - p.z - dt * v.z);
  return distance > USER_MOVE * body.boundingRadius;
}

/** Moves the points of equations from `from` on back by the shift and drops those farther apart than the slop. */
function keepWithinSlop({ equations, pool }: SpeculativePairs, from: number, slop: number, shift: Vec3): void {
  let kept = from;
  for (let c = from; c < equations.length; c++) {
    const equation = equations[c];
    const { bi, bj, ri, rj, ni } = equation;
    rj.vadd(shift, rj);
    const gap =
      ni.x * (bj.position.x + rj.x - bi.position.x - ri.x) +
      ni.y * (bj.position.y + rj.y - bi.position.y - ri.y) +
      ni.z * (bj.position.z + rj.z - bi.position.z - ri.z);
    if (gap <= slop && equation.enabled) equations[kept++] = equation;
    else pool.push(equation);
  }
  equations.length = kept;
}

/** After the step's contacts have been read: returns the equations to the pool and marks all bodies as known. */
export function finishSpeculativePairs({ speculativePairs: speculative, world }: AdapterState): void {
  for (const equation of speculative.equations) speculative.pool.push(equation);
  speculative.equations.length = 0;
  speculative.isRestored = false;
  speculative.knownIds = ensureCapacity(speculative.knownIds, world.bodies.length);
  const { bodies } = world;
  for (let k = 0; k < bodies.length; k++) speculative.knownIds[k] = bodies[k].id;
}
