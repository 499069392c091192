import * as CANNON from 'cannon-es';
import { expect, test } from 'vitest';
import { createCaster } from '../src/cannon/cast/caster.js';
import { placeAxes } from '../src/core/geometry.js';
import { createState } from '../src/core/state.js';
import { addWheelTo } from '../src/vehicle/options.js';

const SEED = 20_261;
const CASES = process.env.STICTION_FULL === '1' ? 400 : 15;
const REST = 0.5;
const RADIUS = 0.35;
const WIDTH = 0.3;

/** mulberry32. */
function createRandom(seed: number): (from: number, to: number) => number {
  let a = seed;
  return (from, to) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return from + ((to - from) * ((t ^ (t >>> 14)) >>> 0)) / 2 ** 32;
  };
}

type Random = ReturnType<typeof createRandom>;

function bumps(random: Random): number[][] {
  return Array.from({ length: 12 }, () => Array.from({ length: 12 }, () => random(0, 0.25)));
}

function meshOf(heights: number[][]): CANNON.Trimesh {
  const vertices = heights.flatMap((row, i) => row.flatMap((z, j) => [0.25 * i, 0.25 * j, z]));
  const indices: number[] = [];
  for (let i = 0; i < 11; i++) {
    for (let j = 0; j < 11; j++) {
      const k = 12 * i + j;
      indices.push(k, k + 12, k + 1, k + 12, k + 13, k + 1);
    }
  }
  return new CANNON.Trimesh(vertices, indices);
}

/** Shapes whose top is near the origin of their body. */
const SHAPES: Record<string, (random: Random) => CANNON.Shape> = {
  plane: () => new CANNON.Plane(),
  box: () => new CANNON.Box(new CANNON.Vec3(0.3, 0.4, 0.2)),
  sphere: () => new CANNON.Sphere(0.4),
  cylinder: () => new CANNON.Cylinder(0.3, 0.4, 0.4, 12),
  heightfield: (random) => new CANNON.Heightfield(bumps(random), { elementSize: 0.25 }),
  trimesh: (random) => meshOf(bumps(random)),
};
const FLAT = new CANNON.Quaternion().setFromEuler(-Math.PI / 2, 0, 0); // z of planes and heightfields is up

/** One wheel above a shape, both tilted at random. */
function createScene(random: Random, name: string, cast: 'ray' | 'cylinder') {
  const world = new CANNON.World();
  const shape = SHAPES[name](random);
  const body = new CANNON.Body({ mass: 0, shape });
  const isField = name === 'heightfield' || name === 'trimesh';
  const tilt = new CANNON.Quaternion().setFromEuler(random(-0.3, 0.3), random(-3, 3), random(-0.3, 0.3));
  body.quaternion = tilt.mult(
    name === 'box' || name === 'sphere' || name === 'cylinder' ? new CANNON.Quaternion() : FLAT,
  );
  if (isField) body.position = body.quaternion.vmult(new CANNON.Vec3(-1.4, -1.4, 0));
  body.updateAABB();
  world.addBody(body);
  const chassis = new CANNON.Body({
    mass: 1,
    position: new CANNON.Vec3(random(-0.3, 0.3), random(0.5, 0.9), random(-0.3, 0.3)),
  });
  chassis.quaternion.setFromEuler(random(-0.2, 0.2), random(-3, 3), random(-0.2, 0.2));
  world.addBody(chassis);
  const state = createState(Float64Array.of(0, 1, 0), Float64Array.of(-1, 0, 0));
  addWheelTo(state, { position: [0, 0, 0], radius: RADIUS, width: WIDTH, cast, suspension: { rest: REST } });
  state.bodies.origin.set(chassis.position.toArray());
  state.bodies.rotation.set(chassis.quaternion.toArray());
  state.wheels.steering[0] = random(-0.5, 0.5);
  placeAxes(state);
  // Rays of cannon-es miss some triangles of heightfields: a mesh with the same ones is the reference.
  const reference = new CANNON.World();
  const mesh = shape instanceof CANNON.Heightfield ? meshOf(shape.data as number[][]) : shape;
  const { position, quaternion } = body;
  reference.addBody(new CANNON.Body({ mass: 0, shape: mesh, position, quaternion }));
  return { reference, chassis, state, body, caster: createCaster(chassis, world) };
}

