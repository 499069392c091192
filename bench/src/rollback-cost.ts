import RAPIER from '@dimforge/rapier3d-compat';
import { installFriction as installInCannon } from '@stiction/cannon-adapter';
import { bristle, coulomb, type FrictionLaw, lugre, type SavedState } from '@stiction/friction-core';
import { installFriction as installInRapier } from '@stiction/rapier-adapter';
import * as CANNON from 'cannon-es';
import { quantile, timeOf } from './timing.js';

/**
 * Cost of saving and loading the state of 200 crates, as a share of a step of the same world: CPU time, in turn with steps, in one process.
 *
 *     npm run bench -- rollback-cost
 *
 * Also counted: bytes of a state, and bytes of JavaScript objects that a save into an old state and a load allocate. Without Rapier's snapshot, also
 * how far the crates are from where they were the first time, one second after a load.
 */
const CRATES = 200;
const LAYER = 50;
const DT = 1 / 60;
const WARM = 120;
const ROUNDS = 150;

interface World {
  name: string;
  step(): void;
  save(into?: SavedState): SavedState;
  load(from: SavedState): void;
  positions(): number[];
}

/** Four layers of crates with gaps; every second one slides at first. */
function place(k: number): [number, number, number] {
  return [1.1 * (k % 10), 0.5 + Math.floor(k / LAYER) * 1.01, 1.1 * Math.floor((k % LAYER) / 10)];
}

function cannonWorld(name: string, law: FrictionLaw): World {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -9.81, 0) });
  const ground = new CANNON.Body({ mass: 0, shape: new CANNON.Plane() });
  ground.quaternion.set(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
  world.addBody(ground);
  for (let k = 0; k < CRATES; k++) {
    const crate = new CANNON.Body({ mass: 10, shape: new CANNON.Box(new CANNON.Vec3(0.5, 0.5, 0.5)) });
    crate.position.set(...place(k));
    crate.velocity.x = k % 2;
    world.addBody(crate);
  }
  const friction = installInCannon(world, { default: law });
  return {
    name: `cannon-es, \`${name}\``,
    step: () => world.step(DT),
    save: (into) => friction.saveState(into),
    load: (from) => friction.loadState(from),
    positions: () => world.bodies.flatMap(({ position: { x, y, z } }) => [x, y, z]),
  };
}

function rapierWorld(name: string, law: FrictionLaw, exact: boolean): World {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(100, 1, 100).setTranslation(0, -1, 0));
  const bodies = Array.from({ length: CRATES }, (_, k) => {
    const desc = RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(...place(k))
      .setLinvel(k % 2, 0, 0)
      .setCanSleep(false);
    const body = world.createRigidBody(desc);
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5).setMass(10), body);
    return body;
  });
  const friction = installInRapier(world, { default: law, rapier: RAPIER });
  return {
    name: `Rapier, \`${name}\`${exact ? '' : ', `exact: false`'}`,
    step: () => friction.step(),
    save: (into) => friction.saveState(into, { exact }),
    load: (from) => friction.loadState(from),
    positions: () => bodies.map((body) => body.translation()).flatMap(({ x, y, z }) => [x, y, z]),
  };
}

function measure({ name, step, save, load, positions }: World): string {
  for (let k = 0; k < WARM; k++) step();
  const state = save();
  // Compiles both.
  for (let k = 0; k < WARM; k++) {
    step();
    save(state);
    load(state);
  }
  const saved: number[] = [];
  const loaded: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const unit = timeOf(step);
    saved.push(timeOf(() => save(state)) / unit);
    loaded.push(timeOf(() => load(state)) / unit);
  }
  const bytes = [allocated(() => save(state)), allocated(() => load(state))];
  for (let k = 0; k < 60; k++) step();
  const there = positions();
  load(state);
  for (let k = 0; k < 60; k++) step();
  const distance = Math.max(...positions().map((x, k) => Math.abs(x - there[k])));
  const [save50, load50] = [quantile(saved, 0.5), quantile(loaded, 0.5)].map((share) => share.toFixed(2));
  const difference = distance === 0 ? 'none' : `${(1e3 * distance).toPrecision(2)} mm`;
  return `| ${name} | ${save50} | ${load50} | ${Math.round(state.byteLength / 1000)} kB | ${bytes.join(', ')} | ${difference} |`;
}

/** Bytes of JavaScript objects per call; the least of some rounds, since the garbage collector runs in between. */
function allocated(act: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 20; k++) act();
    const used = process.memoryUsage().heapUsed - before;
    if (used >= 0) least = Math.min(least, used / 20);
  }
  return Math.round(least);
}

await RAPIER.init();
const LAWS: readonly [string, () => FrictionLaw][] = [
  ['coulomb', () => coulomb({ mu: 0.5 })],
  ['bristle', () => bristle({ mu: 0.5, stiffness: 1e5 })],
  ['lugre', () => lugre({ sigma0: 1e5, sigma1: 100, muC: 0.4, muS: 0.5, vS: 0.01 })],
];
console.log(
  '| world of 200 crates | save / step | load / step | state | allocated by save, load [bytes] | difference after 1 s |',
);
console.log('|---|---|---|---|---|---|');
for (const [name, create] of LAWS) {
  console.log(measure(cannonWorld(name, create())));
  for (const exact of [true, false]) console.log(measure(rapierWorld(name, create(), exact)));
}
