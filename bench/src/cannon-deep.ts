import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import * as CANNON from 'cannon-es';
import { isQuick } from './quick.js';

/** Situations with unavoidable overlap, in cannon-es at 1/60 s: deep piles of spheres, and fast landings. */
const DT = 1 / 60;
const SEEDS = isQuick ? [1] : [1, 2, 3];
const LAYERS = isQuick ? 3 : 30;
/** Half width of the container [m]; spheres have a radius of 1 m. */
const HALF = 4.4;
const TIMES = isQuick ? [0.2] : [1, 2, 10];
const MUS = [0, 0.3];

function createWorld(gravity: number): CANNON.World {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -gravity) });
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  return world;
}

/** 480 spheres of 1 kg, 16 to a layer, fall into a container from 5 cm above each other, g 30. */
function startPile(seed: number, mu: number, stiction: boolean): CANNON.World {
  const world = createWorld(30);
  world.broadphase = new CANNON.SAPBroadphase(world);
  world.defaultContactMaterial.friction = mu;
  const addWall = (x: number, y: number): void => {
    const wall = new CANNON.Body({ mass: 0, shape: new CANNON.Plane(), position: new CANNON.Vec3(x, y, 0) });
    wall.quaternion.setFromVectors(CANNON.Vec3.UNIT_Z, new CANNON.Vec3(-x, -y, 0).unit());
    world.addBody(wall);
  };
  for (const side of [-HALF, HALF]) {
    addWall(side, 0);
    addWall(0, side);
  }
  const random = seededRandom(seed);
  for (let k = 0; k < 16 * LAYERS; k++) {
    const x = -3.3 + 2.2 * (k % 4) + 0.1 * (random() - 0.5);
    const y = -3.3 + 2.2 * (Math.floor(k / 4) % 4) + 0.1 * (random() - 0.5);
    const position = new CANNON.Vec3(x, y, 1.05 + 2.05 * Math.floor(k / 16));
    world.addBody(new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(1), position }));
  }
  if (stiction) installFriction(world, { default: coulomb({ mu }) });
  return world;
}

/** Deepest and mean overlap of all contacts [m]. */
function overlapOf(world: CANNON.World): { deepest: number; mean: number } {
  let deepest = 0;
  let sum = 0;
  for (const { bi, bj, ri, rj, ni } of world.contacts) {
    const overlap = Math.max(0, -ni.dot(bj.position.vadd(rj).vsub(bi.position.vadd(ri))));
    deepest = Math.max(deepest, overlap);
    sum += overlap;
  }
  return { deepest, mean: sum / Math.max(1, world.contacts.length) };
}

/** Rows of the table: the mean over the seeds at each of the times. */
function measurePile(mu: number, stiction: boolean): string[] {
  const sums = TIMES.map(() => ({ deepest: 0, mean: 0 }));
  for (const seed of SEEDS) {
    const world = startPile(seed, mu, stiction);
    for (let step = 1; step <= Math.max(...TIMES) / DT; step++) {
      world.step(DT);
      const at = TIMES.findIndex((time) => Math.round(time / DT) === step);
      if (at < 0) continue;
      const { deepest, mean } = overlapOf(world);
      sums[at].deepest += deepest / SEEDS.length;
      sums[at].mean += mean / SEEDS.length;
    }
  }
  return sums.map(({ deepest, mean }) => `${(1e3 * deepest).toFixed(0)}, ${(1e3 * mean).toFixed(1)} mm`);
}

interface Doll {
  world: CANNON.World;
  energy(): number;
}

