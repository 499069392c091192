import { coulomb } from '@stiction/friction-core';
import type { PlainWorld, Scene, ShapePart, ShapeSpec, Vector } from '../scene.js';
import { rotateVector } from '../solid.js';
import { GRAVITY } from './box-on-ground.js';
import type { Build } from './run.js';
import { rungeKutta } from './sliding-reference.js';

/**
 * Case 11: the wheel of [Peiret], Table 1. It leans by 20 degrees, is thrown at 6 m/s while rotating about the vertical, touches the
 * ground with one point of its rim, and slides for 2 s. SI units.
 *
 * The paper's wheel is infinitely thin, but a thin cylinder hops in most engines, whatever its friction. Therefore the rim consists of many
 * tiny balls, each of which touches at the right point.
 */
const WHEEL = {
  radius: 0.5,
  mass: 1,
  axial: 0.6,
  across: 0.3,
  mu: 0.3,
  lean: Math.PI / 9,
  speed: 6,
  turn: -2,
} as const;
const BALLS = 720;
const BALL = 1e-4;
/** End of the measured time: it slides until 2.006 s. */
const SECONDS = 2;
/** Below this speed of the rim's contact point the slip direction is not judged. */
const SLOW = 0.1;

function wheel(): Scene {
  const { radius, mass, axial, across, mu, lean, speed, turn } = WHEEL;
  const angle = 0.5 * (lean - Math.PI / 2);
  return {
    name: 'wheel',
    gravity: [0, 0, -GRAVITY],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
      {
        name: 'body',
        kind: 'dynamic',
        mass,
        inertia: [across, across, axial],
        shape: rim(radius),
        position: [0, 0, (radius - BALL) * Math.cos(lean) + BALL],
        // The axle is z of the body.
        rotation: [Math.sin(angle), 0, 0, Math.cos(angle)],
        velocity: [speed, 0, 0],
        angularVelocity: [0, 0, turn],
        material: 'body',
      },
    ],
    stockMu: mu,
    law: coulomb({ mu }),
    duration: SECONDS,
  };
}

function rim(radius: number): ShapeSpec {
  const parts = Array.from({ length: BALLS }, (_, k): ShapePart => {
    const angle = (2 * Math.PI * k) / BALLS;
    const at = radius - BALL;
    return { shape: { kind: 'sphere', radius: BALL }, position: [at * Math.cos(angle), at * Math.sin(angle), 0] };
  });
  return { kind: 'compound', parts };
}

export interface WheelResult {
  /** RMS of |λT| - μ λN, over the RMS of μ λN. */
  force: number;
  /** RMS angle between friction and the opposite of the slip [rad]. */
  misalignment: number;
  /** Final error of the centre, over its distance. */
  position: number;
}

/** Forces come from the change of velocity in a step, so that all engines are measured alike. No settling: the wheel would fall. */
export function measureWheel(build: Build, dt: number): WheelResult {
  const world = build(wheel());
  const { mass, mu } = WHEEL;
  const start = world.position('body');
  let [off, load, turned, count] = [0, 0, 0, 0];
  let before = world.velocity('body');
  const steps = Math.round(SECONDS / dt);
  for (let k = 0; k < steps; k++) {
    world.step(dt);
    const after = world.velocity('body');
    const [fx, fy, fz] = after.map((v, e) => (mass * (v - before[e])) / dt);
    before = after;
    const [vx, vy] = rimVelocity(world);
    if (Math.hypot(vx, vy) < SLOW) continue;
    const normal = mu * (fz + mass * GRAVITY);
    off += (Math.hypot(fx, fy) - normal) ** 2;
    load += normal ** 2;
    if (Math.hypot(fx, fy) < 1e-3 * mu * mass * GRAVITY) continue; // in the air
    turned += Math.atan2(fx * vy - fy * vx, -(fx * vx + fy * vy)) ** 2;
    count++;
  }
  const end = world.position('body');
  world.dispose();
  const reference = exactWheel();
  const distance = Math.hypot(...reference.map((x, e) => x - start[e]));
  return {
    force: Math.sqrt(off / load),
    misalignment: Math.sqrt(turned / count),
    position: Math.hypot(...reference.map((x, e) => x - end[e])) / distance,
  };
}

