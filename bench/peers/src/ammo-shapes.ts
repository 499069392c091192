import { type BodySpec, type Piece, piecesOf, type Rotation, type Scene, type Vector } from '@stiction/scenes';
import type load from 'ammojs3/dist/ammo.wasm.js';
import { turnBack } from './rigid-parts.js';

export type Ammo = Awaited<ReturnType<typeof load>>;
export type Shape = InstanceType<Ammo['btCollisionShape']>;

/** Collision margin of boxes and cylinders, within their faces [m]. */
const MARGIN = 1e-3;
/** That of hulls lies outside of them. Two hulls rest on their faces all the same; with 0 they creep. */
const HULL_MARGIN = 1e-4;

/** A cylinder that stands on its cap is a prism of so many sides. */
const SIDES = 32;

/** Half extents of the slab that stands for the ground, whose top face is z = 0 [m]. */
const GROUND: Vector = [50, 50, 10];

/** The engine, and what carries arguments into it. */
export interface ShapeMaker {
  ammo: Ammo;
  vector(v: Vector): InstanceType<Ammo['btVector3']>;
  pose(position: Vector, rotation: Rotation): InstanceType<Ammo['btTransform']>;
}

/** What the ground is, and with it cylinders that stand. */
export type Ground = 'box' | 'hull';

/**
 * Two boxes have a test of their own, and so have two hulls whose faces are known; all other pairs get one point per step, and a
 * disc that spins loses them as fast. So the ground is a box, unless there are hulls or standing cylinders and no boxes; then it
 * is a hull, and so are these cylinders. Bullet's plane gives one point per step too.
 */
export function findGround({ bodies }: Scene): Ground {
  const kinds = bodies.flatMap((spec) => piecesOf(spec.shape).map(({ shape }) => (stands(spec) ? 'hull' : shape.kind)));
  return kinds.includes('hull') && !kinds.includes('box') ? 'hull' : 'box';
}

function stands({ shape, rotation = [0, 0, 0, 1] }: BodySpec): boolean {
  return shape.kind === 'cylinder' && Math.abs(turnBack(rotation, [0, 0, 1])[2]) > 0.999;
}

/** The body's first, then those that it is made of. */
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

/** With its faces, by which two such hulls touch. */
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
