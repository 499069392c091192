import { STANDARD_GRAVITY } from '../constants.js';
import { CHASSIS } from './bodies.js';
import type { VehicleState } from './state.js';
import { cross, dot, rotateBack } from './vector.js';

/** Least static load of a wheel, as a fraction of an equal share: one that statics would lift still needs a stiffness. */
const MIN_SHARE = 0.1;

/**
 * Static load of each wheel on level ground, N = α + β x + γ y with Σ N = m g, Σ N x = Σ N y = 0 about the centre of mass (x ahead, y
 * right): exact for up to three wheels and symmetric vehicles, the smallest deviation from equal loads otherwise. From it follow stiffness
 * and damping of suspensions that are given by frequency.
 */
export function updateStatics(state: VehicleState): void {
  const inverse = state.bodies.invMass[0];
  if (inverse !== state.staticInvMass && inverse > 0) compute(state);
}

function compute(state: VehicleState): void {
  const { wheels, bodies, gravity, localUp, localAxle } = state;
  const mass = 1 / bodies.invMass[0];
  state.staticInvMass = bodies.invMass[0];
  const n = wheels.count;
  const g = Math.sqrt(dot(gravity, 0, gravity, 0)) || STANDARD_GRAVITY;
  const com = Float64Array.of(bodies.com[0], bodies.com[1], bodies.com[2]);
  for (let e = 0; e < 3; e++) com[e] -= bodies.origin[e];
  rotateBack(bodies.rotation, 4 * CHASSIS, com, 0, com, 0);
  const localAhead = new Float64Array(3);
  cross(localUp, 0, localAxle, 0, localAhead, 0);
  const places = Array.from({ length: n }, (_, i) => {
    const arm = wheels.position.slice(3 * i, 3 * i + 3).map((value, e) => value - com[e]);
    return { x: dot(arm, 0, localAhead, 0), y: dot(arm, 0, localAxle, 0) };
  });
  const sum = (value: (place: { x: number; y: number }) => number) => places.reduce((s, place) => s + value(place), 0);
  const [sx, sy] = [sum((p) => p.x), sum((p) => p.y)];
  const [xx, xy, yy] = [sum((p) => p.x * p.x), sum((p) => p.x * p.y), sum((p) => p.y * p.y)];
  // Cofactors of the first column of [n, sx, sy; sx, xx, xy; sy, xy, yy].
  const c0 = xx * yy - xy * xy;
  const c1 = sy * xy - sx * yy;
  const c2 = sx * xy - sy * xx;
  const det = n * c0 + sx * c1 + sy * c2;
  const isRegular = det > 1e-9 * n * xx * yy;
  for (let i = 0; i < n; i++) {
    const { x, y } = places[i];
    const share = isRegular ? (c0 + c1 * x + c2 * y) / det : 1 / n;
    setLoad(state, i, mass * g * Math.max(share, MIN_SHARE / n), g);
  }
}

function setLoad({ wheels }: VehicleState, i: number, load: number, g: number): void {
  const { staticLoad, springK, bumpC, reboundC, stiffness, frequency, bump, rebound } = wheels;
  staticLoad[i] = load;
  const carried = load / g;
  if (frequency[i] > 0) {
    const pulse = 2 * Math.PI * frequency[i];
    springK[i] = carried * pulse ** 2;
    bumpC[i] = 2 * bump[i] * carried * pulse;
    reboundC[i] = 2 * rebound[i] * carried * pulse;
  } else {
    springK[i] = stiffness[i];
    bumpC[i] = bump[i];
    reboundC[i] = rebound[i];
  }
  wheels.carried[i] = carried;
}
