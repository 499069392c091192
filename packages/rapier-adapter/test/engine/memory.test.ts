import type { ColliderDesc, RigidBody, World } from '@dimforge/rapier3d-compat';
import RAPIER_21 from '@dimforge/rapier3d-compat';
import { coulomb } from '@stiction/friction-core';
import RAPIER_19 from 'rapier-0.19';
import RAPIER_20 from 'rapier-0.20';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { installFriction, type RapierFriction } from '../../src/index.js';
import { openEngineMemory } from '../../src/memory/engine-memory.js';
import { full, G } from './support.js';

type RapierModule = typeof RAPIER_21;

// Types of older versions differ in what is not used here.
const VERSIONS: [string, RapierModule][] = [
  ['0.19.2', RAPIER_19 as unknown as RapierModule],
  ['0.20.0', RAPIER_20 as unknown as RapierModule],
  ['0.21.0', RAPIER_21],
];
for (const [, rapier] of VERSIONS) await rapier.init();

const MU = 0.4;

let warnings: MockInstance;
beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  warnings.mockRestore();
});

function install(world: World, reader: 'api' | 'memory'): RapierFriction {
  return installFriction(world, { default: coulomb({ mu: MU }), reader });
}

/** A world with a slab as ground, z up. */
function createWorld(rapier: RapierModule): World {
  const world = new rapier.World({ x: 0, y: 0, z: -G });
  world.timestep = 1 / 60;
  world.createCollider(rapier.ColliderDesc.cuboid(100, 100, 1).setTranslation(0, 0, -1));
  return world;
}

function add(rapier: RapierModule, world: World, shape: ColliderDesc, x: number, y: number, z: number): RigidBody {
  const body = world.createRigidBody(rapier.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(false));
  world.createCollider(shape.setMass(2), body);
  return body;
}

function mesh(rapier: RapierModule): ColliderDesc {
  const corners = new Float32Array([-20, -20, 0, 20, -20, 0, 20, 20, 0, -20, 20, 0]);
  return rapier.ColliderDesc.trimesh(corners, new Uint32Array([0, 1, 2, 0, 2, 3]));
}

/** Loads are compared in the mean of so many steps. */
const LAST = 20;

/** How hard everything is pressed together, per pair of bodies. */
function loads(friction: RapierFriction): number[] {
  return [...friction.contacts()].map((contact) => contact.normalForce).sort((a, b) => a - b);
}

function bits(world: World): string {
  const numbers: number[] = [];
  world.forEachRigidBody((body) => {
    for (const { x, y, z } of [body.translation(), body.linvel(), body.angvel()]) numbers.push(x, y, z);
  });
  return numbers.join();
}

