import type { ColliderDesc, RigidBody, RigidBodyDesc, World } from '@dimforge/rapier3d-compat';
import { seededRandom } from '@stiction/friction-core/testing';
import { createWorld, slab } from '../support.js';
import { full, RAPIER } from './support.js';

/** Scenes of Rapier's testbed, rebuilt from their descriptions with z up: full size with STICTION_FULL, small otherwise. */
interface TestbedScene {
  world: World;
  /** Called before step k; returns a body if it has created one. */
  drive?(k: number): RigidBody | undefined;
  /** Time by which it should sleep [s]. */
  seconds: number;
}

export const MU = 0.5;
/** Angular damping; round bodies would roll for a long time [1/s]. */
const DAMPING = 10;

/** `offset` shifts the starting positions [m], to show how much depends on chance. */
type Build = (dt: number, offset: number) => TestbedScene;

export const TESTBED: Readonly<Record<string, Build>> = {
  ccd,
  'convex polyhedra': (dt, offset) => drop(dt, slab(), hull, offset),
  fountain,
  heightfield: (dt, offset) => drop(dt, heightfield(), mixed, offset),
  trimesh: (dt, offset) => drop(dt, trimesh(STEEP), mixed, offset),
  'hulls on a flat trimesh': (dt, offset) => drop(dt, trimesh(0), hull, offset, 4),
  'hulls on a trimesh': (dt, offset) => drop(dt, trimesh(GENTLE), hull, offset, 4),
  voxels: (dt, offset) => drop(dt, voxels(), mixed, offset),
  joints,
  keva,
  pyramid,
  'locked rotations': lockedRotations,
  platforms,
};

type At = readonly [x: number, y: number, z: number];

function add(
  world: World,
  shape: ColliderDesc,
  at: At,
  desc: RigidBodyDesc = RAPIER.RigidBodyDesc.dynamic(),
): RigidBody {
  const body = world.createRigidBody(desc.setTranslation(...at));
  world.createCollider(shape.setFriction(MU), body);
  return body;
}

const cube = (half: number): ColliderDesc => RAPIER.ColliderDesc.cuboid(half, half, half);

type Random = () => number;
type Shape = (random: Random, k: number) => ColliderDesc;

const mixed: Shape = (_, k) =>
  [
    () => cube(0.25),
    () => RAPIER.ColliderDesc.ball(0.25),
    () => RAPIER.ColliderDesc.cylinder(0.25, 0.25),
    () => RAPIER.ColliderDesc.capsule(0.2, 0.2),
    () => RAPIER.ColliderDesc.cone(0.25, 0.25),
  ][k % 5]();

const hull: Shape = (random) => {
  const points = Float32Array.from({ length: 30 }, () => 0.6 * (random() - 0.5));
  const desc = RAPIER.ColliderDesc.convexHull(points);
  if (!desc) throw new Error('ten random points must have a hull');
  return desc;
};

/** Layers of bodies fall on the ground. */
function drop(dt: number, ground: ColliderDesc, shape: Shape, offset: number, layersInShortRun = 2): TestbedScene {
  const world = createWorld(dt, ground.setFriction(MU));
  const random = seededRandom(3);
  const [side, layers] = full ? [8, 6] : [3, layersInShortRun];
  for (let k = 0; k < side * side * layers; k++) {
    const at = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)].map((n) => 0.7 * n);
    const place = [at[0] - 0.35 * side + 0.1 * random() + offset, at[1] - 0.35 * side + 0.1 * random(), at[2] + 1];
    const desc = RAPIER.RigidBodyDesc.dynamic().setAngularDamping(DAMPING);
    add(world, shape(random, k), place as unknown as At, desc);
  }
  return { world, seconds: full ? 15 : 9 };
}

