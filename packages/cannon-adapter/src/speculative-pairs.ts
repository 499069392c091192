import { ensureCapacity, slopOf } from '@stiction/friction-core';
import type { Body, ContactEquation, ConvexPolyhedron, Narrowphase, Quaternion, Shape, Vec3 } from 'cannon-es';
import type { AdapterState } from './state.js';

/**
 * Boxes that a user has placed exactly on each other lie apart by a rounding, and cannon-es reports no contact then. A tower would
 * fall for a step or more, floor by floor, and hit itself. So polyhedra that were just added or moved by hand, and do not touch,
 * are looked at once more, with the second one shifted towards the first. Points that are nearer than the slop, by which all contacts
 * may overlap, are contacts for our solver; the engine's own list and its events do not know of them.
 *
 * Once solved, contacts keep an overlap and need no help. Pairs of which neither body is new cost nothing.
 */
export interface SpeculativePairs {
  /** Contacts of this step that the engine has not found. */
  equations: ContactEquation[];
  pool: ContactEquation[];
  /** Ids of the bodies that were in the world in the last step, by `body.index`. */
  known: Int32Array;
  /** True in the step after a restore: bodies that were moved there are not new. */
  restored: boolean;
}

export function createSpeculativePairs(): SpeculativePairs {
  return { equations: [], pool: [], known: new Int32Array(0), restored: false };
}

/** The shift, in slops: reaches the slop where the line of centres is within 84° of the normal. */
const SHIFT = 10;

/** A body that lies off the place where its velocity has taken it by more than this share of its size was moved by hand. */
const MOVED = 0.1;

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

/** Where the second shape lies from the first. */
type Direction = (out: Vec3, xi: Vec3, xj: Vec3, qi: Quaternion) => unknown;

const alongCentres: Direction = (out, xi, xj) => xj.vsub(xi, out);
const alongPlane: Direction = (out, _xi, _xj, qi) => qi.vmult(out.set(0, 0, 1), out);

/** cannon-es calls these for boxes and cylinders too. Returns the function that undoes it. */
export function watchSpeculativePairs(state: AdapterState, narrowphase: Narrowphase): () => void {
  const undo = [
    watch(state, narrowphase, 'convexConvex', alongCentres),
    watch(state, narrowphase, 'planeConvex', alongPlane),
  ];
  return () => {
    for (const one of undo) one();
  };
}

function watch(
  state: AdapterState,
  narrowphase: Narrowphase,
  name: 'convexConvex' | 'planeConvex',
  direction: Direction,
): () => void {
  const resolve = narrowphase[name] as Resolver;
  const shift = state.world.gravity.clone();
  const own: Resolver = (si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, justTest, facesA, facesB) => {
    const { result } = narrowphase;
    const { length } = result;
    const found = resolve.call(narrowphase, si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, justTest, facesA, facesB);
    if (justTest || result.length > length || !(isNew(state, bi) || isNew(state, bj))) return found;
    const slop = slopOf(state.lengthUnit, Math.min(si.boundingSphereRadius, sj.boundingSphereRadius));
    direction(shift, xi, xj, qi);
    shift.scale((SHIFT * slop) / shift.length(), shift);
    if (!(shift.lengthSquared() < Number.POSITIVE_INFINITY)) return found;
    const { contactPointPool } = narrowphase;
    const { equations, pool } = state.near;
    const from = equations.length;
    narrowphase.result = equations;
    narrowphase.contactPointPool = pool;
    // The position is the engine's scratch, so it may be shifted in place.
    xj.vsub(shift, xj);
    resolve.call(narrowphase, si, sj, xi, xj, qi, qj, bi, bj, rsi, rsj, false, facesA, facesB);
    xj.vadd(shift, xj);
    narrowphase.result = result;
    narrowphase.contactPointPool = contactPointPool;
    keepNear(state.near, from, slop, shift);
    return found;
  };
  Reflect.set(narrowphase, name, own);
  return () => {
    if (narrowphase[name] === own) Reflect.deleteProperty(narrowphase, name);
  };
}

/** Came into the world since the last step, or is not where its velocity has taken it: the user has moved it. */
function isNew({ near, dt }: AdapterState, body: Body): boolean {
  if (near.restored) return false;
  if (near.known[body.index] !== body.id) return true;
  const { position: x, previousPosition: p, velocity: v } = body;
  const off = Math.abs(x.x - p.x - dt * v.x) + Math.abs(x.y - p.y - dt * v.y) + Math.abs(x.z - p.z - dt * v.z);
  return off > MOVED * body.boundingRadius;
}

/** Equations from `from` on were found with the second shape shifted: moves their points back, drops those beyond the slop. */
function keepNear({ equations, pool }: SpeculativePairs, from: number, slop: number, shift: Vec3): void {
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

/** After the step's contacts have been read: the equations may be used again, and all bodies are known. */
export function finishSpeculativePairs({ near, world }: AdapterState): void {
  for (const equation of near.equations) near.pool.push(equation);
  near.equations.length = 0;
  near.restored = false;
  near.known = ensureCapacity(near.known, world.bodies.length);
  const { bodies } = world;
  for (let k = 0; k < bodies.length; k++) near.known[k] = bodies[k].id;
}
