import { coulomb } from '@stiction/friction-core';
import type { BodySpec, PlainWorld, Rotation, Scene, Vector } from '../scene.js';
import { GRAVITY } from './box-on-ground.js';
import type { Build } from './run.js';

/**
 * Contact quality: structures that stand, lean or hang and should keep doing so. There is no reference motion; the measure is how far
 * bodies move from their initial positions. SI units.
 */

const GROUND: BodySpec = { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] };

function standing(name: string, mu: number, bodies: readonly BodySpec[]): Scene {
  return {
    name,
    gravity: [0, 0, -GRAVITY],
    bodies: [GROUND, ...bodies],
    stockMu: mu,
    law: coulomb({ mu }),
    duration: 30,
  };
}

const box = (name: string, mass: number, half: Vector, position: Vector, rotation?: Rotation): BodySpec => ({
  name,
  kind: 'dynamic',
  mass,
  shape: { kind: 'box', halfExtents: half },
  position,
  ...(rotation && { rotation }),
});

/** A stack of ten 1 kg cubes with one of `ratio` kg on top. */
export function loadedStack(ratio: number, count = 10): Scene {
  const cubes = Array.from({ length: count + 1 }, (_, k) =>
    box(`cube ${k}`, k === count ? ratio : 1, [0.5, 0.5, 0.5], [0, 0, 0.5 + k]),
  );
  return standing(`${ratio} kg on ${count} x 1 kg`, 0.5, cubes);
}

/** A planar pyramid of rows of cubes, each cube on two others. 45 rows have 1035 cubes, 44 have 990. */
export function pyramid(rows: number): Scene {
  const edge = 0.5;
  const pitch = 1.05 * edge;
  const cubes: BodySpec[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < rows - r; c++) {
      const x = (c - 0.5 * (rows - r - 1)) * pitch;
      cubes.push(box(`cube ${r}.${c}`, 1, [edge / 2, edge / 2, edge / 2], [x, 0, edge * (r + 0.5)]));
    }
  }
  return standing(`pyramid of ${cubes.length}`, 0.6, cubes);
}

/** Layers of n x n cubes, each layer on the gaps of the one below: 14 layers are 1² + … + 14² = 1015 cubes. */
export function squarePyramid(layers: number): Scene {
  const edge = 0.5;
  const cubes: BodySpec[] = [];
  for (let r = 0; r < layers; r++) {
    const n = layers - r;
    for (let k = 0; k < n * n; k++) {
      const x = ((k % n) - 0.5 * (n - 1)) * 1.05 * edge;
      const y = (Math.floor(k / n) - 0.5 * (n - 1)) * 1.05 * edge;
      cubes.push(box(`cube ${r}.${k}`, 1, [edge / 2, edge / 2, edge / 2], [x, y, edge * (r + 0.5)]));
    }
  }
  return standing(`pyramid of ${cubes.length}`, 0.6, cubes);
}

/** Cubes dropped on each other with gaps, each slightly offset from the one below. */
export function staggered(count: number): Scene {
  const cubes = Array.from({ length: count }, (_, k) =>
    box(`cube ${k}`, 1, [0.5, 0.5, 0.5], [0.05 * (k % 2), 0.03 * (k % 3), 0.52 + 1.02 * k]),
  );
  return standing(`${count} cubes, dropped`, 0.5, cubes);
}

/** A house of 15 cards in three storeys: pairs leaning on each other, and cards across their tops. */
export function cardHouse(scale = 1, degrees = 22): Scene {
  const length = scale;
  const thick = 0.03 * scale;
  const half: Vector = [thick / 2, 0.35 * scale, length / 2];
  const lean = (degrees * Math.PI) / 180;
  const s = Math.sin(lean);
  const c = Math.cos(lean);
  const gap = 0.01 * scale;
  const pitch = 2 * (length * s + thick * c) + gap;
  const height = length * c + thick * s;
  const cards: BodySpec[] = [];
  const mass = 0.1 * scale ** 3;
  for (let storey = 0; storey < 3; storey++) {
    const floor = storey * (height + thick);
    const pairs = 3 - storey;
    for (let k = 0; k < pairs; k++) {
      const x = (k - 0.5 * (pairs - 1)) * pitch;
      for (const side of [-1, 1]) {
        const turn: Rotation = [0, -side * Math.sin(lean / 2), 0, Math.cos(lean / 2)];
        const at: Vector = [x + side * 0.5 * (length * s + thick * c), 0, floor + 0.5 * height];
        cards.push(box(`card ${storey}.${k}.${side}`, mass, half, at, turn));
      }
      if (k === 0) continue;
      const lying: Vector = [0.5 * (pitch - gap), half[1], thick / 2];
      const at: Vector = [x - 0.5 * pitch, 0, floor + height + 0.5 * thick];
      cards.push(box(`card ${storey}.${k}`, mass, lying, at));
    }
  }
  return standing('card house of 15', 0.8, cards);
}