/** 58 kg in ten boxes with cone-twist joints, upright, `height` above the floor. */
function startDoll(speed: number, height: number, stiction: boolean): Doll {
  const world = createWorld(9.81);
  const bodies: CANNON.Body[] = [];
  const add = (mass: number, size: readonly [number, number, number], x: number, z: number): CANNON.Body => {
    const body = new CANNON.Body({
      mass,
      shape: new CANNON.Box(new CANNON.Vec3(size[0], size[1], size[2])),
      position: new CANNON.Vec3(x, 0, z + height),
      velocity: new CANNON.Vec3(0, 0, -speed),
      linearDamping: 0,
      angularDamping: 0,
    });
    world.addBody(body);
    bodies.push(body);
    return body;
  };
  const join = (a: CANNON.Body, b: CANNON.Body, x: number, z: number): void => {
    const pivot = new CANNON.Vec3(x, 0, z + height);
    const axis = CANNON.Vec3.UNIT_Z;
    world.addConstraint(
      new CANNON.ConeTwistConstraint(a, b, {
        pivotA: a.pointToLocalFrame(pivot),
        pivotB: b.pointToLocalFrame(pivot),
        axisA: axis,
        axisB: axis,
        angle: 0.8,
        twistAngle: 0.4,
        collideConnected: false,
      }),
    );
  };
  const torso = add(22, [0.18, 0.12, 0.3], 0, 1.14);
  join(torso, add(4, [0.1, 0.1, 0.12], 0, 1.58), 0, 1.45);
  for (const side of [-1, 1]) {
    const thigh = add(8, [0.07, 0.08, 0.2], 0.12 * side, 0.62);
    join(add(5, [0.06, 0.08, 0.2], 0.12 * side, 0.2), thigh, 0.12 * side, 0.41);
    join(thigh, torso, 0.12 * side, 0.83);
    const arm = add(2, [0.05, 0.05, 0.15], 0.26 * side, 1.27);
    join(arm, torso, 0.26 * side, 1.41);
    join(add(1, [0.04, 0.04, 0.14], 0.26 * side, 0.96), arm, 0.26 * side, 1.11);
  }
  if (stiction) installFriction(world, { default: coulomb({ mu: 0.5 }) });
  const energyOf = ({ mass, velocity, position, quaternion, angularVelocity, inertia }: CANNON.Body): number => {
    const w = quaternion.inverse().vmult(angularVelocity);
    const spin = inertia.x * w.x * w.x + inertia.y * w.y * w.y + inertia.z * w.z * w.z;
    return 0.5 * (mass * velocity.lengthSquared() + spin) + 9.81 * mass * position.z;
  };
  return { world, energy: () => bodies.reduce((sum, body) => sum + energyOf(body), 0) };
}

/** Energy gain above the minimum so far in the first second [J]: mean and maximum over the phase of the impact within a step. */
function measureLanding(speed: number, stiction: boolean): string {
  const rises: number[] = [];
  const phases = 8;
  for (let k = 0; k < phases; k++) {
    const { world, energy } = startDoll(speed, 0.005 + ((k / phases) * speed) / 60, stiction);
    let lowest = energy();
    let rise = 0;
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      const now = energy();
      lowest = Math.min(lowest, now);
      rise = Math.max(rise, now - lowest);
    }
    rises.push(rise);
  }
  const mean = rises.reduce((sum, rise) => sum + rise, 0) / phases;
  return `${mean.toFixed(0)}, ${Math.max(...rises).toFixed(0)} J`;
}

export function runDeep(): string {
  const lines = ['| 480 spheres: overlap, deepest, mean | after | cannon-es | Stiction |', '|---|---|---|---|'];
  for (const mu of MUS) {
    const stock = measurePile(mu, false);
    const ours = measurePile(mu, true);
    for (const [k, time] of TIMES.entries()) lines.push(`| μ ${mu} | ${time} s | ${stock[k]} | ${ours[k]} |`);
  }
  lines.push(
    '',
    '| a doll lands upright: energy gain, mean, maximum | energy | cannon-es | Stiction |',
    '|---|---|---|---|',
  );
  for (const speed of [3, 6, 9]) {
    const whole = startDoll(speed, 0.05, false).energy().toFixed(0);
    lines.push(`| ${speed} m/s | ${whole} J | ${measureLanding(speed, false)} | ${measureLanding(speed, true)} |`);
  }
  return lines.join('\n');
}
