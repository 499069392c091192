import { type BodySpec, type Piece, piecesOf, type Rotation, type Scene, type Vector } from '@stiction/scenes';
import type load from 'ammojs3/dist/ammo.wasm.js';
import { rotateBack } from './rigid-parts.js';

export type Ammo = Awaited<ReturnType<typeof load>>;
export type Shape = InstanceType<Ammo['btCollisionShape']>;

/** Collision margin of boxes and cylinders, inside their faces [m]. */
const MARGIN = 1e-3;
/** The margin of hulls lies outside them. Two hulls still rest on their faces; with 0 they creep. */
const HULL_MARGIN = 1e-4;

/** An upright cylinder is a prism with this many sides. */
const SIDES = 32;

/** Half extents of the slab that represents the ground, with its top face at z = 0 [m]. */
const GROUND: Vector = [50, 50, 10];

/** The engine and its argument objects. */
export interface ShapeMaker {
  ammo: Ammo;
  vector(v: Vector): InstanceType<Ammo['btVector3']>;
  pose(position: Vector, rotation: Rotation): InstanceType<Ammo['btTransform']>;
}

/** Shape of the ground, and of upright cylinders. */
export type Ground = 'box' | 'hull';

/**
 * Pairs of boxes and pairs of hulls with known faces have special tests; all other pairs get one point per step, and a spinning disc loses
 * them as fast. Therefore the ground is a box, unless there are hulls or upright cylinders and no boxes; then it is a hull, and so are
 * these cylinders. Bullet's plane also gives one point per step.
 */
export function findGround({ bodies }: Scene): Ground {
  const kinds = bodies.flatMap((spec) => piecesOf(spec.shape).map(({ shape }) => (stands(spec) ? 'hull' : shape.kind)));
  return kinds.includes('hull') && !kinds.includes('box') ? 'hull' : 'box';
}

function stands({ shape, rotation = [0, 0, 0, 1] }: BodySpec): boolean {
  return shape.kind === 'cylinder' && Math.abs(rotateBack(rotation, [0, 0, 1])[2]) > 0.999;
}

/** The body's shape first, then its parts. */
export function createShapes(engine: ShapeMaker, spec: BodySpec, ground: Ground): Shape[] {
  const pieces = piecesOf(spec.shape);
  const prism = ground === 'hull' && stands(spec);
  const made = pieces.map((piece) => createShape(engine, piece, prism, ground));
  if (spec.shape.kind !== 'compound' && spec.shape.kind !== 'ground') return made;
  const compound = new engine.ammo.btCompoundShape();
  for (const [
    k,
    {
      shape,
      position: [x, y, z],
      rotation,
    },
  ] of pieces.entries()) {
    const below = shape.kind === 'ground' ? GROUND[2] : 0;
    compound.addChildShape(engine.pose([x, y, z - below], rotation), made[k]);
  }
  return [compound, ...made];
}

function createShape(engine: ShapeMaker, { shape }: Piece, prism: boolean, ground: Ground): Shape {
  const { ammo, vector } = engine;
  const slim = (made: Shape): Shape => {
    made.setMargin(MARGIN);
    return made;
  };
  switch (shape.kind) {
    case 'box':
      return slim(new ammo.btBoxShape(vector(shape.halfExtents)));
    case 'sphere':
      return new ammo.btSphereShape(shape.radius);
    case 'cylinder': {
      const { radius, height } = shape;
      if (prism) return createHull(engine, prismOf(radius, height));
      return slim(new ammo.btCylinderShapeZ(vector([radius, radius, height / 2])));
    }
    case 'hull':
      return createHull(engine, shape.points);
    case 'ground': {
      if (ground === 'box') return slim(new ammo.btBoxShape(vector(GROUND)));
      const [x, y, z] = GROUND;
      const face = [-x, x].flatMap((a) => [-y, y].map((b) => [a, b] as const));
      return createHull(
        engine,
        [-z, z].flatMap((c) => face.map(([a, b]): Vector => [a, b, c])),
      );
    }
  }
}

/** With its faces, for the hull-hull test. */
function createHull({ ammo, vector }: ShapeMaker, points: readonly Vector[]): Shape {
  const hull = new ammo.btConvexHullShape();
  for (const point of points) hull.addPoint(vector(point), false);
  hull.recalcLocalAabb();
  hull.setMargin(HULL_MARGIN);
  hull.initializePolyhedralFeatures(0);
  return hull;
}

function prismOf(radius: number, height: number): Vector[] {
  return Array.from({ length: 2 * SIDES }, (_, k): Vector => {
    const angle = (Math.PI * (k - (k % 2))) / SIDES;
    return [radius * Math.cos(angle), radius * Math.sin(angle), (k % 2 ? 0.5 : -0.5) * height];
  });
}
