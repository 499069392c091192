import RAPIER from '@dimforge/rapier2d-compat';
import { coulomb } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { installFloor as installMatter } from '@stiction/top-down/matter';
import { installFloor as installPlanck } from '@stiction/top-down/planck';
import { installFloor as installRapier } from '@stiction/top-down/rapier';
import Matter from 'matter-js';
import * as planck from 'planck';

import { quantile, timeOf } from './timing.js';

/**
 * Cost of a floor: a step of a 2-D world with 500 bodies on a floor over the same world with damping instead, CPU time, both worlds stepping
 * alternately in one process.
 *
 *     npm run bench -- top-down-cost
 *
 * Half of the bodies are boxes, half discs. 'sliding': all slide, spin and bump into each other; they get new velocities four times a
 * second, the same in both worlds. 'a tenth slides': so do 50 of them, the others lie still. 'at rest': all lie still, awake.
 */
const DT = 1 / 60;
const BODIES = 500;
const WARM = 60;
const ROUNDS = 25;
/** Per round, and between kicks. */
const STEPS = 15;
const SPACING = 0.75;
const COLUMNS = 25;
/** Half a box's side and radius of a disc [m]. */
const SIZE = 0.25;
const MU = 0.2;
/** What a game would set instead [1/s]. */
const DAMPING = 1;
/** Pixels per metre in Matter.js. */
const PX = 100;

interface World {
  step(): void;
  /** Sets velocity and angular velocity of body k. */
  kick(k: number, vx: number, vy: number, spin: number): void;
}

const x = (k: number): number => SPACING * (k % COLUMNS);
const y = (k: number): number => SPACING * Math.floor(k / COLUMNS);
const isBox = (k: number): boolean => k % 2 === 0;
const law = coulomb({ mu: MU });
/** Walls around the bodies, so that they stay together. */
const WIDTH = SPACING * COLUMNS;
const HEIGHT = (SPACING * BODIES) / COLUMNS;
const WALLS = [
  { x: -1.5, y: HEIGHT / 2, halfWidth: 1, halfHeight: HEIGHT },
  { x: WIDTH + 0.5, y: HEIGHT / 2, halfWidth: 1, halfHeight: HEIGHT },
  { x: WIDTH / 2, y: -1.5, halfWidth: WIDTH, halfHeight: 1 },
  { x: WIDTH / 2, y: HEIGHT + 0.5, halfWidth: WIDTH, halfHeight: 1 },
];

function rapierWorld(isStock: boolean): World {
  const world = new RAPIER.World({ x: 0, y: 0 });
  world.timestep = DT;
  if (!isStock) installRapier(world, { default: law });
  for (const { x, y, halfWidth, halfHeight } of WALLS) {
    world.createCollider(RAPIER.ColliderDesc.cuboid(halfWidth, halfHeight).setTranslation(x, y));
  }
  const bodies = Array.from({ length: BODIES }, (_, k) => {
    const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(x(k), y(k)).setCanSleep(false);
    if (isStock) desc.setLinearDamping(DAMPING).setAngularDamping(DAMPING);
    const body = world.createRigidBody(desc);
    world.createCollider(isBox(k) ? RAPIER.ColliderDesc.cuboid(SIZE, SIZE) : RAPIER.ColliderDesc.ball(SIZE), body);
    return body;
  });
  return {
    step: () => world.step(),
    kick(k, vx, vy, spin) {
      bodies[k].setLinvel({ x: vx, y: vy }, true);
      bodies[k].setAngvel(spin, true);
    },
  };
}

function planckWorld(isStock: boolean): World {
  const world = new planck.World({ gravity: { x: 0, y: 0 }, allowSleep: false });
  if (!isStock) installPlanck(world, { default: law });
  for (const { x, y, halfWidth, halfHeight } of WALLS) {
    world.createBody({ position: { x, y } }).createFixture({ shape: new planck.Box(halfWidth, halfHeight) });
  }
  const damping = isStock ? { linearDamping: DAMPING, angularDamping: DAMPING } : {};
  const bodies = Array.from({ length: BODIES }, (_, k) => {
    const body = world.createBody({ type: 'dynamic', position: { x: x(k), y: y(k) }, ...damping });
    body.createFixture({ shape: isBox(k) ? new planck.Box(SIZE, SIZE) : new planck.Circle(SIZE), density: 1 });
    return body;
  });
  return {
    step: () => world.step(DT),
    kick(k, vx, vy, spin) {
      bodies[k].setLinearVelocity({ x: vx, y: vy });
      bodies[k].setAngularVelocity(spin);
    },
  };
}

function matterWorld(isStock: boolean): World {
  const engine = Matter.Engine.create({ gravity: { x: 0, y: 0 } });
  if (!isStock) installMatter(engine, { default: law, lengthUnit: PX });
  for (const { x, y, halfWidth, halfHeight } of WALLS) {
    const wall = Matter.Bodies.rectangle(PX * x, PX * y, 2 * PX * halfWidth, 2 * PX * halfHeight, { isStatic: true });
    Matter.Composite.add(engine.world, wall);
  }
  const damping = { frictionAir: isStock ? DAMPING * DT : 0 };
  const bodies = Array.from({ length: BODIES }, (_, k) => {
    const side = 2 * PX * SIZE;
    const body = isBox(k)
      ? Matter.Bodies.rectangle(PX * x(k), PX * y(k), side, side, { ...damping })
      : Matter.Bodies.circle(PX * x(k), PX * y(k), PX * SIZE, { ...damping });
    Matter.Composite.add(engine.world, body);
    return body;
  });
  return {
    step: () => void Matter.Engine.update(engine, 1000 * DT),
    kick(k, vx, vy, spin) {
      Matter.Body.setVelocity(bodies[k], { x: vx * PX * DT, y: vy * PX * DT });
      Matter.Body.setAngularVelocity(bodies[k], spin * DT);
    },
  };
}

/** Kicks every n-th body; n = 0 kicks none. */
function kickBodies(worlds: readonly World[], n: number, random: () => number): void {
  if (n === 0) return;
  for (let k = 0; k < BODIES; k += n) {
    const vx = 4 * random() - 2;
    const vy = 4 * random() - 2;
    const spin = 10 * random() - 5;
    for (const world of worlds) world.kick(k, vx, vy, spin);
  }
}

await RAPIER.init();
console.log('| engine | bodies | step / stock | stock step, ms |\n|---|---|---|---|');
for (const [engine, create] of [
  ['Rapier 2D', rapierWorld],
  ['Planck', planckWorld],
  ['Matter.js', matterWorld],
] as const) {
  for (const [name, n] of [
    ['sliding', 1],
    ['a tenth slides', 10],
    ['at rest', 0],
  ] as const) {
    const worlds = [create(true), create(false)];
    const random = seededRandom(7);
    for (let k = 0; k < WARM / STEPS; k++) {
      kickBodies(worlds, n, random);
      for (const world of worlds) for (let s = 0; s < STEPS; s++) world.step();
    }
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      kickBodies(worlds, n, random);
      for (const [k, world] of worlds.entries()) {
        times[k].push(
          timeOf(() => {
            for (let s = 0; s < STEPS; s++) world.step();
          }) / STEPS,
        );
      }
    }
    const [stock, ours] = times.map((list) => quantile(list, 0.5));
    console.log(`| ${engine} | ${name} | ${(ours / stock).toFixed(2)} | ${stock.toFixed(2)} |`);
  }
}
