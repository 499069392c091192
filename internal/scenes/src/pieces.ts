import type { Rotation, ShapeSpec, Vector } from './scene.js';
import { rotateVector } from './solid.js';

/** A non-compound shape and its pose in the body's frame. */
export interface Piece {
  shape: Exclude<ShapeSpec, { kind: 'compound' }>;
  position: Vector;
  rotation: Rotation;
  material: string | undefined;
}

/** The pieces of a shape; one unless it is a compound. */
export function piecesOf(shape: ShapeSpec, material?: string): Piece[] {
  if (shape.kind !== 'compound') return [{ shape, position: [0, 0, 0], rotation: [0, 0, 0, 1], material }];
  return shape.parts.flatMap(({ shape: inner, position: [x, y, z], rotation: turn = [0, 0, 0, 1], material: own }) =>
    piecesOf(inner, own ?? material).map((piece): Piece => {
      const at = rotateVector(turn, piece.position);
      return { ...piece, position: [x + at[0], y + at[1], z + at[2]], rotation: multiply(turn, piece.rotation) };
    }),
  );
}

/** Rotation b, then a. */
export function multiply([ax, ay, az, aw]: Rotation, [bx, by, bz, bw]: Rotation): Rotation {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
