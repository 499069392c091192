import RAPIER from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import {
  boxMapping,
  cylinderMapping,
  gaussianRoughness,
  type NormalMap,
  planeMapping,
  sphereMapping,
  surface,
  type TextureMapping,
  textured,
} from '@stiction/texture-friction';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOnGround } from '../src/cases/box-on-ground.js';
import { runUntilSlow, settle } from '../src/cases/run.js';
import type { Build, Scene, ShapeSpec } from '../src/index.js';
import { createRapierWorld } from '../src/rapier-world.js';
import { engines } from './engines.js';

beforeAll(() => RAPIER.init());

const DT = 1 / 120;
const SIGMA = 0.6;
/** [Andrews] (5) for Gaussian slopes. */
const ROUGH = ((2 / Math.PI) * SIGMA) / Math.sqrt(2 * Math.PI);
const rough = gaussianRoughness({ width: 256, height: 256, sigmaX: SIGMA, sigmaY: SIGMA, seed: 7 });
const onGround = surface({ map: rough, mapping: planeMapping({ tile: 0.256 }) });
const smallBox: ShapeSpec = { kind: 'box', halfExtents: [0.1, 0.1, 0.1] };

function sliding(shape: ShapeSpec, height: number, law = textured({ mu0: 0.1, a: onGround })): Scene {
  return {
    ...bodyOnGround({ name: 'textured', mu: 0.3, shape, height, duration: 3 }),
    pairs: [['ground', 'body', law]],
  };
}

/** μ from the stopping distance. */
function brake(build: Build, scene: Scene, speed = 2): number {
  const world = build(scene);
  settle(world, DT);
  const [x0, y0] = world.position('body');
  world.setVelocity('body', speed, 0, 0);
  runUntilSlow(world, 'body', DT, 1e-3, 5);
  const [x, y] = world.position('body');
  expect(world.friction?.report.problem).toBe('');
  world.dispose();
  return speed ** 2 / (2 * 9.81 * Math.hypot(x - x0, y - y0));
}

