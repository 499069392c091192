import { anisotropic, asymmetric, type FrictionLaw, rolling, scaled } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { addCar, addSlab, createWorld, ENGINES, type EngineName, G, type Triple, turn } from './support.js';

const SPEED = 10;
const DT = 1 / 60;
/** Strong along the floor's x. */
const grain = anisotropic({ mu: [0.8, 0.3] });

/**
 * Distance in which a car with locked wheels stops, over v²/(2 μ g), - 1. The engines integrate so that it is short by v h/2 in cannon-es
 * and by a quarter of that in Rapier. The floor is rotated about y.
 */
function stop(engine: EngineName, law: FrictionLaw, degrees: number, heading: Triple, mu: number): number {
  const world = createWorld(engine, DT, undefined, law);
  addSlab(world, 1, turn([0, 1, 0], (degrees * Math.PI) / 180));
  const { chassis, vehicle } = addCar(world);
  vehicle.setBrake(20_000);
  world.run(0.5);
  chassis.setVelocity([SPEED * heading[0], 0, SPEED * heading[2]]);
  const [x, , z] = chassis.position();
  const seconds = SPEED / (mu * G);
  world.run(seconds + 0.5);
  const [toX, , toZ] = chassis.position();
  const missing = ((engine === 'cannon' ? 1 : 0.25) * SPEED * DT) / 2;
  return (Math.hypot(toX - x, toZ - z) + missing) / ((SPEED * seconds) / 2) - 1;
}

const AHEAD: Triple = [0, 0, 1];
const ASIDE: Triple = [1, 0, 0];

const CASES = [
  { name: 'across the grain', law: grain, degrees: 0, heading: AHEAD, mu: 0.3 },
  { name: 'along the grain of a floor that is turned', law: grain, degrees: 90, heading: AHEAD, mu: 0.8 },
  { name: 'sideways along the grain', law: grain, degrees: 0, heading: ASIDE, mu: 0.8 },
  { name: 'sideways across the grain', law: grain, degrees: 90, heading: ASIDE, mu: 0.3 },
  {
    name: 'along a direction of the world',
    law: anisotropic({ mu: [0.8, 0.3], direction: [0, 0, 1], frame: 'world' }),
    degrees: 90,
    heading: AHEAD,
    mu: 0.8,
  },
  {
    name: 'at 30 degrees to the grain, maximum dissipation',
    law: grain,
    degrees: 60,
    heading: AHEAD,
    mu: Math.hypot(0.8 * Math.cos(Math.PI / 6), 0.3 * Math.sin(Math.PI / 6)),
  },
  {
    name: 'at 30 degrees to the grain, friction against the slip',
    law: anisotropic({ mu: [0.8, 0.3], flow: 'radial' }),
    degrees: 60,
    heading: AHEAD,
    mu: 1 / Math.hypot(Math.cos(Math.PI / 6) / 0.8, Math.sin(Math.PI / 6) / 0.3),
  },
  {
    name: 'across rails that are ideally smooth along',
    law: anisotropic({ mu: [0.5, 0] }),
    degrees: 0,
    heading: ASIDE,
    mu: 0.5,
  },
  {
    name: 'with modifiers',
    law: rolling(scaled(grain, 0.5), { radius: 0.01 }),
    degrees: 90,
    heading: AHEAD,
    mu: 0.4,
  },
  {
    name: 'the weaker sense of an asymmetric law',
    law: asymmetric({ mu: [0.8, 0.4, 0.3, 0.3], direction: [0, 0, 1] }),
    degrees: 0,
    heading: AHEAD,
    mu: 0.4,
  },
];

describe.each(ENGINES)('%s: a car with locked wheels stops within v²/(2 μ g)', (engine) => {
  // The law is evaluated without the engine, which gives the frame of the floor.
  test.each(engine === 'cannon' ? CASES : CASES.slice(0, 5))('$name', ({ law, degrees, heading, mu }) => {
    expect(Math.abs(stop(engine, law, degrees, heading, mu))).toBeLessThan(0.01);
  });
});
