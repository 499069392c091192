import { asymmetric, type FrictionLaw } from '@stiction/friction-core';
import type { Scene } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/**
 * Case 9: a box lies on a plate with low friction one way and high friction the other. The plate is shaken, x = A sin(ω t). It carries
 * the box along while it accelerates, and the box slides on while the plate decelerates: the box travels.
 *
 * The plate is a kinematic body. Before every step it gets the velocity (x(t + dt) - x(t))/dt, so it follows the sine exactly at the
 * end of each step. The box starts with the plate's speed at t = 0. SI units.
 */
export interface ShakenPlate {
  /** Friction against motion of the box along +x and -x of the plate. */
  muPlus: number;
  muMinus: number;
  /** ω [rad/s] and A ω² [m/s²]. */
  omega: number;
  acceleration: number;
}

export const SHAKEN_PLATE: ShakenPlate = { muPlus: 0.2, muMinus: 0.8, omega: 4 * Math.PI, acceleration: 5 };

export function shakenPlate(plate: ShakenPlate, plateFirst = true): Scene {
  const { muPlus, muMinus } = plate;
  const law: FrictionLaw = asymmetric({ mu: [muPlus, muMinus, muPlus, muMinus], frame: 'a' });
  const bodies: Scene['bodies'] = [
    {
      name: 'plate',
      kind: 'kinematic',
      shape: { kind: 'box', halfExtents: [3, 1, 0.1] },
      position: [0, 0, -0.1],
      material: 'plate',
    },
    {
      name: 'body',
      kind: 'dynamic',
      mass: 1,
      shape: { kind: 'box', halfExtents: [0.25, 0.25, 0.1] },
      position: [0, 0, 0.1],
      material: 'body',
    },
  ];
  return {
    name: 'shaken plate',
    gravity: [0, 0, -GRAVITY],
    bodies: plateFirst ? bodies : [...bodies].reverse(),
    stockMu: muMinus,
    law,
    pairs: [['plate', 'body', law]],
    duration: 5,
  };
}

/** Distance of the box in the world after some seconds [m]. */
export function measureTransport(
  build: Build,
  plate: ShakenPlate,
  seconds: number,
  dt: number,
  plateFirst = true,
): number {
  const world = build(shakenPlate(plate, plateFirst));
  settle(world, dt);
  const [x0] = world.position('body');
  const amplitude = plate.acceleration / plate.omega ** 2;
  const at = (k: number): number => amplitude * Math.sin(plate.omega * k * dt);
  world.setVelocity('body', amplitude * plate.omega, 0, 0);
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) {
    world.setVelocity('plate', (at(k + 1) - at(k)) / dt, 0, 0);
    world.step(dt);
  }
  const [x] = world.position('body');
  world.dispose();
  return x - x0;
}

/**
 * The reference, event by event. The box sticks until the plate accelerates or decelerates faster than friction allows; then it slides
 * at ∓μ g until the speeds are equal again.
 */
export function exactTransport(plate: ShakenPlate, seconds: number): number {
  const { omega: w, acceleration, muPlus, muMinus } = plate;
  const amplitude = acceleration / w ** 2;
  const place = (t: number): number => amplitude * Math.sin(w * t);
  const speed = (t: number): number => amplitude * w * Math.cos(w * t);
  const change = (t: number): number => -acceleration * Math.sin(w * t);
  const grid = 1e-5;
  let x = 0;
  let t = 0;
  while (t < seconds) {
    // Sticks.
    const start = t;
    const slips = (s: number): boolean => change(s) < -muPlus * GRAVITY || change(s) > muMinus * GRAVITY;
    while (!slips(t) && t < seconds) t += grid;
    if (slips(t) && t > start) t = bisect(slips, t - grid, t);
    t = Math.min(t, seconds);
    x += place(t) - place(start);
    if (t >= seconds) break;
    // Slides forward or backward.
    const sense = change(t) < 0 ? 1 : -1;
    const brake = sense > 0 ? -muPlus * GRAVITY : muMinus * GRAVITY;
    const from = t;
    const v = speed(from);
    const caught = (s: number): boolean => sense * (v + brake * (s - from) - speed(s)) <= 0;
    t += grid;
    while (!caught(t) && t < seconds) t += grid;
    if (caught(t)) t = bisect(caught, t - grid, t);
    t = Math.min(t, seconds);
    x += v * (t - from) + 0.5 * brake * (t - from) ** 2;
  }
  return x;
}

function bisect(isAbove: (t: number) => boolean, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (below + above);
    if (isAbove(middle)) above = middle;
    else below = middle;
  }
  return above;
}
