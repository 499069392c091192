import type { Scene, Vector } from './scene.js';

/**
 * A hand that holds a body at one point: a critically damped spring from the point to a target, for both engines. The spring is
 * integrated implicitly, so it is stable at every step:
 *
 *   v' = (v − h ω² C) / (1 + 2 ω h + ω² h²),   F = K⁻¹ (v' − v) / h
 *
 * with the point's distance C from the target, its velocity v and its inverse effective mass K. The spring's force
 * does not grow beyond a distance in proportion to the mass of the body and all bodies joined to it. Gravity is balanced at the point, and the rotation is damped. The hand acts as an external force of each
 * step, so nothing remains after the release.
 */
export interface Hand {
  /** The held body. */
  readonly body: string | null;
  /** Holds a dynamic body at a point of its own frame; lets go of another one. */
  grab(body: string, localPoint: Vector): void;
  /** Where the point should be, in the scene. Does nothing without a body. */
  moveGrab(target: Vector): void;
  release(): void;
  /** Before each step. */
  act(gravity: Vector, dt: number): void;
}

/** Motion and inertia of a body, in world axes. */
export interface HeldState {
  position: number[];
  rotation: number[];
  velocity: number[];
  angularVelocity: number[];
  /** Along each axis; 0 where a guide stops it. */
  inverseMass: number[];
  /** Row by row. */
  inverseInertia: number[];
}

/** Access to a body of the engine. */
export interface HandAccess {
  read(body: string, out: HeldState): void;
  /** Acts in the next step only, at an offset from the centre of mass, and wakes the body. */
  push(body: string, force: Vector, from: Vector, torque: Vector): void;
}

/** Angular frequency of the spring, and damping of the rotation [1/s]. */
const FREQUENCY = 30;
const SPIN_DAMPING = 30;
/** The force grows up to this distance, to 50 times the body's weight; farther if other bodies are joined [m]. */
const REACH = 0.55;

type Triple = [number, number, number];

export function createHand(scene: Scene, access: HandAccess): Hand {
  const state: HeldState = {
    position: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    inverseMass: [0, 0, 0],
    inverseInertia: new Array<number>(9).fill(0),
  };
  const local: Triple = [0, 0, 0];
  const target: Triple = [0, 0, 0];
  const arm: Triple = [0, 0, 0];
  const distance: Triple = [0, 0, 0];
  const change: Triple = [0, 0, 0];
  const force: Triple = [0, 0, 0];
  const torque: Triple = [0, 0, 0];
  const matrix = new Array<number>(9).fill(0);
  let held: string | null = null;
  let reach = 0;

  /** Torque that slows the rotation; also in `state`, for the spring. */
  function dampRotation(dt: number): void {
    const { angularVelocity: w, inverseInertia } = state;
    const keep = 1 / (1 + SPIN_DAMPING * dt);
    for (let e = 0; e < 3; e++) change[e] = (keep - 1) * w[e];
    solve(inverseInertia, change, torque);
    for (let e = 0; e < 3; e++) {
      torque[e] /= dt;
      w[e] *= keep;
    }
  }

  /** Force of the spring, and against gravity. */
  function pull(gravity: Vector, dt: number): void {
    const { position, velocity: v, angularVelocity: w, inverseMass } = state;
    for (let e = 0; e < 3; e++) distance[e] = inverseMass[e] > 0 ? position[e] + arm[e] - target[e] : 0;
    const stretch = FREQUENCY ** 2 * Math.min(1, reach / (Math.hypot(distance[0], distance[1], distance[2]) || 1));
    const damped = 1 / (1 + 2 * FREQUENCY * dt + (FREQUENCY * dt) ** 2);
    for (let e = 0; e < 3; e++) {
      const [a, b] = [(e + 1) % 3, (e + 2) % 3];
      const speed = v[e] + w[a] * arm[b] - w[b] * arm[a];
      change[e] = (damped * (speed - dt * stretch * distance[e]) - speed) / dt - gravity[e];
    }
    effectiveInverseMass(state, arm, matrix);
    solve(matrix, change, force);
  }

  const hand: Hand = {
    get body() {
      return held;
    },
    grab(name, localPoint) {
      const spec = scene.bodies.find((body) => body.name === name);
      if (spec?.kind !== 'dynamic') {
        throw new Error(`scene '${scene.name}': grab needs a dynamic body (got '${name}', ${spec?.kind ?? 'unknown'})`);
      }
      checkPoint('localPoint', localPoint);
      held = name;
      reach = (REACH * joinedMass(scene, name)) / (spec.mass ?? 1);
      access.read(name, state);
      rotate(state.rotation, localPoint, arm);
      for (let e = 0; e < 3; e++) {
        local[e] = localPoint[e];
        target[e] = state.position[e] + arm[e];
      }
    },
    moveGrab(point) {
      checkPoint('target', point);
      for (let e = 0; e < 3; e++) target[e] = point[e];
    },
    release() {
      held = null;
    },
    act(gravity, dt) {
      if (held === null) return;
      access.read(held, state);
      rotate(state.rotation, local, arm);
      dampRotation(dt);
      pull(gravity, dt);
      access.push(held, force, arm, torque);
    },
  };
  return hand;
}

