import { expect, test } from 'vitest';
import { tiltGravity, tiltingPlane } from '../src/index.js';
import { engines } from './engines.js';

const MASS = 3;
const ANGLE = 0.2;
const WEIGHT = MASS * 9.81;

test.each(engines)('stock $engine reports the forces on a box that rests on a slope', ({ engine, create }) => {
  const world = create(tiltingPlane({ mu: 0.5, mass: MASS }), { stiction: false });
  tiltGravity(world, ANGLE);
  for (let k = 0; k < 120; k++) world.step(1 / 60);
  const [contact, ...others] = world.stockContacts?.() ?? [];
  world.dispose();
  expect(others).toEqual([]);
  expect(contact.points).toBe(4);
  expect(contact.normal[2]).toBeCloseTo(1, 6);
  expect(contact.normalForce / (WEIGHT * Math.cos(ANGLE))).toBeCloseTo(1, 3);
  expect(contact.centre[2]).toBeCloseTo(0, 2);
  if (engine === 'rapier') expect(contact.friction).toBeNull();
  else expect((contact.friction?.[0] ?? 0) / (WEIGHT * Math.sin(ANGLE))).toBeCloseTo(-1, 3);
});
