import RAPIER, { type Collider, type ColliderDesc, type RigidBody, type World } from '@dimforge/rapier3d-compat';
import { seededRandom } from '@stiction/friction-core/testing';

/**
 * Worlds for the cost of a step in Rapier. Nothing outside drives them, so that a snapshot holds all of their motion: kinematic bodies or
 * joint motors keep them moving.
 */
interface CostScene {
  build(): Built;
  /** Steps before both twins start from it. */
  settle: number;
}

interface Built {
  world: World;
  /** Colliders that a case may give a special law. */
  loads: Collider[];
  /** Alternatives to these: the belt, the tyres. */
  special?: Collider[];
}

export const MU = 0.5;
const G = 9.81;

export const SCENES = named({
  'stacks of 200': { build: () => towers(20), settle: 120 },
  'stacks of 1000': { build: () => towers(100), settle: 120 },
  'asleep 1000': { build: () => towers(100, true), settle: 400 },
  'heap of 200': { build: () => drum(200), settle: 300 },
  'heap of 1000': { build: () => drum(1000), settle: 300 },
  belt: { build: belt, settle: 60 },
  car: { build: car, settle: 120 },
  mesh: { build: () => terrain(meshGround()), settle: 240 },
  'height field': { build: () => terrain(fieldGround()), settle: 240 },
  voxels: { build: () => terrain(voxelGround()), settle: 240 },
});

/** Keeps the names. */
function named<Name extends string>(scenes: Record<Name, CostScene>): Record<Name, CostScene> {
  return scenes;
}

export type SceneName = keyof typeof SCENES;

function createWorld(): World {
  return new RAPIER.World({ x: 0, y: 0, z: -G });
}

function addGround(world: World, desc: ColliderDesc = RAPIER.ColliderDesc.cuboid(200, 200, 1)): Collider {
  if (desc.shape.type === RAPIER.ShapeType.Cuboid) desc.setTranslation(0, 0, -1);
  return world.createCollider(desc.setFriction(MU));
}

function addLoad(
  world: World,
  shape: ColliderDesc,
  [x, y, z]: readonly [number, number, number],
  canSleep = false,
): Collider {
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(canSleep));
  return world.createCollider(shape.setFriction(MU), body);
}

/** Towers of ten cubes of 1 m. */
function towers(count: number, canSleep = false): Built {
  const world = createWorld();
  addGround(world);
  const side = Math.ceil(Math.sqrt(count));
  const loads: Collider[] = [];
  for (let t = 0; t < count; t++) {
    const [x, y] = [2 * (t % side), 2 * Math.floor(t / side)];
    for (let k = 0; k < 10; k++)
      loads.push(addLoad(world, RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5), [x, y, 0.5 + k], canSleep));
  }
  return { world, loads };
}

const DRUM = { radius: 3.5, spin: 0.5, sides: 12, wall: 0.5, cell: 0.62 };

/** Boxes, balls and cylinders in a drum rotating about x: its paddles keep the heap moving. The drum is as long as its content needs. */
function drum(count: number): Built {
  const world = createWorld();
  const { radius, spin, sides, wall, cell } = DRUM;
  const half = count / 160;
  const body = world.createRigidBody(
    RAPIER.RigidBodyDesc.kinematicVelocityBased().setAngvel({ x: spin, y: 0, z: 0 }).setCanSleep(false),
  );
  const width = (radius + 2 * wall) * Math.tan(Math.PI / sides);
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides;
    const rotation = { x: Math.sin(angle / 2), y: 0, z: 0, w: Math.cos(angle / 2) };
    const put = (desc: ColliderDesc, r: number): void => {
      desc.setTranslation(0, r * Math.sin(angle), -r * Math.cos(angle)).setRotation(rotation);
      world.createCollider(desc.setFriction(MU), body);
    };
    put(RAPIER.ColliderDesc.cuboid(half + 2 * wall, width, wall), radius + wall);
    if (k % 4 === 0) put(RAPIER.ColliderDesc.cuboid(half, 0.1, 0.3), radius - 0.3);
  }
  for (const side of [-1, 1]) {
    const cap = RAPIER.ColliderDesc.cuboid(wall, radius + 2 * wall, radius + 2 * wall);
    world.createCollider(cap.setTranslation(side * (half + wall), 0, 0).setFriction(MU), body);
  }
  const random = seededRandom(1);
  const cells = Math.floor((2 * half) / cell);
  const inside = radius - cell;
  const loads: Collider[] = [];
  for (let z = -inside; loads.length < count; z += cell) {
    if (z > inside) throw new Error(`drum: no room for ${count} bodies`);
    for (let y = -inside; y <= inside; y += cell) {
      if (Math.hypot(y, z) > inside) continue;
      for (let k = 0; k < cells && loads.length < count; k++) {
        const size = 0.2 + 0.1 * random();
        loads.push(addLoad(world, SHAPES[loads.length % 3](size), [(k + 0.5) * cell - half, y, z]));
      }
    }
  }
  return { world, loads };
}

const SHAPES: readonly ((size: number) => ColliderDesc)[] = [
  (size) => RAPIER.ColliderDesc.cuboid(size, 0.8 * size, 0.6 * size),
  (size) => RAPIER.ColliderDesc.ball(size),
  (size) => RAPIER.ColliderDesc.cylinder(0.6 * size, size),
];