/** Walls of boxes and two fast heavy bodies with CCD, in an arena. */
function ccd(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  for (const [x, y] of [
    [45, 0],
    [-45, 0],
    [0, 45],
    [0, -45],
  ])
    world.createCollider(
      RAPIER.ColliderDesc.cuboid(x ? 15 : 60, y ? 15 : 60, 40)
        .setTranslation(x, y, 0)
        .setFriction(MU),
    );
  const [walls, width] = full ? [5, 8] : [2, 4];
  for (let w = 0; w < walls; w++) {
    for (let k = 0; k < width * width; k++) {
      const at = [2 * w, 0.5 * ((k % width) - width / 2), 0.25 + 0.5 * Math.floor(k / width)] as const;
      add(world, cube(0.25), at);
    }
  }
  for (const [k, shape] of [RAPIER.ColliderDesc.ball(0.2), cube(0.2)].entries()) {
    const desc = RAPIER.RigidBodyDesc.dynamic().setLinvel(1000, 0, 0).setCcdEnabled(true);
    add(world, shape.setDensity(10), [-20, 0.6 * k - 0.3 + offset, 0.9], desc);
  }
  return { world, seconds: full ? 10 : 6 };
}

/** Bodies are thrown up one after another. */
function fountain(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  const random = seededRandom(5);
  const count = full ? 250 : 20;
  const every = Math.round((full ? 1 / 20 : 1 / 8) / dt);
  let created = 0;
  return {
    world,
    seconds: full ? 25 : 9,
    drive(k) {
      if (k % every !== 0 || created >= count) return undefined;
      const desc = RAPIER.RigidBodyDesc.dynamic()
        .setLinvel(2 * (random() - 0.5), 2 * (random() - 0.5), 5)
        .setAngularDamping(DAMPING);
      return add(world, mixed(random, created++), [offset, 0, 2], desc);
    },
  };
}

/** Chains of ten bodies with each kind of joint, fixed at one end; the last bodies lie on the ground. */
function joints(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  const [links, chains] = full ? [10, 5] : [4, 1];
  const origin = { x: 0, y: 0, z: 0 };
  const [left, right] = [
    { ...origin, x: -0.5 },
    { ...origin, x: 0.5 },
  ];
  const identity = { ...origin, w: 1 };
  const kinds = [
    () => RAPIER.JointData.spherical(right, left),
    () => RAPIER.JointData.revolute(right, left, { x: 0, y: 1, z: 0 }),
    () => RAPIER.JointData.fixed(right, identity, left, identity),
    () => {
      const data = RAPIER.JointData.prismatic(right, left, { x: 0, y: 0, z: 1 });
      data.limitsEnabled = true;
      data.limits = [-0.5, 0.5];
      return data;
    },
  ];
  for (const [row, make] of kinds.entries()) {
    for (let c = 0; c < chains; c++) {
      const y = 2 * row + 8 * c;
      let last = add(world, cube(0.2), [0, y, 0.5 * links], RAPIER.RigidBodyDesc.fixed());
      for (let k = 1; k <= links; k++) {
        const body = add(world, cube(0.2), [k + offset, y, 0.5 * links]);
        world.createImpulseJoint(make(), last, body, true);
        last = body;
      }
    }
  }
  return { world, seconds: full ? 10 : 4 };
}

/** Layers of planks, each crossing the one below. */
function keva(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  const [x, y, z] = [0.1, 2, 0.5];
  const [blocks, layers, lines] = full ? [3, 4, 5] : [1, 3, 3];
  const spacing = (y * 2 - x * 2) / (lines - 1);
  let base = 0;
  for (let block = 0; block < blocks; block++) {
    for (let layer = 0; layer < layers; layer++, base += 2 * z) {
      for (let k = 0; k < lines; k++) {
        const along = -y + x + spacing * k;
        if (layer % 2 === 0) add(world, RAPIER.ColliderDesc.cuboid(x, y, z), [along + offset, 0, base + z]);
        else add(world, RAPIER.ColliderDesc.cuboid(y, x, z), [0, along + offset, base + z]);
      }
    }
    // A lid for the next block to stand on.
    for (let k = 0; k < 4; k++)
      add(world, RAPIER.ColliderDesc.cuboid(y / 4, y, x), [-y + y / 4 + (k * y) / 2, 0, base + x]);
    base += 2 * x;
  }
  return { world, seconds: full ? 10 : 5 };
}

function pyramid(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  const base = full ? 20 : 6;
  for (let level = 0; level < base; level++) {
    for (let k = 0; k < base - level; k++) {
      const x = 1.1 * (k - (base - level - 1) / 2);
      add(world, cube(0.5), [x + (level === 0 && k === 0 ? offset : 0), 0, 0.5 + level]);
    }
  }
  return { world, seconds: full ? 10 : 5 };
}

