import RAPIER from '@dimforge/rapier3d-compat';
import { installFriction as installInCannon } from '@stiction/cannon-adapter';
import { adhesive, coulomb, type FrictionLaw, lugre, type SavedState } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { installFriction as installInRapier } from '@stiction/rapier-adapter';
import * as CANNON from 'cannon-es';
import { describe, expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { LAWS } from '../src/laws/all-laws.js';
import { LUGRE } from '../src/laws/catalogue.js';

/**
 * Random rollbacks under every law and modifier: a world is set back to a random one of its last states, again and again, and every step must have the
 * bits that it had the first time. Boxes, a ball and a cylinder are thrown, stacked and jointed, and get random impulses.
 */
const SEED = Number(process.env.STICTION_SEED ?? 20261119);
const WORLDS = full ? 4 : 1;
const FRAMES = full ? 90 : 20;
const CASES: typeof LAWS = {
  ...LAWS,
  'adhesive(coulomb)': () => adhesive(coulomb({ mu: 0.5 }), { force: 4, range: 1e-3 }),
  'adhesive(lugre)': () => adhesive(lugre(LUGRE), { pressure: 50 }),
};
/** Laws whose sets are solved iteratively. */
const TABLE_LAWS = Object.keys(LAWS).filter((name) => /textured|patch|ecp/i.test(name));
/** States that are kept. */
const RING = 6;

interface Player {
  /** Applies an impulse to body k. */
  push(k: number, x: number, y: number, z: number): void;
  step(): void;
  bits(): string;
  save(into?: SavedState): SavedState;
  load(from: SavedState): void;
  free(): void;
}

/** Half the size, or the radius; the first two touch, one lies on the other. */
const BODIES: readonly { kind: 'box' | 'ball' | 'cylinder'; at: [number, number, number]; velocity: number }[] = [
  { kind: 'box', at: [0, 0, 0.2], velocity: 0 },
  { kind: 'box', at: [0.05, 0.02, 0.61], velocity: 0 },
  { kind: 'box', at: [-2, 0.1, 0.3], velocity: 3 },
  { kind: 'ball', at: [-2, 1, 0.25], velocity: 2 },
  { kind: 'cylinder', at: [2, 0.3, 0.4], velocity: -1 },
  { kind: 'box', at: [2, 2, 0.2], velocity: 0 },
];
const HALF = 0.2;
const MASS = 2;
/** Bodies that are jointed. */
const JOINTED = [4, 5] as const;

function inCannon(law: FrictionLaw): Player {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0.5, 0, -9.81), allowSleep: true });
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  const shapes = {
    box: () => new CANNON.Box(new CANNON.Vec3(HALF, HALF, HALF)),
    ball: () => new CANNON.Sphere(HALF),
    cylinder: () => new CANNON.Cylinder(HALF, HALF, 2 * HALF, 8),
  };
  const bodies = BODIES.map(({ kind, at, velocity }) => {
    const body = new CANNON.Body({ mass: MASS, shape: shapes[kind](), position: new CANNON.Vec3(...at) });
    body.velocity.x = velocity;
    body.sleepTimeLimit = 0.2;
    world.addBody(body);
    return body;
  });
  const [a, b] = JOINTED;
  world.addConstraint(new CANNON.DistanceConstraint(bodies[a], bodies[b]));
  const friction = installInCannon(world, { default: law, warn: () => undefined });
  return {
    push: (k, x, y, z) => bodies[k].applyImpulse(new CANNON.Vec3(x, y, z)),
    step: () => world.step(1 / 60),
    bits: () =>
      bodies
        .flatMap((one) => [one.position, one.quaternion, one.velocity, one.angularVelocity, one.sleepState])
        .join(' '),
    save: (into) => friction.saveState(into),
    load: (from) => friction.loadState(from),
    free: () => friction.uninstall(),
  };
}

function inRapier(law: FrictionLaw): Player {
  const world = new RAPIER.World({ x: 0.5, y: 0, z: -9.81 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 50, 1).setTranslation(0, 0, -1));
  const shapes = {
    box: () => RAPIER.ColliderDesc.cuboid(HALF, HALF, HALF),
    ball: () => RAPIER.ColliderDesc.ball(HALF),
    cylinder: () => RAPIER.ColliderDesc.cylinder(HALF, HALF),
  };
  const bodies = BODIES.map(({ kind, at, velocity }) => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...at)
        .setLinvel(velocity, 0, 0),
    );
    world.createCollider(shapes[kind]().setMass(MASS), body);
    return body;
  });
  const [a, b] = JOINTED;
  const rope = RAPIER.JointData.rope(2, { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  world.createImpulseJoint(rope, bodies[a], bodies[b], true);
  const friction = installInRapier(world, { default: law, rapier: RAPIER });
  return {
    push: (k, x, y, z) => bodies[k].applyImpulse({ x, y, z }, true),
    step: () => friction.step(),
    bits: () =>
      bodies
        .flatMap((one) => [...[one.translation(), one.rotation(), one.linvel(), one.angvel()], one.isSleeping()])
        .map((value) => JSON.stringify(value))
        .join(' '),
    save: (into) => friction.saveState(into),
    load: (from) => friction.loadState(from),
    free: () => world.free(),
  };
}

await RAPIER.init();
const ENGINES: [string, (law: FrictionLaw) => Player][] = [
  ['cannon-es', inCannon],
  ['Rapier', inRapier],
];

describe.each(ENGINES)('rolled back at random, %s repeats its bits with', (_engine, create) => {
  test.each(Object.keys(CASES))('%s', (name) => {
    for (let w = 0; w < WORLDS; w++) {
      const seed = SEED + w;
      const random = seededRandom(seed);
      const player = create(CASES[name]());
      const states: SavedState[] = [];
      const pushes = Array.from({ length: FRAMES }, () =>
        Array.from({ length: 5 }, (_, e) => (e === 0 ? Math.floor(random() * BODIES.length) : 2 * random() - 1)),
      );
      const bits: string[] = [];
      let newest = 0;
      const play = (frame: number) => {
        states[frame % RING] = player.save(states[frame % RING]);
        const [k, x, y, z, chance] = pushes[frame];
        if (chance > 0.3) player.push(k, 4 * x, 4 * y, 2 * z);
        player.step();
        const now = player.bits();
        if (frame === newest) bits[newest++] = now;
        else expect(now, `seed ${seed}, frame ${frame}`).toBe(bits[frame]);
      };
      try {
        for (let frame = 0; frame < FRAMES; frame++) {
          play(frame);
          if (random() < 0.75) continue;
          const back = Math.floor(random() * Math.min(RING, frame + 1));
          player.load(states[(frame - back) % RING]);
          for (let again = frame - back; again <= frame; again++) play(again);
        }
      } catch (error) {
        // Sets from tables and of patches end up to 0.2 % outside in some of these scenes: an assertion ends the run, with or without rollbacks.
        if (!String(error).includes('solvePatch: the friction impulse is outside its set')) throw error;
        expect(TABLE_LAWS).toContain(name);
      }
      player.free();
    }
  });
});