/** 200 separate crates on a belt. */
function belt(): Built {
  const world = createWorld();
  const special = [addGround(world)];
  const loads = Array.from({ length: 200 }, (_, k) =>
    addLoad(world, RAPIER.ColliderDesc.cuboid(0.3, 0.3, 0.3), [(k % 20) - 10, Math.floor(k / 20) - 5, 0.3]),
  );
  return { world, loads, special };
}

/** A car driving in a circle, with crates in stacks of two and three on both sides of its lane. */
function car(): Built {
  const world = createWorld();
  addGround(world);
  const loads: Collider[] = [];
  for (let k = 0; loads.length < 500; k++) {
    const [x, y] = [2 * ((k % 20) - 9.5), 2 * (Math.floor(k / 20) - 9.5)];
    // The lane.
    if (Math.abs(Math.hypot(x, y) - LANE) < 2) continue;
    for (let level = 0; level < 2 + (k % 2) && loads.length < 500; level++)
      loads.push(addLoad(world, RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5), [x, y, 0.5 + level]));
  }
  return { world, loads, special: addCar(world) };
}

const LANE = 8;
const WHEEL = { radius: 0.35, track: 0.8, base: 1.2 };

function addCar(world: World): Collider[] {
  const { radius, track, base } = WHEEL;
  const describe = (x: number, y: number, z: number) =>
    RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(false);
  const chassis = world.createRigidBody(describe(0, -LANE, 0.6));
  world.createCollider(RAPIER.ColliderDesc.cuboid(1.5, 0.6, 0.2).setMass(800).setFriction(MU), chassis);
  const steer = Math.atan2(2 * base, LANE);
  return [-1, 1].flatMap((front) =>
    [-1, 1].map((side) => {
      const at = { x: front * base, y: side * track, z: -0.6 + radius };
      const tyre = world.createRigidBody(describe(at.x, at.y - LANE, radius));
      const collider = world.createCollider(
        RAPIER.ColliderDesc.cylinder(0.12, radius).setMass(20).setFriction(MU),
        tyre,
      );
      const axis = front > 0 ? { x: -Math.sin(steer), y: Math.cos(steer), z: 0 } : { x: 0, y: 1, z: 0 };
      const joint = hinge(world, chassis, tyre, at, axis);
      if (front < 0) joint.configureMotorVelocity(3 / radius, 200);
      return collider;
    }),
  );
}

function hinge(
  world: World,
  chassis: RigidBody,
  tyre: RigidBody,
  at: { x: number; y: number; z: number },
  axis: { x: number; y: number; z: number },
): InstanceType<typeof RAPIER.RevoluteImpulseJoint> {
  const data = RAPIER.JointData.revoluteWithAxes(at, { x: 0, y: 0, z: 0 }, axis, { x: 0, y: 1, z: 0 });
  const joint = world.createImpulseJoint(data, chassis, tyre, true);
  joint.setContactsEnabled(false);
  return joint as InstanceType<typeof RAPIER.RevoluteImpulseJoint>;
}

/** 200 boxes on uneven ground. */
function terrain(ground: ColliderDesc): Built {
  const world = createWorld();
  addGround(world, ground);
  const random = seededRandom(2);
  const loads = Array.from({ length: 200 }, (_, k) => {
    const size = 0.25 + 0.15 * random();
    const at = [1.2 * ((k % 20) - 9.5), 1.2 * (Math.floor(k / 20) - 4.5), 1.2] as const;
    return addLoad(world, RAPIER.ColliderDesc.cuboid(size, 0.8 * size, 0.6 * size), at);
  });
  return { world, loads };
}

const CELLS = 60;
const SIDE = 40;

/** Height of the hills [m]. */
const hills = (x: number, y: number): number => 0.15 * Math.sin(1.3 * x) * Math.cos(1.1 * y);

const node = (i: number): number => SIDE * (i / CELLS - 0.5);

function meshGround(): ColliderDesc {
  const row = CELLS + 1;
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < row; i++) {
    for (let k = 0; k < row; k++) {
      vertices.push(node(i), node(k), hills(node(i), node(k)));
      const at = row * i + k;
      if (i < CELLS && k < CELLS) triangles.push(at, at + row, at + row + 1, at, at + row + 1, at + 1);
    }
  }
  return RAPIER.ColliderDesc.trimesh(
    Float32Array.from(vertices),
    Uint32Array.from(triangles),
    RAPIER.TriMeshFlags.FIX_INTERNAL_EDGES,
  );
}

function fieldGround(): ColliderDesc {
  const row = CELLS + 1;
  const heights = Float32Array.from({ length: row * row }, (_, n) => hills(node(Math.floor(n / row)), node(n % row)));
  // Rapier's height field has y up; a quarter turn about x makes that z.
  return RAPIER.ColliderDesc.heightfield(
    CELLS,
    CELLS,
    heights,
    { x: SIDE, y: 1, z: SIDE },
    RAPIER.HeightFieldFlags.FIX_INTERNAL_EDGES,
  ).setRotation({ x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 });
}

function voxelGround(): ColliderDesc {
  const edge = 0.25;
  const half = Math.round(SIDE / 2 / edge);
  const cells: number[] = [];
  for (let i = -half; i < half; i++) {
    for (let k = -half; k < half; k++) {
      const top = Math.floor(hills(edge * i, edge * k) / edge);
      for (let level = top - 2; level <= top; level++) cells.push(i, k, level);
    }
  }
  return RAPIER.ColliderDesc.voxels(Int32Array.from(cells), { x: edge, y: edge, z: edge });
}