function checkPoint(option: string, point: Vector): void {
  if (!point.every(Number.isFinite)) throw new Error(`${option} must be three finite numbers [m] (got ${point})`);
}

/** Mass of a body and of all dynamic bodies that joints connect to it. */
function joinedMass({ bodies, joints = [] }: Scene, name: string): number {
  const masses = new Map(bodies.map((spec) => [spec.name, spec.kind === 'dynamic' ? (spec.mass ?? 1) : 0]));
  const joined = new Set([name]);
  for (const body of joined) {
    for (const { bodyA, bodyB } of joints) {
      const other = bodyA === body ? bodyB : bodyB === body ? bodyA : null;
      if (other !== null && (masses.get(other) ?? 0) > 0) joined.add(other);
    }
  }
  return [...joined].reduce((sum, body) => sum + (masses.get(body) ?? 0), 0);
}

function rotate(q: readonly number[], v: Vector, out: Triple): void {
  for (let e = 0; e < 3; e++) {
    const [a, b] = [(e + 1) % 3, (e + 2) % 3];
    // v + 2 w (u × v) + 2 u × (u × v)
    const dot = q[0] * v[0] + q[1] * v[1] + q[2] * v[2];
    const square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    out[e] = v[e] + 2 * q[3] * (q[a] * v[b] - q[b] * v[a]) + 2 * (q[e] * dot - v[e] * square);
  }
}

/** K = M⁻¹ − [r]ₓ I⁻¹ [r]ₓ. */
function effectiveInverseMass({ inverseMass, inverseInertia: i }: HeldState, r: Triple, out: number[]): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [a, b] = [(row + 1) % 3, (row + 2) % 3];
      const [c, d] = [(column + 1) % 3, (column + 2) % 3];
      // Rows of [r]ₓ: (a, -r_b), (b, r_a).
      const turned =
        r[b] * (i[3 * a + c] * r[d] - i[3 * a + d] * r[c]) - r[a] * (i[3 * b + c] * r[d] - i[3 * b + d] * r[c]);
      out[3 * row + column] = turned + (row === column ? inverseMass[row] : 0);
    }
  }
}

/** x with A x = b for a symmetric A ≥ 0; 0 along axes that A does not move. */
function solve(a: readonly number[], b: Triple, out: Triple): void {
  const largest = Math.max(a[0], a[4], a[8]);
  const free = (e: number): boolean => a[4 * e] > 1e-12 * largest;
  const m = (row: number, column: number): number =>
    free(row) && free(column) ? a[3 * row + column] : row === column ? 1 : 0;
  const c0 = m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1);
  const c1 = m(1, 2) * m(2, 0) - m(1, 0) * m(2, 2);
  const c2 = m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0);
  const determinant = m(0, 0) * c0 + m(0, 1) * c1 + m(0, 2) * c2;
  const [x, y, z] = [free(0) ? b[0] : 0, free(1) ? b[1] : 0, free(2) ? b[2] : 0];
  out[0] =
    (c0 * x + (m(0, 2) * m(2, 1) - m(0, 1) * m(2, 2)) * y + (m(0, 1) * m(1, 2) - m(0, 2) * m(1, 1)) * z) / determinant;
  out[1] =
    (c1 * x + (m(0, 0) * m(2, 2) - m(0, 2) * m(2, 0)) * y + (m(0, 2) * m(1, 0) - m(0, 0) * m(1, 2)) * z) / determinant;
  out[2] =
    (c2 * x + (m(0, 1) * m(2, 0) - m(0, 0) * m(2, 1)) * y + (m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0)) * z) / determinant;
}
