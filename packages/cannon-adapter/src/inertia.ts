import { requireKnownOptions, requireNumber } from '@stiction/friction-core';
import type { Body, Quaternion, Vec3 } from 'cannon-es';
import { type Moments, momentsOf, PAIRS } from './moments.js';
import { SHAPE_NAMES } from './shape-types.js';

export interface FixInertiaOptions {
  /** Mass of each shape [kg], >= 0, in the order of `body.shapes`; they add up to `body.mass`. @default shared by volume */
  masses?: readonly number[];
}

/** What `fixInertia` has found. Numbers are in the body's frame, about its origin. */
export interface InertiaReport {
  /** Moments of inertia about x, y and z [kg m²]: what `body.inertia` is now. */
  inertia: [number, number, number];
  /** Products of inertia -∫ x y dm, -∫ x z dm, -∫ y z dm [kg m²], which cannon-es cannot hold: it goes on as if they were 0. */
  offDiagonal: [number, number, number];
  /** Centre of mass [m]. cannon-es takes the origin for it: move the shapes by the opposite of this if it is not 0. */
  centreOfMass: [number, number, number];
  /** Shapes that could not be counted, and why. If no shape could be, the body is as it was. */
  left: string[];
}

/** Masses may differ from `body.mass` by rounding, as a share of it. */
const ROUNDING = 1e-9;

/**
 * Gives a body the exact moments of inertia of its shapes, where cannon-es has taken those of its bounding box:
 *
 *     I = ∫ (|x|² 1 - x xᵀ) dm
 *
 * about the body's origin, with the mass spread evenly over all shapes, or as `masses` says. Spheres, boxes, round cylinders
 * and frustums, convex polyhedra and closed meshes are exact; planes, height fields and open meshes have no volume and count
 * nothing, particles only with a mass of their own. `body.fixedRotation` stays. cannon-es goes back to the bounding box in
 * `body.updateMassProperties()`, which `addShape` and `removeShape` call: call this after them.
 */
export function fixInertia(body: Body, options: FixInertiaOptions = {}): InertiaReport {
  requireKnownOptions('fixInertia', options, ['masses']);
  if (!Array.isArray(body?.shapes) || typeof body.updateInertiaWorld !== 'function') {
    throw new TypeError(`fixInertia: body must be a cannon-es Body (got ${String(body)})`);
  }
  const mass = requireNumber('fixInertia', 'body.mass', body.mass, 0, 'kg');
  const masses = options.masses === undefined ? null : requireMasses(options.masses, body);

  const left: string[] = [];
  const parts = body.shapes.map((shape, k) => {
    const moments = momentsOf(shape);
    if (typeof moments !== 'string' && moments.volume > 0) return moments;
    // A point mass is where it is.
    if (masses && shape.type === PARTICLE) return POINT;
    const why = typeof moments === 'string' ? moments : 'has no volume';
    left.push(`shape ${k} (${nameOf(shape.type)}) ${why}`);
    if (masses && masses[k] > 0) {
      throw new RangeError(`fixInertia: masses[${k}] must be 0, because the shape ${why} (got ${masses[k]})`);
    }
    return null;
  });

  let volume = 0;
  for (const part of parts) volume += part?.volume ?? 0;
  const report: InertiaReport = {
    inertia: [body.inertia.x, body.inertia.y, body.inertia.z],
    offDiagonal: [0, 0, 0],
    centreOfMass: [0, 0, 0],
    left,
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

const PARTICLE = 64;
/** A unit of mass at the origin of its shape. */
const POINT: Moments = { volume: 1, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };

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

/** Adds ∫ x dm and ∫ x xᵀ dm of a shape of mass m at x = offset + R y. */
function addPart(part: Moments, m: number, offset: Vec3, turn: Quaternion, first: number[], second: number[]): void {
  const R = rotationOf(turn);
  const o = [offset.x, offset.y, offset.z];
  const scale = m / part.volume;
  const f = [0, 1, 2].map(
    (e) => scale * (R[3 * e] * part.first[0] + R[3 * e + 1] * part.first[1] + R[3 * e + 2] * part.first[2]),
  );
  for (let e = 0; e < 3; e++) first[e] += m * o[e] + f[e];
  PAIRS.forEach(([a, b], k) => {
    let turned = 0;
    PAIRS.forEach(([c, d], l) => {
      const both = c === d ? R[3 * a + c] * R[3 * b + c] : R[3 * a + c] * R[3 * b + d] + R[3 * a + d] * R[3 * b + c];
      turned += both * part.second[l];
    });
    second[k] += m * o[a] * o[b] + o[a] * f[b] + f[a] * o[b] + scale * turned;
  });
}

function rotationOf({ x, y, z, w }: Quaternion): number[] {
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

/** As `updateMassProperties` does it. */
function setInertia(body: Body, [x, y, z]: readonly [number, number, number]): void {
  const invert = (moment: number): number => (moment > 0 && !body.fixedRotation ? 1 / moment : 0);
  body.inertia.set(x, y, z);
  body.invInertia.set(invert(x), invert(y), invert(z));
  body.updateInertiaWorld(true);
}