/** Velocity of the lowest point of the wheel. */
function rimVelocity(world: PlainWorld): Vector {
  const axle = rotateVector(world.rotation('body'), [0, 0, 1]);
  // Down, within the plane of the wheel.
  const level = Math.hypot(axle[0], axle[1]);
  const down = [(axle[2] * axle[0]) / level, (axle[2] * axle[1]) / level, -level];
  const [rx, ry, rz] = down.map((d) => WHEEL.radius * d);
  const [vx, vy, vz] = world.velocity('body');
  const [wx, wy, wz] = world.angularVelocity('body');
  return [vx + wy * rz - wz * ry, vy + wz * rx - wx * rz, vz + wx * ry - wy * rx];
}

/**
 * Exact Coulomb while it slides: position of the centre after `seconds`. Euler's equations in the frame (e1 level, e2 axle, e3) that does
 * not spin with the wheel, and the normal force that keeps the point r = (0, 0, -R) on the ground, by RK4:
 *
 *     m v' = m g + F,   I w' = r × F - Ω × I w,   F = λN (n - μ s),   Φ'' = 0   with   Φ = z - R cos θ
 */
export function exactWheel(seconds = SECONDS, h = 1e-4): Vector {
  const { radius: R, lean, speed, turn } = WHEEL;
  let state = [0, 0, R * Math.cos(lean), 0, lean, speed, 0, 0, 0];
  state.push(turn * Math.sin(lean), turn * Math.cos(lean));
  const steps = Math.round(seconds / h);
  for (let k = 0; k < steps; k++) state = rungeKutta(change, state, h);
  return [state[0], state[1], state[2]];
}

/** x, y, z, ψ, θ, velocity of the centre, angular velocity in the frame. */
function change([, , , psi, theta, vx, vy, vz, w1, w2, w3]: readonly number[]): number[] {
  const { radius: R, mass: m, axial, across, mu } = WHEEL;
  const [c, s, ct, st] = [Math.cos(psi), Math.sin(psi), Math.cos(theta), Math.sin(theta)];
  const e2 = [-s * ct, c * ct];
  // w × r along e1 and e2: velocity of the contact point along the ground.
  const [u1, u2] = [-R * w2, R * w1];
  const slip = [vx + c * u1 + e2[0] * u2, vy + s * u1 + e2[1] * u2];
  const fast = Math.hypot(...slip);
  const [sx, sy] = [slip[0] / fast, slip[1] / fast];
  // n - μ s in the frame, and its moment.
  const f1 = -mu * (sx * c + sy * s);
  const f2 = st - mu * (sx * e2[0] + sy * e2[1]);
  const moment = [R * f2, -R * f1, 0];
  const frame = [w1, (w3 * st) / ct, w3];
  const spin = [across * w1, axial * w2, across * w3];
  const gyro = [
    frame[1] * spin[2] - frame[2] * spin[1],
    frame[2] * spin[0] - frame[0] * spin[2],
    frame[0] * spin[1] - frame[1] * spin[0],
  ];
  const lever = R * st;
  const bend = R * ct * w1 * w1;
  const load = (GRAVITY + (lever * gyro[0]) / across - bend) / (1 / m + (lever * moment[0]) / across);
  return [
    vx,
    vy,
    vz,
    w3 / ct,
    w1,
    (-mu * load * sx) / m,
    (-mu * load * sy) / m,
    load / m - GRAVITY,
    (load * moment[0] - gyro[0]) / across,
    (load * moment[1] - gyro[1]) / axial,
    (load * moment[2] - gyro[2]) / across,
  ];
}
