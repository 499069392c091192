import { type StribeckOptions, stribeck, surfaceVelocity } from '@stiction/friction-core';
import type { Scene } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import type { Build } from './run.js';

/**
 * Case 14: a box of 1 kg on a belt, held by a spring. The belt carries it until static friction gives way; it slides back and sticks
 * again. Measured: period and amplitude (from the lowest to the highest position).
 *
 * The belt is the surface velocity of a fixed floor, or a moving plate. The spring is a force at the centre of mass, -k (x + v dt/2):
 * at the position of the box in the middle of the step. With the position at its start, x alone, the spring would feed energy into the
 * slide and be the largest error of the scene at 1/60 s. SI units.
 */
export interface StickSlip extends Required<Pick<StribeckOptions, 'muS' | 'muC' | 'vS'>> {
  mass: number;
  /** Of the spring [N/m]. */
  stiffness: number;
  beltSpeed: number;
}

export const STICK_SLIP: StickSlip = { mass: 1, stiffness: 50, beltSpeed: 0.1, muS: 0.6, muC: 0.4, vS: 0.01 };

export interface Cycle {
  period: number;
  amplitude: number;
}

export type Belt = 'surface' | 'plate';

export function stickSlip(scene: StickSlip, belt: Belt, bodyFirst = false): Scene {
  const { mass, stiffness, beltSpeed, muS, muC, vS } = scene;
  const friction = stribeck({ muS, muC, vS });
  const law = belt === 'surface' ? surfaceVelocity(friction, [beltSpeed, 0, 0]) : friction;
  const bodies: Scene['bodies'] = [
    {
      name: 'belt',
      kind: belt === 'surface' ? 'fixed' : 'kinematic',
      shape: { kind: 'box', halfExtents: [4, 1, 0.1] },
      position: [0, 0, -0.1],
      velocity: [belt === 'surface' ? 0 : beltSpeed, 0, 0],
      material: 'belt',
    },
    {
      name: 'body',
      kind: 'dynamic',
      mass,
      shape: { kind: 'box', halfExtents: [0.25, 0.25, 0.1] },
      position: [0, 0, 0.1],
      material: 'body',
    },
  ];
  return {
    name: `stick-slip, ${belt}`,
    gravity: [0, 0, -GRAVITY],
    bodies: bodyFirst ? [...bodies].reverse() : bodies,
    stockMu: muS,
    law: friction,
    pairs: [['belt', 'body', law]],
    peerFriction: {
      staticKinetic: { muS, muC },
      ...(belt === 'surface' && { surfaceVelocity: { body: 'belt', velocity: [beltSpeed, 0, 0] as const } }),
    },
    drive(world, _, dt) {
      const middle = world.position('body')[0] + 0.5 * dt * world.velocity('body')[0];
      world.push('body', -stiffness * middle, 0, 0);
    },
    duration: 20,
  };
}

export function measureStickSlip(
  build: Build,
  scene: StickSlip,
  belt: Belt,
  dt: number,
  bodyFirst = false,
  seconds = 20,
): Cycle {
  const world = build(stickSlip(scene, belt, bodyFirst));
  const watch = watchCycles((scene.muC * scene.mass * GRAVITY) / scene.stiffness);
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) {
    world.step(dt);
    watch.add(world.time, world.position('body')[0]);
  }
  world.dispose();
  return watch.result();
}

/** Cycles skipped at the start. */
const SKIPPED = 2;

/**
 * Finds cycles in positions at equal times. A cycle starts when the position rises through `level`, at belt speed, so interpolation
 * between two samples is exact; highest and lowest positions by a parabola through three samples.
 */
function watchCycles(level: number): { add(time: number, x: number): void; result(): Cycle } {
  const starts: number[] = [];
  const amplitudes: number[] = [];
  let [x1, x2] = [Number.NaN, Number.NaN];
  let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let before = Number.NaN;
  return {
    add(time, x) {
      const bend = x2 - 2 * x1 + x;
      const turn = (x1 - x2) * (x - x1) <= 0 && bend !== 0 ? x1 - (x - x2) ** 2 / (8 * bend) : x1;
      high = Math.max(high, turn);
      low = Math.min(low, turn);
      if (x1 < level && x >= level) {
        starts.push(time - ((x - level) / (x - x1)) * (time - before));
        if (starts.length > 1) amplitudes.push(high - low);
        [high, low] = [x1, x1];
      }
      x2 = x1;
      x1 = x;
      before = time;
    },
    result() {
      const count = starts.length - 1 - SKIPPED;
      if (count < 1) return { period: Number.NaN, amplitude: Number.NaN };
      const used = amplitudes.slice(SKIPPED);
      return {
        period: (starts[starts.length - 1] - starts[SKIPPED]) / count,
        amplitude: used.reduce((sum, one) => sum + one, 0) / used.length,
      };
    },
  };
}

function curve({ muS, muC, vS }: StickSlip, speed: number): number {
  return muC + (muS - muC) * Math.exp(-((speed / vS) ** 2));
}

/**
 * The reference, event by event: sticks until k x = muS m g, then m x'' = -k x ± μ(|v|) m g by RK4 at 1e-5 s, v the slip against the
 * belt, until v = 0.
 */
export function exactStickSlip(scene: StickSlip, h = 1e-5): Cycle {
  const { mass, stiffness: k, beltSpeed, muS } = scene;
  const start = (muS * mass * GRAVITY) / k;
  let [x, v, time] = [start, beltSpeed, 0];
  let [low, high] = [start, start];
  const pull = (place: number, speed: number): number => {
    const slip = speed - beltSpeed;
    return -(k / mass) * place - Math.sign(slip || -1) * curve(scene, Math.abs(slip)) * GRAVITY;
  };
  let slips = false;
  for (;;) {
    const a1 = pull(x, v);
    const a2 = pull(x + 0.5 * h * v, v + 0.5 * h * a1);
    const a3 = pull(x + 0.5 * h * (v + 0.5 * h * a1), v + 0.5 * h * a2);
    const a4 = pull(x + h * (v + 0.5 * h * a2), v + h * a3);
    const next = v + (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    if (slips && next >= beltSpeed) break;
    x += h * v + ((h * h) / 6) * (a1 + a2 + a3);
    v = next;
    time += h;
    low = Math.min(low, x);
    high = Math.max(high, x);
    if (v < beltSpeed) slips = true;
  }
  const share = (beltSpeed - v) / (h * pull(x, v));
  x += share * h * v;
  time += share * h;
  return { period: time + (start - x) / beltSpeed, amplitude: high - low };
}

/**
 * The same with small steps of an implicit scheme, [Kikuuwe] (16), (17): friction at the end-of-step speed. An independent check of the
 * reference.
 */
export function steppedStickSlip(scene: StickSlip, h = 1e-5): Cycle {
  const { mass, stiffness: k, beltSpeed, muS, muC } = scene;
  const watch = watchCycles((muC * mass * GRAVITY) / k);
  let [x, v] = [0, beltSpeed];
  for (let step = 1; step * h < 10; step++) {
    const free = v - (h * k * x) / mass - beltSpeed;
    const grip = h * GRAVITY;
    let slip = 0;
    if (Math.abs(free) > muS * grip) {
      // The largest root of s + h g μ(s) = |free|.
      slip = Math.abs(free);
      for (let round = 0; round < 60; round++) slip = Math.max(0, Math.abs(free) - grip * curve(scene, slip));
      slip *= Math.sign(free);
    }
    v = beltSpeed + slip;
    x += h * v;
    watch.add(step * h, x);
  }
  return watch.result();
}