describe.each(engines)('$engine', ({ build }) => {
  test('a box on a rough plane has the closed-form friction', () => {
    expect(brake(build, sliding(smallBox, 0.1)) / (0.1 + ROUGH)).toBeCloseTo(1, 1);
  });

  test('so do an upright cylinder and a compound with feet', () => {
    const feet = {
      kind: 'compound',
      parts: [-0.1, 0.1].flatMap((x) =>
        [-0.1, 0.1].map(
          (y) => ({ shape: { kind: 'box', halfExtents: [0.03, 0.03, 0.03] }, position: [x, y, 0] }) as const,
        ),
      ),
    } as const;
    expect(brake(build, sliding({ kind: 'cylinder', radius: 0.1, height: 0.1 }, 0.05)) / (0.1 + ROUGH)).toBeCloseTo(
      1,
      1,
    );
    expect(brake(build, sliding(feet, 0.03)) / (0.1 + ROUGH)).toBeCloseTo(1, 1);
  });

  const mappings: [string, ShapeSpec, number, TextureMapping][] = [
    ['box', smallBox, 0.1, boxMapping({ halfExtents: [0.1, 0.1, 0.1], tile: 0.256 })],
    [
      'cylinder',
      { kind: 'cylinder', radius: 0.1, height: 0.1 },
      0.05,
      cylinderMapping({ radius: 0.1, height: 0.1, axis: 'z', tile: 0.256 }),
    ],
  ];
  test.each(mappings)('the texture of a %s acts like that of the ground', (_, shape, height, mapping) => {
    const law = textured({ mu0: 0.1, a: onGround, b: surface({ map: rough, mapping }) });
    expect(brake(build, sliding(shape, height, law)) / (0.1 + 2 * ROUGH)).toBeCloseTo(1, 1);
  });

  test('a rough ball starts to roll as soon as one with the same coefficient', () => {
    const radius = 0.5;
    const ball = surface({ map: rough, mapping: sphereMapping({ radius, tile: 0.256 }) });
    const rolls = (law: Scene['law']) => {
      const world = build(sliding({ kind: 'sphere', radius }, radius, law));
      settle(world, DT);
      world.setVelocity('body', 7, 0, 0);
      for (let k = 0; k < 30; k++) world.step(DT);
      const [v] = world.velocity('body');
      world.dispose();
      return v;
    };
    const slowed = 7 - rolls(textured({ mu0: 0.1, b: ball }));
    expect(Math.abs(slowed / (7 - rolls(coulomb({ mu: 0.1 + ROUGH }))) - 1)).toBeLessThan(0.01);
    expect(slowed).toBeGreaterThan(1.2 * (7 - rolls(coulomb({ mu: 0.1 }))));
  });

  test('continues bit-identically from a snapshot', () => {
    const law = textured({ mu0: 0.1, a: onGround, cone: 'polygon', windows: 'points' });
    const scene = sliding(smallBox, 0.1, law);
    const world = build(scene);
    settle(world, DT);
    world.setVelocity('body', 2, 0.5, 0);
    world.setAngularVelocity('body', 0, 0, 3);
    for (let k = 0; k < 10; k++) world.step(DT);
    const data = world.friction?.snapshot() as Uint8Array;
    const copy = world.clone();
    const handle = copy.install(scene.law);
    for (const [a, b, pair] of scene.pairs ?? []) handle.setPair(a, b, pair);
    handle.restore(data);
    for (let k = 0; k < 60; k++) {
      world.step(DT);
      copy.step(DT);
    }
    expect(copy.position('body')).toEqual(world.position('body'));
    expect(copy.rotation('body')).toEqual(world.rotation('body'));
    world.dispose();
    copy.dispose();
  });

  test('a pair combines the textures of both materials', () => {
    const world = build({ ...sliding(smallBox, 0.1), pairs: [] });
    const box = surface({ map: rough, mapping: boxMapping({ halfExtents: [0.1, 0.1, 0.1], tile: 0.256 }) });
    world.friction?.setMaterialLaw('ground', textured({ mu0: 0.1, surface: onGround }));
    world.friction?.setMaterialLaw('body', textured({ mu0: 0.1, surface: box }));
    settle(world, DT);
    const [x0] = world.position('body');
    world.setVelocity('body', 2, 0, 0);
    runUntilSlow(world, 'body', DT, 1e-3, 5);
    const [x] = world.position('body');
    world.dispose();
    expect(4 / (2 * 9.81 * (x - x0)) / (0.1 + 2 * ROUGH)).toBeCloseTo(1, 1);
  });
});

describe('Rapier', () => {
  test.each(['trimesh', 'heightfield'] as const)('a box on a rough %s has the closed-form friction', (ground) => {
    const build: Build = (scene) => createRapierWorld(RAPIER, scene, { stiction: true, ground });
    expect(brake(build, sliding(smallBox, 0.1)) / (0.1 + ROUGH)).toBeCloseTo(1, 1);
  });

  test('a texture is fixed to the body frame, wherever its centre of mass is', () => {
    // Rough only for x > 0 of the body; its collider lies at x > 0 or x < 0.
    const half = halfRough(64);
    const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
    world.timestep = DT;
    world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
    const bodies = [0.5, -0.5].map((x, k) => {
      const body = world.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic()
          .setTranslation(0, 2 * k, 0.1)
          .setLinvel(2, 0, 0),
      );
      const collider = world.createCollider(RAPIER.ColliderDesc.cuboid(0.1, 0.1, 0.1).setTranslation(x, 0, 0), body);
      return { body, collider, start: body.translation().x };
    });
    const bottom = surface({ map: half, mapping: planeMapping({ tile: 4, origin: [-2, -2, 0] }) });
    const friction = installFriction(world, { default: textured({ mu0: 0.1, b: bottom }), rapier: RAPIER });
    for (let k = 0; k < 400; k++) friction.step();
    const [onRough, onSmooth] = bodies.map(({ body, start }) => body.translation().x - start);
    world.free();
    expect(4 / (2 * 9.81 * onSmooth)).toBeCloseTo(0.1, 2);
    expect(onRough).toBeLessThan(0.7 * onSmooth);
  });
});

/** Random facets where u > 1/2, flat elsewhere. */
function halfRough(side: number): NormalMap {
  const map = gaussianRoughness({ width: side, height: side, sigmaX: 1, sigmaY: 1, seed: 5 });
  return { ...map, slopes: map.slopes.map((s, k) => ((k >> 1) % side < side / 2 ? 0 : s)) };
}