describe.each(VERSIONS)('Rapier %s', (version, rapier) => {
  // Each version has a layout of its own. Outside the full suite, the middle version runs only the tests that show it is found.
  const testAll = full || version !== '0.20.0' ? test : () => undefined;
  const testNewest = full || rapier === RAPIER_21 ? test : () => undefined;

  /** The same scene with both readers; says how far apart the two worlds end. */
  function compare(populate: (world: World) => void, steps: number, act?: (world: World, k: number) => void): number {
    const [one, other] = (['api', 'memory'] as const).map((reader) => {
      const world = createWorld(rapier);
      populate(world);
      const friction = install(world, reader);
      // Under what rolls the load differs by a tenth from step to step.
      let sums: number[] = [];
      for (let k = 0; k < steps; k++) {
        act?.(world, k);
        friction.step();
        if (k >= steps - LAST) sums = loads(friction).map((load, n) => (sums[n] ?? 0) + load);
      }
      expect(friction.report.problem).toBe('');
      expect(friction.reader).toBe(reader);
      const places: number[] = [];
      world.forEachRigidBody((body) => {
        const { x, y, z } = body.translation();
        places.push(x, y, z);
      });
      const read = { places, loads: sums.map((sum) => sum / LAST) };
      world.free();
      return read;
    });
    expect(other.loads.length).toBe(one.loads.length);
    for (const [k, load] of other.loads.entries()) expect(Math.abs(load - one.loads[k])).toBeLessThan(0.05 * 2 * G);
    expect(warnings).not.toHaveBeenCalled();
    return Math.max(...other.places.map((place, k) => Math.abs(place - one.places[k])));
  }

  const slide = (world: World, k: number) => {
    if (k === 20) world.forEachRigidBody((body) => body.setLinvel({ x: 2, y: 1, z: 0 }, true));
  };
  const { cuboid, ball, capsule, convexHull } = rapier.ColliderDesc;

  test('boxes', () => {
    expect(compare((world) => add(rapier, world, cuboid(0.3, 0.2, 0.1), 0, 0, 0.1), 80, slide)).toBeLessThan(1e-4);
  });

  testAll('balls and capsules, which roll', () => {
    const populate = (world: World) => {
      add(rapier, world, ball(0.2), 0, 0, 0.2);
      add(rapier, world, capsule(0.2, 0.1), 0, 2, 0.1);
    };
    // A capsule may turn either way.
    expect(compare(populate, 80, slide)).toBeLessThan(5e-3);
  });

  testAll('more points than are solved: a twelve-sided prism', () => {
    const points: number[] = [];
    for (let k = 0; k < 24; k++) {
      const angle = (k * Math.PI) / 6;
      points.push(0.3 * Math.cos(angle), 0.3 * Math.sin(angle), k < 12 ? -0.1 : 0.1);
    }
    const prism = () => convexHull(new Float32Array(points)) as ColliderDesc;
    expect(compare((world) => add(rapier, world, prism(), 0, 0, 0.1), 80, slide)).toBeLessThan(2e-3);
  });

  testAll('a stack, pulled from below', () => {
    const pull = (world: World, k: number) => {
      if (k === 30) world.bodies.getAll()[0].addForce({ x: 0.9 * MU * 10 * G, y: 0, z: 0 }, true);
    };
    const populate = (world: World) => {
      for (let k = 0; k < 5; k++) add(rapier, world, cuboid(0.3, 0.3, 0.2), 0, 0, 0.2 + 0.4 * k);
    };
    expect(compare(populate, 120, pull)).toBeLessThan(1e-3);
  });

  testAll('several colliders on one body, off its centre and turned', () => {
    const populate = (world: World) => {
      const body = world.createRigidBody(rapier.RigidBodyDesc.dynamic().setTranslation(0, 0, 0.2).setCanSleep(false));
      const turn = { x: 0, y: 0, z: Math.sin(0.4), w: Math.cos(0.4) };
      world.createCollider(cuboid(0.1, 0.2, 0.1).setTranslation(-0.5, 0, -0.1).setRotation(turn), body);
      world.createCollider(cuboid(0.2, 0.2, 0.1).setTranslation(0.4, 0.1, -0.1), body);
    };
    expect(compare(populate, 80, slide)).toBeLessThan(1e-4);
  });

  testAll('a kinematic carrier', () => {
    const populate = (world: World) => {
      const { kinematicPositionBased } = rapier.RigidBodyDesc;
      const carrier = world.createRigidBody(kinematicPositionBased().setTranslation(0, 0, 1));
      world.createCollider(cuboid(3, 3, 0.1), carrier);
      add(rapier, world, cuboid(0.2, 0.2, 0.1), 0, 0, 1.2);
    };
    const drive = (world: World, k: number) => {
      const carrier = world.bodies.getAll()[0];
      carrier.setNextKinematicTranslation({ x: 0.3 * Math.sin(k / 20), y: 0, z: 1 });
    };
    expect(compare(populate, 120, drive)).toBeLessThan(1e-3);
  });

  test('a mesh and a height field: bodies that slide over edges', () => {
    const flags = rapier.HeightFieldFlags.FIX_INTERNAL_EDGES;
    const upright = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 };
    const populate = (world: World) => {
      world.createCollider(mesh(rapier).setTranslation(0, 0, 1));
      const field = rapier.ColliderDesc.heightfield(20, 20, new Float32Array(21 * 21), { x: 20, y: 1, z: 20 }, flags);
      world.createCollider(field.setTranslation(50, 0, 1).setRotation(upright));
      add(rapier, world, cuboid(0.3, 0.2, 0.1), -0.5, 0, 1.1);
      add(rapier, world, cuboid(0.3, 0.2, 0.1), 50.2, 0.3, 1.1);
    };
    expect(compare(populate, 80, slide)).toBeLessThan(0.02);
  });

  testAll('bodies that come, go, sleep and are disabled', () => {
    const act = (world: World, k: number) => {
      const bodies = world.bodies.getAll();
      if (k % 7 === 0) add(rapier, world, cuboid(0.2, 0.2, 0.2), 0.5 * k, 0, 0.2);
      if (k % 21 === 20) world.removeRigidBody(bodies[1]);
      if (k % 30 === 10) bodies[2].sleep();
      if (k % 30 === 20) bodies[2].wakeUp();
      if (k === 40) bodies[3].setEnabled(false);
      if (k === 60) bodies[3].setEnabled(true);
      if (k === 70) bodies[0].applyImpulse({ x: 3, y: 0, z: 0 }, true);
    };
    const populate = (world: World) => {
      for (let k = 0; k < 4; k++) add(rapier, world, cuboid(0.2, 0.2, 0.2), -1 - k, 0, 0.2);
    };
    expect(compare(populate, 120, act)).toBeLessThan(1e-3);
  });

  testNewest('a memory that grows under its feet', () => {
    const world = createWorld(rapier);
    const friction = install(world, 'memory');
    const before = openEngineMemory(world, [])?.view.u8.buffer;
    for (let k = 0; k < 60; k++) {
      for (let j = 0; j < 40; j++) add(rapier, world, cuboid(0.2, 0.2, 0.2), 0.5 * k, 0.5 * j, 0.2);
      if (full || k % 10 === 9) friction.step();
    }
    expect(before?.byteLength).toBe(0);
    expect(friction.reader).toBe('memory');
    expect(loads(friction).length).toBe(60 * 40);
    world.free();
  });

  test('a world without colliders at first', () => {
    const world = new rapier.World({ x: 0, y: 0, z: -G });
    const friction = install(world, 'memory');
    friction.step();
    world.createCollider(cuboid(5, 5, 1).setTranslation(0, 0, -1));
    add(rapier, world, cuboid(0.2, 0.2, 0.2), 0, 0, 0.2);
    for (let k = 0; k < 30; k++) friction.step();
    expect(friction.reader).toBe('memory');
    expect(loads(friction)[0]).toBeCloseTo(2 * G, 1);
    world.free();
  });

  test('leaves nothing behind in the prototypes', () => {
    expect(Object.hasOwn(Float32Array.prototype, 'set')).toBe(false);
  });

  testAll('a snapshot goes on with the same bits', () => {
    const world = createWorld(rapier);
    for (let k = 0; k < 12; k++) add(rapier, world, cuboid(0.3, 0.3, 0.2), 0.1 * (k % 3), 0.05 * k, 0.2 + 0.4 * k);
    const friction = install(world, 'memory');
    for (let k = 0; k < 60; k++) friction.step();
    const data = friction.snapshot();
    const twin = rapier.World.restoreSnapshot(world.takeSnapshot());
    const other = install(twin, 'memory');
    other.restore(data);
    for (let k = 0; k < 60; k++) {
      friction.step();
      other.step();
      expect(bits(twin), `step ${k}`).toBe(bits(world));
    }
    world.free();
    twin.free();
  });

  test('the number in the wrong place: one warning, and the API from then on', () => {
    for (const [part, name] of [
      ['bodies', 'linvel'],
      ['bodies', 'invInertia'],
      ['contacts', 'impulse'],
      ['contacts', 'first'],
      ['contacts', 'local1'],
    ] as const) {
      const run = (reader: 'api' | 'memory', breakAt: number) => {
        const world = createWorld(rapier);
        const body = add(rapier, world, cuboid(0.3, 0.2, 0.1), 0, 0, 0.1);
        const friction = install(world, reader);
        const layout = openEngineMemory(world, [body.collider(0)])?.layout[part] as unknown as Record<string, number>;
        for (let k = 0; k < 60; k++) {
          if (k === breakAt) layout[name] += 4;
          if (k === 20) body.setLinvel({ x: 2, y: 0, z: 0 }, true);
          friction.step();
        }
        if (breakAt < 60) layout[name] -= 4;
        const { x } = body.translation();
        world.free();
        expect(friction.reader).toBe('api');
        return { x, problem: friction.report.problem };
      };
      const truth = run('api', 99);
      for (const breakAt of [0, 30]) {
        warnings.mockClear();
        const broken = run('memory', breakAt);
        expect(warnings, name).toHaveBeenCalledTimes(1);
        expect(broken.problem).toMatch(/memory of this Rapier cannot be read/);
        expect(Math.abs(broken.x - truth.x), `${name} from step ${breakAt}`).toBeLessThan(2e-2);
      }
    }
  });
});

test('what a mesh carries beside a spring, which momentum cannot tell', () => {
  const world = new RAPIER_21.World({ x: 0, y: 0, z: -G });
  world.createCollider(mesh(RAPIER_21));
  const box = add(RAPIER_21, world, RAPIER_21.ColliderDesc.cuboid(0.3, 0.3, 0.1), 0, 0, 0.1);
  const hook = world.createRigidBody(RAPIER_21.RigidBodyDesc.fixed().setTranslation(0, 0, 2.1));
  // Bears half of the weight.
  const stiffness = G / 1;
  const spring = RAPIER_21.JointData.spring(1, stiffness, 0, { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  world.createImpulseJoint(spring, hook, box, true);
  const friction = install(world, 'memory');
  for (let k = 0; k < 60; k++) friction.step();
  expect(friction.reader).toBe('memory');
  const load = loads(friction).reduce((sum, one) => sum + one, 0);
  expect(load / (2 * G)).toBeCloseTo(0.5, 2);
  world.free();
});

test('the option is checked', () => {
  const world = createWorld(RAPIER_21);
  expect(() => install(world, 'fast' as 'api')).toThrow("reader must be 'auto', 'api' or 'memory' (got fast)");
  world.free();
});
