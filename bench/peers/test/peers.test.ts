import { coulomb } from '@stiction/friction-core';
import {
  type BodySpec,
  exactRollDistance,
  exactSpinTime,
  measureRollDistance,
  measureSpinTime,
  type PeerFriction,
  ROLLING_BALL,
  type Scene,
  type ShapeSpec,
  SPINNING_BALL,
  type Vector,
} from '@stiction/scenes';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAmmo } from '../src/ammo-world.js';
import { loadHavok } from '../src/havok-world.js';
import { loadJolt } from '../src/jolt-world.js';
import { loadMujoco } from '../src/mujoco-world.js';
import type { Peer, PeerWorld } from '../src/peer.js';
import { loadPhysx } from '../src/physx-world.js';

/** One line per engine. */
const LOADERS: Readonly<Record<string, () => Promise<Peer>>> = {
  jolt: loadJolt,
  physx: loadPhysx,
  ammo: loadAmmo,
  havok: loadHavok,
  mujoco: loadMujoco,
};

/** Havok stores eight bits of an inverse inertia. */
const COARSE_INERTIA: Readonly<Record<string, number>> = { havok: 2 ** -8 };

/** Havok decelerates bodies slower than 0.1 m/s, with or without contact: measure above that [m/s]. */
const AWAKE = 1;

const DT = 1 / 240;
const G = 9.81;
const BOX: ShapeSpec = { kind: 'box', halfExtents: [0.25, 0.2, 0.1] };
const GROUND: BodySpec = { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] };

function sceneOf(bodies: readonly BodySpec[], more: Partial<Scene> = {}): Scene {
  return { name: 'peer', gravity: [0, 0, -G], bodies, stockMu: 0.5, law: coulomb({ mu: 0.5 }), duration: 1, ...more };
}

function dynamic(shape: ShapeSpec, position: Vector, more: Partial<BodySpec> = {}): BodySpec {
  return { name: 'body', kind: 'dynamic', mass: 2, shape, position, ...more };
}

function run(world: PeerWorld, seconds: number, eachStep?: () => void): void {
  const steps = Math.round(seconds / DT);
  for (let k = 0; k < steps; k++) {
    eachStep?.();
    world.step(DT);
  }
}

