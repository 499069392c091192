import type { FrictionLaw } from '@stiction/friction-core';
import { boxMapping, sawtooth, surface, textured } from '@stiction/texture-friction';
import { measurePlate, type PlateMotion, plateEnd } from '../cases/rotating-plate.js';
import type { Build } from '../cases/run.js';
import { type Plane, type Quarters, quarterFriction, rotate, rotateFriction } from '../cases/sliding-reference.js';

/**
 * Textures rotate with their bodies: a box slides on a moving and rotating plate, and the sawtooth of [Andrews] 5.2 is on the top of the
 * plate or on the underside of the box (case 8 on a moving floor, `rotating-plate.ts`). The teeth stop the box one way and let it slide
 * along their ridges, whatever the angle of the plate.
 *
 * Reference: a point on the plate with quarter ellipses of friction in the plate's frame, from the profile of the teeth. The box rotates
 * with the plate all the time, so the result is the same for both textures. `sharpness` 3: the plain mean is symmetric.
 */
export interface RotatingTexture {
  /** The body with the texture. */
  on: 'plate' | 'box';
  /** True if the box is created before the plate. */
  boxFirst?: boolean;
  rate: number;
  /** Initial sliding direction of the box on the plate, at 2 m/s [rad]. */
  heading: number;
}

/** Table 1 of the paper, sawtooth plane. */
const TABLE = { mu0: 0.2, saliency: 4, width: 0.02 };

const SHARPNESS = 3;

/** Teeth of 2.5 mm: every window has whole ones, also at a box's corners. */
const TEETH = { pixels: 10, pixel: 0.25e-3, depth: 0.1e-3, steepFraction: 0.1 };

/** Of the two boxes of `rotating-plate.ts`. */
const HALVES = { plate: [3, 3, 0.1], box: [0.25, 0.25, 0.1] } as const;

function toothedLaw(on: 'plate' | 'box'): FrictionLaw {
  const { pixels, pixel, depth, steepFraction } = TEETH;
  const map = sawtooth({ width: pixels, height: pixels, period: pixels, pixel, depth, steepFraction });
  const mapping = boxMapping({ halfExtents: HALVES[on], tile: pixels * pixel });
  const skin = surface({ map, mapping, saliency: TABLE.saliency });
  return textured({
    mu0: TABLE.mu0,
    width: TABLE.width,
    sharpness: SHARPNESS,
    ...(on === 'plate' ? { a: skin } : { b: skin }),
  });
}

/**
 * Against motion of the box along +x, -x, +y, -y of the plate. The steep facets of the plate face +x, those on the underside of the box
 * -x, its u: in both cases the box runs into them as it slides along -x.
 */
function toothFriction(): Quarters {
  const { pixels, pixel, depth, steepFraction } = TEETH;
  const of = (share: number): number =>
    TABLE.mu0 + TABLE.saliency * (2 / Math.PI) * (depth / (share * pixels * pixel)) * share ** (1 / SHARPNESS);
  return [of(1 - steepFraction), of(steepFraction), TABLE.mu0, TABLE.mu0];
}

function motionOf({ rate, heading }: RotatingTexture): PlateMotion {
  return { rate, travel: [0.3, -0.2], place: [0.2, -0.1], velocity: rotate([2, 0], heading) };
}

/** Displacement of the box on the plate until it stops, in the plate's frame [m]. */
export function measureRotatingTexture(build: Build, options: RotatingTexture, dt: number): Plane {
  const motion = motionOf(options);
  const ordered: Build = (scene) => build(options.boxFirst ? { ...scene, bodies: [...scene.bodies].reverse() } : scene);
  const { end } = measurePlate(ordered, toothedLaw(options.on), motion, dt);
  return [end[0] - motion.place[0], end[1] - motion.place[1]];
}

/** `fixed`: as if the texture did not rotate with the plate, for comparison. */
export function exactRotatingTexture(options: RotatingTexture, fixed = false): Plane {
  const motion = motionOf(options);
  const friction = quarterFriction(toothFriction());
  const end = plateEnd(motion, (time) => (fixed ? rotateFriction(friction, -motion.rate * time) : friction));
  return [end[0] - motion.place[0], end[1] - motion.place[1]];
}
