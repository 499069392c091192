import { requireKnownOptions, requireNumber } from '@stiction/friction-core/adapter';
import type { Body, Quaternion, Vec3 } from 'cannon-es';
import { PARTICLE, SHAPE_NAMES } from '../cannon-enums.js';
import { type Moments, momentsOf, TENSOR_AXES } from './moments.js';

export interface FixInertiaOptions {
  /** Mass of each shape [kg], >= 0, in the order of `body.shapes`. Must add up to `body.mass`. @default divided by volume */
  masses?: readonly number[];
}

/** Result of `fixInertia`, in the body's frame and about its origin. */
export interface InertiaReport {
  /** Moments of inertia about x, y and z [kg m²], the new value of `body.inertia`. */
  inertia: [number, number, number];
  /** Products of inertia -∫ x y dm, -∫ x z dm, -∫ y z dm [kg m²]. cannon-es cannot store them and treats them as 0. */
  offDiagonal: [number, number, number];
  /** Centre of mass [m]. cannon-es assumes that it is the origin: if it is not 0, move the shapes by its negative. */
  centreOfMass: [number, number, number];
  /** Shapes without a computable mass, with the reason. If no shape has one, the body is unchanged. */
  skipped: string[];
}

/** `masses` may differ from `body.mass` by rounding, as a fraction of it. */
const ROUNDING = 1e-9;

/**
 * Sets the moments of inertia of a body to those of its shapes; cannon-es uses its bounding box:
 *
 *     I = ∫ (|x|² 1 - x xᵀ) dm
 *
 * about the body's origin, with uniform density or with the given `masses`. Exact for spheres, boxes, round cylinders and frustums,
 * convex polyhedra and closed meshes. Planes, height fields and open meshes have no volume and are skipped; a particle counts only
 * with a mass in `masses`. Respects `body.fixedRotation`. `addShape`, `removeShape` and `updateMassProperties` reset the inertia to
 * that of the bounding box: call this after them.
 */
export function fixInertia(body: Body, options: FixInertiaOptions = {}): InertiaReport {
  requireKnownOptions('fixInertia', options, ['masses']);
  if (!Array.isArray(body?.shapes) || typeof body.updateInertiaWorld !== 'function') {
    throw new TypeError(`fixInertia: body must be a cannon-es Body (got ${String(body)})`);
  }
  const mass = requireNumber('fixInertia', 'body.mass', body.mass, 0, 'kg');
  const masses = options.masses === undefined ? null : requireMasses(options.masses, body);

  const skipped: string[] = [];
  const parts = body.shapes.map((shape, k) => {
    const moments = momentsOf(shape);
    if (typeof moments !== 'string' && moments.volume > 0) return moments;
    if (masses && shape.type === PARTICLE) return POINT_MASS;
    const reason = typeof moments === 'string' ? moments : 'has no volume';
    skipped.push(`shape ${k} (${nameOf(shape.type)}) ${reason}`);
    if (masses && masses[k] > 0) {
      throw new RangeError(`fixInertia: masses[${k}] must be 0, because the shape ${reason} (got ${masses[k]})`);
    }
    return null;
  });

  let volume = 0;
  for (const part of parts) volume += part?.volume ?? 0;
  const report: InertiaReport = {
    inertia: [body.inertia.x, body.inertia.y, body.inertia.z],
    offDiagonal: [0, 0, 0],
    centreOfMass: [0, 0, 0],
    skipped,
  };
  if (!(volume > 0)) return report;

  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  parts.forEach((part, k) => {
    if (part) {
      const share = masses ? masses[k] : (mass * part.volume) / volume;
      addPart(part, share, body.shapeOffsets[k], body.shapeOrientations[k], first, second);
    }
  });
  const [xx, yy, zz, xy, xz, yz] = second;
  report.inertia = [yy + zz, xx + zz, xx + yy];
  report.offDiagonal = [-xy + 0, -xz + 0, -yz + 0];
  if (mass > 0) report.centreOfMass = [first[0] / mass, first[1] / mass, first[2] / mass];
  setInertia(body, report.inertia);
  return report;
}

/** A unit mass at the origin of its shape. */
const POINT_MASS: Moments = { volume: 1, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };

function nameOf(type: number): string {
  return SHAPE_NAMES.find(([number]) => number === type)?.[1] ?? `type ${type}`;
}

function requireMasses(masses: readonly number[], body: Body): readonly number[] {
  const count = body.shapes.length;
  if (!Array.isArray(masses) || masses.length !== count) {
    throw new RangeError(`fixInertia: masses must be ${count} numbers, one per shape (got ${String(masses)})`);
  }
  let sum = 0;
  masses.forEach((mass, k) => {
    sum += requireNumber('fixInertia', `masses[${k}]`, mass, 0, 'kg');
  });
  if (!(Math.abs(sum - body.mass) <= ROUNDING * body.mass)) {
    throw new RangeError(`fixInertia: masses must add up to body.mass ${body.mass} kg (got ${sum})`);
  }
  return masses;
}

/** Adds ∫ x dm and ∫ x xᵀ dm of a shape of mass m, with x = offset + R y. */
function addPart(
  part: Moments,
  m: number,
  offset: Vec3,
  rotation: Quaternion,
  first: number[],
  second: number[],
): void {
  const R = rotationMatrix(rotation);
  const o = [offset.x, offset.y, offset.z];
  const scale = m / part.volume;
  const f = [0, 1, 2].map(
    (e) => scale * (R[3 * e] * part.first[0] + R[3 * e + 1] * part.first[1] + R[3 * e + 2] * part.first[2]),
  );
  for (let e = 0; e < 3; e++) first[e] += m * o[e] + f[e];
  TENSOR_AXES.forEach(([a, b], k) => {
    let rotated = 0;
    TENSOR_AXES.forEach(([c, d], l) => {
      const both = c === d ? R[3 * a + c] * R[3 * b + c] : R[3 * a + c] * R[3 * b + d] + R[3 * a + d] * R[3 * b + c];
      rotated += both * part.second[l];
    });
    second[k] += m * o[a] * o[b] + o[a] * f[b] + f[a] * o[b] + scale * rotated;
  });
}

function rotationMatrix({ x, y, z, w }: Quaternion): number[] {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

/** As in `updateMassProperties`. */
function setInertia(body: Body, [x, y, z]: readonly [number, number, number]): void {
  const invert = (moment: number): number => (moment > 0 && !body.fixedRotation ? 1 / moment : 0);
  body.inertia.set(x, y, z);
  body.invInertia.set(invert(x), invert(y), invert(z));
  body.updateInertiaWorld(true);
}
