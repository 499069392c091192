import { installFriction } from '@stiction/cannon-adapter';
import { coulomb } from '@stiction/friction-core';
import { cannonExamples, startExample } from '@stiction/scenes/cannon-examples';
import * as CANNON from 'cannon-es';

/** CPU time of whole steps with Stiction over stock; both worlds step alternately in one process. */
const DT = 1 / 60;
const ROUNDS = 5;
/** Small worlds run more rounds, until stock has used this much CPU time [s]; otherwise compilation dominates. */
const LEAST_TIME = 0.3;
const MOST_ROUNDS = 80;
/** Steps of one world before switching to the other. */
const TURN = 30;

interface Runner {
  step(): void;
}

interface Contest {
  name: string;
  seconds: number;
  start(stiction: boolean): Runner;
}

/** A raycast kart that drives past five balls: a typical small game. */
function startKart(stiction: boolean): Runner {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  const chassis = new CANNON.Body({ mass: 150, shape: new CANNON.Box(new CANNON.Vec3(1, 0.5, 0.25)) });
  chassis.position.set(0, 0, 1);
  const vehicle = new CANNON.RaycastVehicle({
    chassisBody: chassis,
    indexForwardAxis: 0,
    indexRightAxis: 1,
    indexUpAxis: 2,
  });
  for (const x of [-0.8, 0.8]) {
    for (const y of [-0.5, 0.5]) {
      vehicle.addWheel({
        radius: 0.3,
        directionLocal: new CANNON.Vec3(0, 0, -1),
        axleLocal: new CANNON.Vec3(0, 1, 0),
        chassisConnectionPointLocal: new CANNON.Vec3(x, y, 0),
        suspensionStiffness: 40,
        suspensionRestLength: 0.3,
        frictionSlip: 1.4,
        dampingRelaxation: 2.3,
        dampingCompression: 4.4,
        maxSuspensionForce: 1e5,
      });
    }
  }
  vehicle.addToWorld(world);
  for (let k = 0; k < 5; k++) {
    const ball = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.3) });
    ball.position.set(3 + k, k - 2, 0.3);
    world.addBody(ball);
  }
  for (const wheel of [0, 1]) vehicle.applyEngineForce(-60, wheel);
  for (const wheel of [2, 3]) vehicle.setSteeringValue(0.2, wheel);
  if (stiction) installFriction(world, { default: coulomb({ mu: 0.3 }) });
  return { step: () => world.step(DT) };
}

/** Boxes standing side by side on the floor. */
function startBoxes(count: number, stiction: boolean): Runner {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  for (let k = 0; k < count; k++) {
    const box = new CANNON.Body({ mass: 1, shape: new CANNON.Box(new CANNON.Vec3(0.5, 0.5, 0.5)) });
    box.position.set(3 * k, 0, 0.5);
    world.addBody(box);
  }
  if (stiction) installFriction(world, { default: coulomb({ mu: 0.3 }) });
  return { step: () => world.step(DT) };
}

const CONTESTS: readonly Contest[] = [
  { name: 'kart and five balls', seconds: 6, start: startKart },
  { name: 'ten boxes, apart', seconds: 6, start: (stiction) => startBoxes(10, stiction) },
  ...cannonExamples.map(
    ({ name, build }): Contest => ({
      name,
      seconds: build().seconds,
      start(stiction) {
        const { step } = startExample(build, { stiction });
        return { step: () => step(DT) };
      },
    }),
  ),
];

export function runCannonCost(): string {
  const lines = ['| world | step over stock | share of the sum |', '|---|---|---|'];
  const results = CONTESTS.map((contest) => ({ name: contest.name, ...race(contest) }));
  const examples = results.slice(2);
  const sum = (side: 'stock' | 'ours') => examples.reduce((total, result) => total + result[side], 0);
  for (const { name, stock, ours } of results) {
    const share = examples.some((one) => one.name === name) ? `${((100 * stock) / sum('stock')).toFixed(0)} %` : '-';
    lines.push(`| ${name} | ${(ours / stock).toFixed(2)} | ${share} |`);
  }
  lines.push(`| **all examples together** | **${(sum('ours') / sum('stock')).toFixed(2)}** | |`);
  return lines.join('\n');
}

/** CPU seconds of the fastest round of each. */
function race({ seconds, start }: Contest): { stock: number; ours: number } {
  const best = { stock: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
  let spent = 0;
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && spent < LEAST_TIME); round++) {
    const worlds = [start(false), start(true)];
    const used = [0, 0];
    for (let k = 0; k < seconds / DT; k += TURN) {
      for (const [w, world] of worlds.entries()) {
        const before = process.cpuUsage();
        for (let s = 0; s < TURN; s++) world.step();
        const { user, system } = process.cpuUsage(before);
        used[w] += (user + system) / 1e6;
      }
    }
    spent += used[0];
    best.stock = Math.min(best.stock, used[0]);
    best.ours = Math.min(best.ours, used[1]);
  }
  return best;
}
