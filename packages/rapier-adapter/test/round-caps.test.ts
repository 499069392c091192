import { type ContactBuffer, pushContact } from '@stiction/friction-core/adapter';
import { describe, expect, test } from 'vitest';
import type { InstallState } from '../src/install/state.js';
import type { ColliderRecord } from '../src/ownership/collider-table.js';
import { roundCaps } from '../src/read/round-caps.js';
import { BODY, createFakeInstall } from './fake-install.js';

const RADIUS = 0.5;
const HALF_HEIGHT = 0.2;
/** Keys of the colliders. */
const GROUND = 1;
const CYLINDER = 2;
const OTHER = 3;

interface Point {
  angle: number;
  impulse: number;
  /** Distance from the axis. */
  radius?: number;
}

/** A cylinder at the origin whose axis is y, as Rapier's cylinders have it. */
function createInstall(): InstallState {
  const cylinder = {
    isPlaced: true,
    cap: Float64Array.of(RADIUS, HALF_HEIGHT, -HALF_HEIGHT),
    localPose: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
  };
  const byKey = new Map([[CYLINDER, cylinder as unknown as ColliderRecord]]);
  return Object.assign(createFakeInstall(), { colliders: { byKey, capped: 1 } });
}

function addContact(contacts: ContactBuffer, collider: number, position: number[], impulse: number, tilt = 0): void {
  const c = pushContact(contacts);
  contacts.body.set([0, BODY], 2 * c);
  contacts.key.set([0, GROUND, BODY, collider], 4 * c);
  contacts.material.set([0, collider], 2 * c);
  contacts.normal.set([Math.sin(tilt), Math.cos(tilt), 0], 3 * c);
  contacts.position.set(position, 3 * c);
  contacts.impulse[c] = impulse;
}

/** Contacts of the lower cap, followed by one of another collider, after `roundCaps`. */
function round(points: Point[], { tilt = 0, capped = 1 } = {}): ContactBuffer {
  const install = createInstall();
  install.colliders.capped = capped;
  const { contacts } = install.store;
  for (const { angle, impulse, radius = RADIUS } of points) {
    const position = [radius * Math.cos(angle), -HALF_HEIGHT, radius * Math.sin(angle)];
    addContact(contacts, CYLINDER, position, impulse, tilt);
  }
  addContact(contacts, OTHER, [7, 8, 9], 11);
  roundCaps(install);
  return contacts;
}

/** Number of points of the cap, total load, and pressure centre in the plane of the cap. */
function summarize({ count, impulse, position, key }: ContactBuffer) {
  let [points, load, x, z] = [0, 0, 0, 0];
  for (let c = 0; c < count; c++) {
    if (key[4 * c + 3] !== CYLINDER) continue;
    points++;
    load += impulse[c];
    x += impulse[c] * position[3 * c];
    z += impulse[c] * position[3 * c + 2];
  }
  return { points, load, x: x / load, z: z / load };
}

/** The corners of a square inside the rim. */
const square = (impulses: number[]): Point[] =>
  impulses.map((impulse, k) => ({ angle: 0.3 + (k * Math.PI) / 2, impulse }));

/** Pressure centre of the given points. */
function centreOf(points: Point[]): { load: number; x: number; z: number } {
  const load = points.reduce((sum, { impulse }) => sum + impulse, 0);
  const mean = (f: (angle: number) => number) =>
    points.reduce((sum, { angle, impulse, radius = RADIUS }) => sum + (impulse * radius * f(angle)) / load, 0);
  return { load, x: mean(Math.cos), z: mean(Math.sin) };
}

function expectRounded(points: Point[]): void {
  const contacts = round(points);
  const found = summarize(contacts);
  const expected = centreOf(points);
  expect(found.points).toBe(8);
  expect(found.load).toBeCloseTo(expected.load, 12);
  expect(found.x).toBeCloseTo(expected.x, 12);
  expect(found.z).toBeCloseTo(expected.z, 12);
  for (let c = 0; c < 8; c++) {
    const [x, y, z] = contacts.position.subarray(3 * c, 3 * c + 3);
    expect(Math.hypot(x, z)).toBeCloseTo(RADIUS, 12);
    expect(y).toBeCloseTo(-HALF_HEIGHT, 12);
    expect(contacts.impulse[c]).toBeGreaterThanOrEqual(0);
  }
}

/** The contact of the other collider is still there, behind those of the cap. */
function expectOtherKept(contacts: ContactBuffer, at: number): void {
  expect(contacts.count).toBe(at + 1);
  expect([...contacts.key.subarray(4 * at, 4 * at + 4)]).toEqual([0, GROUND, BODY, OTHER]);
  expect([...contacts.position.subarray(3 * at, 3 * at + 3)]).toEqual([7, 8, 9]);
  expect(contacts.impulse[at]).toBe(11);
}

function expectUnchanged(points: Point[], options = {}): void {
  const contacts = round(points, options);
  expectOtherKept(contacts, points.length);
  expect([...contacts.impulse.subarray(0, points.length)]).toEqual(points.map(({ impulse }) => impulse));
}

describe('roundCaps', () => {
  test.each([
    ['four corners under an even load', square([1, 1, 1, 1])],
    ['four corners under an uneven load', square([3, 1, 1, 2])],
    ['three corners', square([1, 2, 1, 0]).slice(0, 3)],
    ['twelve points', Array.from({ length: 12 }, (_, k) => ({ angle: 0.5 * k, impulse: 1 + (k % 3) }))],
    ['four corners and one inside', [...square([1, 1, 2, 1]), { angle: 1, impulse: 2, radius: 0.2 }]],
  ])('replaces %s by eight on the rim with the same load and pressure centre', (_, points) => {
    expectRounded(points);
    expectOtherKept(round(points), 8);
  });

  test('replaces unloaded points by unloaded ones', () => {
    const contacts = round(square([0, 0, 0, 0]));
    expectOtherKept(contacts, 8);
    expect([...contacts.impulse.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('keeps the points of a cap that is not supported all round', () => {
    expectUnchanged(square([1, 1, 1, 1]).slice(0, 2));
    expectUnchanged([0.1, 0.8, 1.5].map((angle) => ({ angle, impulse: 1 })));
    const degrees = [5, 60, 120, 175];
    expectUnchanged(degrees.map((angle, k) => ({ angle: (angle * Math.PI) / 180, impulse: [2, 1, 1, 2][k] })));
    expectUnchanged(square([1, 1, 1, 1]).map((point) => ({ ...point, radius: 0.95 * RADIUS })));
  });

  test('keeps the points if the pressure centre is more than half a radius off the axis', () => {
    // |e|/R = 1 - 2 w, with the share w of the opposite corner.
    expectRounded(square([0.74, 0, 0.26, 0]));
    expectUnchanged(square([0.76, 0, 0.24, 0]));
  });

  test('keeps the points of a tilted cylinder', () => {
    expectUnchanged(square([1, 1, 1, 1]), { tilt: 0.05 });
    expect(summarize(round(square([1, 1, 1, 1]), { tilt: 0.04 })).points).toBe(8);
  });

  test('does nothing if no acquired collider has round caps', () => {
    expectUnchanged(square([1, 1, 1, 1]), { capped: 0 });
  });
});