describe.each(Object.entries(LOADERS))('%s', (name, load) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await load();
  });

  const using = (scene: Scene, look: (world: PeerWorld) => void) => {
    const world = peer.build(scene);
    look(world);
    world.dispose();
  };

  const expectRate = (rate: number, reference: number) =>
    expect(Math.abs(rate / reference - 1)).toBeLessThan(COARSE_INERTIA[name] ?? 1e-3);

  it('reports its name and version', () => {
    expect(peer.name).toBe(name);
    expect(peer.version).toMatch(/ \d+\.\d+\.\d+$/);
    expect(peer.settings.length).toBeGreaterThan(0);
  });

  it('falls freely, and keeps its spin without torque', () => {
    const spin: Vector = [0, 0, 3];
    using(sceneOf([dynamic(BOX, [1, 2, 50], { velocity: [1, 0, 2], angularVelocity: spin })]), (world) => {
      run(world, 1);
      const [x, y, z] = world.position('body');
      // Semi-implicit Euler falls g t dt / 2 too far, or less with substeps.
      expect([x, y]).toEqual([expect.closeTo(2, 3), expect.closeTo(2, 3)]);
      expect(Math.abs(z - (50 + 2 - G / 2))).toBeLessThan(0.5 * G * DT + 1e-3);
      expect(world.velocity('body')[2]).toBeCloseTo(2 - G, 3);
      expect(world.angularVelocity('body')[2]).toBeCloseTo(3, 3);
      const [, , qz, qw] = world.rotation('body');
      expect(2 * Math.atan2(qz, qw)).toBeCloseTo(3, 2);
      expect(world.time).toBeCloseTo(1, 9);
    });
  });

  it('follows a change of gravity', () => {
    using(sceneOf([dynamic(BOX, [0, 0, 5], { velocity: [0, 0, AWAKE] })]), (world) => {
      world.setGravity(3, -2, 0);
      run(world, 0.5);
      const [x, y, z] = world.velocity('body');
      expect([x, y, z]).toEqual([expect.closeTo(1.5, 4), expect.closeTo(-1, 4), expect.closeTo(AWAKE, 4)]);
    });
  });

  const square: Vector[] = [-0.3, 0.3].flatMap((x) =>
    [-0.2, 0.2].flatMap((y) => [-0.1, 0.1].map((z): Vector => [x, y, z])),
  );
  const shapes: readonly (readonly [string, ShapeSpec, number])[] = [
    ['box', BOX, 0.1],
    ['sphere', { kind: 'sphere', radius: 0.3 }, 0.3],
    ['cylinder', { kind: 'cylinder', radius: 0.4, height: 0.3 }, 0.15],
    ['hull', { kind: 'hull', points: square }, 0.1],
    [
      'compound',
      {
        kind: 'compound',
        parts: [-1, 1].map((side) => ({ shape: { kind: 'sphere', radius: 0.2 }, position: [0.5 * side, 0, 0] })),
      },
      0.2,
    ],
  ];
  it.each(shapes)('a %s rests on the ground', (_, shape, height) => {
    using(sceneOf([GROUND, dynamic(shape, [0, 0, height])]), (world) => {
      run(world, 2);
      const [x, y, z] = world.position('body');
      expect(Math.hypot(x, y)).toBeLessThan(1e-4);
      expect(Math.abs(z - height)).toBeLessThan(2e-3);
      expect(Math.hypot(...world.velocity('body'))).toBeLessThan(1e-3);
    });
  });

  it.each(shapes)('a %s has the mass and inertia of the solid', (_, shape) => {
    const velocity: Vector = [AWAKE, 0, 0];
    using(sceneOf([dynamic(shape, [0, 0, 5], { velocity })], { gravity: [0, 0, 0] }), (world) => {
      const [fx, fy, fz] = [3, 4, 5];
      world.push('body', fx, fy, fz);
      world.step(DT);
      const v = world.velocity('body');
      for (const [k, f] of [fx, fy, fz].entries()) expect(v[k] - velocity[k]).toBeCloseTo((f / 2) * DT, 5);
      expect(Math.hypot(...world.angularVelocity('body'))).toBeLessThan(1e-6);
      world.step(DT); // the push lasted one step
      expect(world.velocity('body')[0]).toBeCloseTo(v[0], 6);
    });
    for (const [axis, moment] of momentsOf(shape).entries()) {
      using(sceneOf([dynamic(shape, [0, 0, 5])], { gravity: [0, 0, 0] }), (world) => {
        // A couple about one axis: two opposite pushes half a metre from the centre.
        const [along, across] = [(axis + 1) % 3, (axis + 2) % 3];
        const arm: [number, number, number] = [0, 0, 0];
        const force: [number, number, number] = [0, 0, 0];
        arm[along] = 0.5;
        force[across] = 1;
        world.push('body', ...force, arm);
        world.push('body', -force[0], -force[1], -force[2], [-arm[0], -arm[1], -arm[2]]);
        world.step(DT);
        expectRate(world.angularVelocity('body')[axis], DT / moment);
        expect(Math.hypot(...world.velocity('body'))).toBeLessThan(1e-6);
      });
    }
  });

  it('uses a given inertia', () => {
    const body = dynamic(BOX, [0, 0, 5], { inertia: [0.3, 0.4, 0.5], velocity: [AWAKE, 0, 0] });
    using(sceneOf([body], { gravity: [0, 0, 0] }), (world) => {
      world.push('body', 0, 1, 0, [1, 0, 0]);
      world.step(DT);
      expectRate(world.angularVelocity('body')[2], 2 * DT);
      expect(world.velocity('body')[1] / DT).toBeCloseTo(0.5, 3);
    });
  });

  it('keeps a body on its guide', () => {
    using(sceneOf([dynamic(BOX, [0, 0, 1], { guide: 'x', velocity: [AWAKE, 0, 0] })]), (world) => {
      run(world, 0.5, () => world.push('body', 2, 3, 4, [0.1, 0.2, 0.3]));
      const [x, y, z] = world.position('body');
      expect(x).toBeCloseTo(0.5 * AWAKE + 0.125, 2);
      expect([y, z]).toEqual([expect.closeTo(0, 6), expect.closeTo(1, 6)]);
      expect(Math.abs(world.rotation('body')[3])).toBeCloseTo(1, 6);
    });
  });

  it('a kinematic plate follows its velocity and drags a box along', () => {
    const plate: BodySpec = {
      name: 'plate',
      kind: 'kinematic',
      shape: { kind: 'box', halfExtents: [5, 5, 0.1] },
      position: [0, 0, -0.1],
    };
    using(sceneOf([plate, dynamic(BOX, [0.3, 0, 0.1])]), (world) => {
      run(world, 0.5);
      world.setVelocity('plate', 0.1, 0.2, 0);
      run(world, 1);
      const [x, y, z] = world.position('plate');
      expect([x, y, z]).toEqual([expect.closeTo(0.1, 4), expect.closeTo(0.2, 4), expect.closeTo(-0.1, 5)]);
      expect(world.velocity('plate')[1]).toBeCloseTo(0.2, 5);
      expect(world.velocity('body')[0]).toBeCloseTo(0.1, 4);
      expect(world.velocity('body')[1]).toBeCloseTo(0.2, 4);
      // It was dragged along: v²/(2 μ g) short of the plate.
      expect(world.position('body')[1]).toBeCloseTo(0.2 - 0.005, 2);
    });
    using(sceneOf([plate, dynamic(BOX, [0, 0, 0.1])]), (world) => {
      run(world, 0.5);
      world.setAngularVelocity('plate', 0, 0, 0.5);
      run(world, 1);
      const [, , z, w] = world.rotation('plate');
      expect(2 * Math.atan2(z, w)).toBeCloseTo(0.5, 3);
      expect(world.angularVelocity('body')[2]).toBeCloseTo(0.5, 3);
    });
  });

  it('uses the μ of the scene, however the engine combines two', () => {
    for (const mu of [0.2, 0.5, 0.8]) {
      using(sceneOf([GROUND, dynamic(BOX, [0, 0, 0.1])], { stockMu: mu }), (world) => {
        run(world, 0.5);
        // Until it stops: sliding bodies hop in MuJoCo.
        world.setVelocity('body', 3, 0, 0);
        run(world, 2);
        const reference = 9 / (2 * mu * G);
        // The step alone may cost half a step's distance.
        expect(Math.abs(world.position('body')[0] - reference)).toBeLessThan(0.005 * reference + 0.5 * 3 * DT);
      });
    }
  });

  it('joints hold, and hinges rotate only about their axis', () => {
    const hook: BodySpec = { name: 'hook', kind: 'fixed', shape: BOX, position: [0, 0, 5] };
    const arm = dynamic(BOX, [1, 0, 5]);
    for (const joint of [
      { kind: 'ball', bodyA: 'hook', bodyB: 'body', at: [0.5, 0, 5] },
      { kind: 'hinge', bodyA: 'hook', bodyB: 'body', at: [0.5, 0, 5], axis: [0, 1, 0] },
    ] as const) {
      using(sceneOf([hook, arm], { joints: [joint] }), (world) => {
        run(world, 0.25, () => world.push('body', 0, 0.5, 0, [0, 0, 0]));
        const [x, y, z] = world.position('body');
        expect(Math.hypot(x - 0.5, y, z - 5)).toBeCloseTo(0.5, 2);
        expect(z).toBeLessThan(4.9);
        if (joint.kind === 'hinge') expect(Math.abs(y)).toBeLessThan(2e-3);
        else expect(y).toBeGreaterThan(5e-3);
      });
    }
  });

  it('removes a body', () => {
    using(sceneOf([GROUND, dynamic(BOX, [0, 0, 0.1]), { ...dynamic(BOX, [0, 0, 0.3]), name: 'above' }]), (world) => {
      run(world, 0.5);
      world.remove('body');
      run(world, 1);
      expect(world.position('above')[2]).toBeCloseTo(0.1, 2);
      expect(() => world.position('body')).toThrow('body');
    });
  });

  it('has the surface velocity that it claims', () => {
    const surfaceVelocity = { body: 'ground', velocity: [0, 0.5, 0] as const };
    using(sceneOf([GROUND, dynamic(BOX, [0, 0, 0.1])], { peerFriction: { surfaceVelocity } }), (world) => {
      run(world, 1);
      expect(world.velocity('body')[1]).toBeCloseTo(peer.features.materials.surfaceVelocity ? 0.5 : 0, 2);
    });
  });

  it('has the spinning and rolling resistance that it claims', () => {
    const giving = (peerFriction: PeerFriction) => (scene: Scene) => peer.build({ ...scene, peerFriction });
    const spin = measureSpinTime(giving({ spinningRadius: SPINNING_BALL.radius }), SPINNING_BALL, 20, DT);
    const roll = measureRollDistance(giving({ rollingRadius: ROLLING_BALL.radius }), ROLLING_BALL, 2, DT);
    const { spinningRadius, rollingRadius } = peer.features.materials;
    if (spinningRadius) expect(Math.abs(spin / exactSpinTime(SPINNING_BALL, 20) - 1)).toBeLessThan(0.02);
    else expect(spin).toBe(Number.POSITIVE_INFINITY);
    if (rollingRadius) expect(Math.abs(roll / exactRollDistance(ROLLING_BALL, 2) - 1)).toBeLessThan(0.02);
    else expect(roll).toBeNaN();
  });

  it('two worlds are independent', () => {
    const scene = sceneOf([GROUND, dynamic(BOX, [0, 0, 0.1])]);
    const one = peer.build(scene);
    const other = peer.build(scene);
    one.setVelocity('body', 1, 0, 0);
    run(one, 0.1);
    one.dispose();
    run(other, 0.5);
    expect(Math.hypot(...other.velocity('body'))).toBeLessThan(1e-3);
    other.dispose();
  });

  it('disposed worlds free all their memory', () => {
    const all = shapes.map(([kind, shape], k) => ({ ...dynamic(shape, [2 * k, 0, 1]), name: kind }));
    const build = () =>
      using(
        sceneOf([GROUND, ...all], { joints: [{ kind: 'ball', bodyA: 'box', bodyB: 'ground', at: [0, 0, 1] }] }),
        (world) => {
          world.remove('sphere');
          run(world, 5 * DT);
        },
      );
    for (let k = 0; k < 20; k++) build();
    const used = peer.memoryUsed;
    if (!used) throw new Error(`${name} does not report its memory use`);
    const before = used();
    const grown = Array.from({ length: 4 }, () => {
      for (let k = 0; k < 200; k++) build();
      return used() - before;
    });
    // 500 bytes a world: less than any engine object. A leak grows in every round; MuJoCo's address varies by half a megabyte.
    expect(Math.min(...grown)).toBeLessThan(200 * 500);
  });
});

/** Computed by hand, for 2 kg. */
function momentsOf(shape: ShapeSpec): Vector {
  const m = 2;
  switch (shape.kind) {
    case 'box': {
      const [a, b, c] = shape.halfExtents.map((h) => (m / 3) * h * h);
      return [b + c, a + c, a + b];
    }
    case 'sphere': {
      const i = 0.4 * m * shape.radius ** 2;
      return [i, i, i];
    }
    case 'cylinder': {
      const i = (m / 12) * (3 * shape.radius ** 2 + shape.height ** 2);
      return [i, i, 0.5 * m * shape.radius ** 2];
    }
    case 'hull': // the box .6 x .4 x .2
      return [(m / 12) * (0.16 + 0.04), (m / 12) * (0.36 + 0.04), (m / 12) * (0.36 + 0.16)];
    case 'compound': {
      const ball = 0.4 * m * 0.2 ** 2;
      return [ball, ball + m * 0.25, ball + m * 0.25];
    }
    case 'ground':
      throw new Error('the ground has no mass');
  }
}