/** Falling bodies that can rotate about all axes, one axis or none. */
function lockedRotations(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  const count = full ? 60 : 12;
  for (let k = 0; k < count; k++) {
    const desc = RAPIER.RigidBodyDesc.dynamic().setAngularDamping(DAMPING);
    if (k % 3 === 0) desc.lockRotations();
    if (k % 3 === 1) desc.enabledRotations(true, false, false);
    const shape = k % 2 === 0 ? RAPIER.ColliderDesc.cuboid(0.2, 0.6, 0.4) : RAPIER.ColliderDesc.capsule(0.3, 0.3);
    add(world, shape, [0.3 * (k % 4) + offset, 0.4 * (k % 3), 1 + 0.9 * k], desc);
  }
  return { world, seconds: full ? 15 : 8 };
}

/** Two kinematic platforms, one velocity-based and one position-based, carry boxes and stop. */
function platforms(dt: number, offset: number): TestbedScene {
  const world = createWorld(dt, slab().setFriction(MU));
  const make = RAPIER.RigidBodyDesc;
  const plate = (): ColliderDesc => RAPIER.ColliderDesc.cuboid(2, 2, 0.1);
  const fast = add(world, plate(), [0, 0, 1], make.kinematicVelocityBased());
  const slow = add(world, plate(), [6, 0, 1], make.kinematicPositionBased());
  const side = full ? 6 : 3;
  for (const x of [0, 6]) {
    for (let k = 0; k < side * side * 2; k++) {
      const at = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)];
      const gap = 3.6 / side;
      add(world, cube(0.25), [x - 1.5 + gap * at[0] + offset, -1.5 + gap * at[1], 1.4 + 0.55 * at[2]]);
    }
  }
  const moving = full ? 6 : 3;
  return {
    world,
    seconds: moving + 4,
    drive(k) {
      const time = Math.min(k * dt, moving);
      const speed = time < moving ? 1 : 0;
      fast.setLinvel({ x: 0, y: speed * Math.sin(2 * time), z: 0.3 * speed * Math.cos(2 * time) }, speed > 0);
      if (speed > 0) slow.setNextKinematicTranslation({ x: 6, y: 0.5 - 0.5 * Math.cos(2 * time), z: 1 });
      return undefined;
    },
  };
}

const CELLS = 20;
const SIDE = 20;
/** Heights of the hills [m]; heaps on steep ones slide for a long time, in stock too. */
const STEEP = 0.3;
const GENTLE = 0.1;
const hills = (i: number, k: number, height = STEEP): number => height * Math.sin(i) * Math.cos(k);

function heightfield(): ColliderDesc {
  const row = CELLS + 1;
  const heights = Float32Array.from({ length: row * row }, (_, n) => hills(Math.floor(n / row), n % row));
  // Rapier's height fields are y-up; a rotation by 90 degrees about x makes them z-up.
  return RAPIER.ColliderDesc.heightfield(CELLS, CELLS, heights, { x: SIDE, y: 1, z: SIDE }).setRotation({
    x: Math.SQRT1_2,
    y: 0,
    z: 0,
    w: Math.SQRT1_2,
  });
}

function trimesh(height: number): ColliderDesc {
  const row = CELLS + 1;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < row; i++) {
    for (let k = 0; k < row; k++) {
      vertices.push(SIDE * (i / CELLS - 0.5), SIDE * (k / CELLS - 0.5), hills(i, k, height));
      const at = row * i + k;
      if (i < CELLS && k < CELLS) triangles.push(at, at + row, at + row + 1, at, at + row + 1, at + 1);
    }
  }
  return RAPIER.ColliderDesc.trimesh(Float32Array.from(vertices), Uint32Array.from(triangles));
}

function voxels(): ColliderDesc {
  const cells: number[] = [];
  for (let i = -20; i < 20; i++) {
    for (let k = -20; k < 20; k++) for (const z of [-1, Math.round(2 * hills(0.5 * i, 0.5 * k))]) cells.push(i, k, z);
  }
  return RAPIER.ColliderDesc.voxels(Int32Array.from(cells), { x: 0.5, y: 0.5, z: 0.25 });
}