/** Links on hinges from a fixed hook, held out sideways, with a heavy ball at the end. */
export function hangingChain(links: number, load: number): Scene {
  const half = 0.25;
  const bodies: BodySpec[] = [
    { name: 'hook', kind: 'fixed', shape: { kind: 'box', halfExtents: [0.05, 0.05, 0.05] }, position: [0, 0, 30] },
  ];
  const joints: NonNullable<Scene['joints']>[number][] = [];
  for (let k = 0; k < links; k++) {
    const last = k === links - 1;
    bodies.push(box(`link ${k}`, last ? load : 1, [0.2, 0.05, 0.05], [half + 2 * half * k, 0, 30]));
    joints.push({
      kind: 'hinge',
      bodyA: k === 0 ? 'hook' : `link ${k - 1}`,
      bodyB: `link ${k}`,
      at: [2 * half * k, 0, 30],
      axis: [0, 1, 0],
    });
  }
  return { ...standing(`chain of ${links}, end ${load} kg`, 0.5, []), bodies, joints };
}

/** A plank on a ridge with a box at one end: it tips to the ground and the box stays on it. */
export function seesaw(): Scene {
  return standing('see-saw', 0.5, [
    {
      name: 'ridge',
      kind: 'fixed',
      shape: { kind: 'box', halfExtents: [0.1, 0.5, 0.15] },
      position: [0, 0, 0.15],
    },
    box('plank', 2, [2, 0.4, 0.05], [0, 0, 0.35]),
    box('left', 1, [0.2, 0.2, 0.2], [-1.5, 0, 0.6]),
    box('right', 3, [0.2, 0.2, 0.2], [1.5, 0, 0.6]),
  ]);
}

export interface Standing {
  /** Largest sideways drift of a body [m]. */
  lateral: number;
  /** Largest drop of a body [m]. */
  drop: number;
  /** Largest speed in the last step [m/s]. */
  speed: number;
}

export function measureStanding(build: Build, scene: Scene, seconds: number, dt: number): Standing {
  const world = build(scene);
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) world.step(dt);
  const result: Standing = { lateral: 0, drop: 0, speed: 0 };
  for (const spec of scene.bodies) {
    if (spec.kind !== 'dynamic') continue;
    const [x, y, z] = world.position(spec.name);
    result.lateral = Math.max(result.lateral, Math.hypot(x - spec.position[0], y - spec.position[1]));
    result.drop = Math.max(result.drop, spec.position[2] - z);
    result.speed = Math.max(result.speed, Math.hypot(...world.velocity(spec.name)));
  }
  world.dispose();
  return result;
}

/** Largest gap at a hinge of a chain, over the whole run [m]. */
export function measureChainGap(build: Build, scene: Scene, seconds: number, dt: number): number {
  const world = build(scene);
  let gap = 0;
  for (let k = 0; k < Math.round(seconds / dt); k++) {
    world.step(dt);
    for (const { bodyA, bodyB, at } of scene.joints ?? []) {
      const a = pointOf(world, scene, bodyA, at);
      const b = pointOf(world, scene, bodyB, at);
      gap = Math.max(gap, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
  }
  world.dispose();
  return gap;
}

/** Current position of the body-fixed point that started at `at`. */
function pointOf(world: PlainWorld, scene: Scene, name: string, at: Vector): Vector {
  const start = scene.bodies.find((body) => body.name === name)?.position ?? [0, 0, 0];
  const [x, y, z, w] = world.rotation(name);
  const p = [at[0] - start[0], at[1] - start[1], at[2] - start[2]];
  const t = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])];
  const now = world.position(name);
  return [
    now[0] + p[0] + w * t[0] + y * t[2] - z * t[1],
    now[1] + p[1] + w * t[1] + z * t[0] - x * t[2],
    now[2] + p[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}
