import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { bodyEnergy, energyOf, formatFigures, full, LAWS, STEP_SIZES, start } from './support.js';
import { MU, TESTBED } from './testbed-scenes.js';

interface Run {
  /** Largest rise of the energy from its minimum, relative to the energy put into the scene. */
  rise: number;
  /** Time at which 90 % of the bodies sleep [s]. */
  asleep: number;
  /** Final share of bodies that are awake. */
  awake: number;
  /** Number of bodies that fell through the ground or have no valid position. */
  through: number;
}

/** Share of the bodies that have to sleep. */
const SLEEPING_SHARE = 0.9;
/** A body below this height fell through the ground [m]. */
const LOWEST = -1.5;

/** Runs until all bodies sleep, at most for the scene's time or `longer` seconds. */
function runScene(name: string, law: FrictionLaw | null, dt: number, offset: number, longer = 0): Run {
  const { world, drive, seconds } = TESTBED[name](dt, offset);
  const stepper = start(world, law);
  const bodies = dynamicBodies(world);
  let input = energyOf(world);
  let lowest = input;
  let rise = 0;
  let asleep = 0;
  let isAsleep = false;
  for (let k = 0; k < Math.round(Math.max(seconds, longer) / dt); k++) {
    const added = drive?.(k);
    if (added) {
      bodies.push(added);
      input += bodyEnergy(added);
      lowest += bodyEnergy(added);
    }
    stepper.step();
    const energy = energyOf(world);
    lowest = Math.min(lowest, energy);
    rise = Math.max(rise, energy - lowest);
    const sleeping = bodies.filter((body) => body.isSleeping()).length;
    isAsleep = sleeping >= SLEEPING_SHARE * bodies.length;
    if (!isAsleep) asleep = (k + 1) * dt;
    if (sleeping === bodies.length && !drive) break;
  }
  const through = bodies.filter((body) => !(body.translation().z > LOWEST)).length;
  const awake = bodies.filter((body) => !body.isSleeping()).length / bodies.length;
  world.free();
  return { rise: rise / input, asleep: isAsleep ? asleep : Number.POSITIVE_INFINITY, awake, through };
}

function dynamicBodies(world: World): RigidBody[] {
  const bodies: RigidBody[] = [];
  world.forEachRigidBody((body) => {
    if (body.isDynamic()) bodies.push(body);
  });
  return bodies;
}

/**
 * Offsets of the starting positions [m]. The time until a heap sleeps and the height of a bounce are largely chance: with offsets of micrometres
 * the same scene sleeps after 3 s or never in stock.
 */
const OFFSETS = [0, 1e-6, 2e-6, 3e-6, 4e-6];
/** Allowed time to sleep, relative to stock. */
const SLEEP_MARGIN = 1.2;

/** The worst figures of five runs. */
function runStock(scene: string, dt: number): Run {
  return pickRank(
    OFFSETS.map((offset) => runScene(scene, null, dt, offset)),
    OFFSETS.length - 1,
  );
}

/** One run; if it is worse than stock's worst, the median figures of five. */
function runLaw(scene: string, law: FrictionLaw, dt: number, stock: Run): Run {
  const time = Number.isFinite(stock.asleep) ? 1.01 * SLEEP_MARGIN * stock.asleep : 0;
  const one = (offset: number): Run => runScene(scene, law, dt, offset, time);
  const first = one(OFFSETS[0]);
  if (first.asleep <= SLEEP_MARGIN * stock.asleep && first.rise < mostRise(stock)) return first;
  return pickRank([first, ...OFFSETS.slice(1).map(one)], OFFSETS.length >> 1);
}

/** Each figure at this rank among the runs; `through` is the largest of all. */
function pickRank(runs: readonly Run[], rank: number): Run {
  const figure = (name: keyof Run): number => runs.map((run) => run[name]).sort((a, b) => a - b)[rank];
  const through = Math.max(...runs.map((run) => run.through));
  return { rise: figure('rise'), asleep: figure('asleep'), awake: figure('awake'), through };
}

function mostRise(stock: Run): number {
  return 1.1 * stock.rise + 2e-3;
}

describe.each(full ? STEP_SIZES : [1 / 60])('testbed at dt %f', (dt) => {
  for (const [n, scene] of Object.keys(TESTBED).entries()) {
    const stock = runStock(scene, dt);
    // The short run gives each scene half of the laws.
    const laws = Object.keys(LAWS).filter((_, k) => full || (k + n) % 2 === 0);

    test.each(laws)(`${scene}: settles as in stock with %s`, (name) => {
      const ours = runLaw(scene, LAWS[name](MU), dt, stock);
      const message = formatFigures(stock, ours);
      expect(ours.through, `through the ground: ${message}`).toBeLessThanOrEqual(stock.through);
      expect(ours.rise, `energy: ${message}`).toBeLessThan(mostRise(stock));
      expect(ours.asleep, `sleep: ${message}`).toBeLessThanOrEqual(SLEEP_MARGIN * stock.asleep);
      expect(ours.awake, `awake at the end: ${message}`).toBeLessThanOrEqual(stock.awake + 1 - SLEEPING_SHARE);
    });
  }
});