function rayAt(
  { reference, chassis, state }: ReturnType<typeof createScene>,
  ahead: number,
  along: number,
  above: number,
  reach: number,
) {
  const { up } = state;
  const axle = state.wheels.axle.subarray(0, 3);
  const u = new CANNON.Vec3(up[0], up[1], up[2]);
  const a = new CANNON.Vec3(axle[0], axle[1], axle[2]);
  const from = chassis.position.vadd(u.cross(a).scale(ahead)).vadd(a.scale(along)).vadd(u.scale(above));
  const result = new CANNON.RaycastResult();
  reference.raycastClosest(from, from.vsub(u.scale(reach)), { skipBackfaces: true }, result);
  return result;
}

test.each(Object.keys(SHAPES))(`rays hit a %s where those of cannon-es do, seed ${SEED}`, (name) => {
  const random = createRandom(SEED);
  let hits = 0;
  for (let k = 0; k < 8 * CASES; k++) {
    const scene = createScene(random, name, 'ray');
    scene.caster.cast(scene.state);
    const { wheels } = scene.state;
    const expected = rayAt(scene, 0, 0, 0, REST + RADIUS);
    expect(wheels.hit[0], `case ${k}`).toBe(expected.hasHit ? 1 : 0);
    if (!expected.hasHit) continue;
    hits++;
    expect(wheels.distance[0], `case ${k}`).toBeCloseTo(expected.distance, 6);
    expect(scene.caster.grounds[0]).toBe(scene.body);
    const n = expected.hitNormalWorld;
    expect(n.x * wheels.normal[0] + n.y * wheels.normal[1] + n.z * wheels.normal[2], `case ${k}`).toBeCloseTo(1, 6);
  }
  expect(hits).toBeGreaterThan(CASES);
});

/** Highest hub on a grid of rays under the wheel, which is too low by the gaps of the grid. */
function hubByRays(scene: ReturnType<typeof createScene>, gaps: number): number {
  let hub = Number.NEGATIVE_INFINITY;
  for (let i = 0; i <= gaps; i++) {
    const ahead = RADIUS * 0.999 * ((2 * i) / gaps - 1);
    const rise = Math.sqrt(RADIUS ** 2 - ahead ** 2);
    for (let j = 0; j <= gaps / 2; j++) {
      const along = (WIDTH / 2) * ((4 * j) / gaps - 1) * 0.9999;
      const ray = rayAt(scene, ahead, along, RADIUS, 2 * REST + 2 * RADIUS);
      if (ray.hasHit) hub = Math.max(hub, RADIUS - ray.distance + rise);
    }
  }
  return hub;
}

test.each(Object.keys(SHAPES))(`cylinders touch a %s where the highest of many rays does, seed ${SEED}`, (name) => {
  const random = createRandom(SEED);
  let hits = 0;
  for (let k = 0; k < CASES; k++) {
    const scene = createScene(random, name, 'cylinder');
    const brute = hubByRays(scene, 20);
    if (!(brute > -REST + 0.02 && brute < RADIUS - 0.05)) continue;
    scene.caster.cast(scene.state);
    const { wheels } = scene.state;
    hits++;
    const hub = RADIUS - wheels.distance[0];
    expect(wheels.hit[0], `case ${k}`).toBe(1);
    expect(hub, `case ${k}`).toBeGreaterThan(brute - 1e-6);
    expect(hub, `case ${k}`).toBeLessThan(brute + 0.03);
  }
  expect(hits).toBeGreaterThan(CASES / 5);
});
