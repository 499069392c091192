import type { FrictionLaw } from '@stiction/friction-core';
import { boxMapping, sawtooth, surface, textured } from '@stiction/texture-friction';
import type { Build } from '../rows/run.js';
import { type Plane, type Quarters, quarterFriction, turn, turnFriction } from '../rows/sliding-truth.js';
import { type CarrierMotion, carrierEnd, measureCarrier } from '../rows/turning-carrier.js';

/**
 * Textures turn with their bodies: a box slides on a plate that travels and turns, and the sawtooth of [Andrews] 5.2 is on the top of the
 * plate or on the underside of the box (row 8 on the move, `turning-carrier.ts`). Look at its path on the plate: the teeth stop it one
 * way and let it go along their ridges, wherever the plate has turned to.
 *
 * Truth: a point on the plate with quarter ellipses of friction in the plate's frame, from the profile of the teeth. The box turns with
 * the plate all the time, so it is the same wherever the texture is. `sharpness` 3: the plain mean knows no there and back.
 */
export interface TurningTexture {
  /** Which of the two has the texture. */
  on: 'plate' | 'box';
  /** The box is created before the plate. */
  boxFirst?: boolean;
  rate: number;
  /** Direction in which the box starts to slide over the plate, at 2 m/s [rad]. */
  heading: number;
}

/** Table 1 of the paper, sawtooth plane. */
const TABLE = { mu0: 0.2, saliency: 4, width: 0.02 };

const SHARPNESS = 3;

/** Teeth of 2.5 mm: whole ones in every window, also at a box's corners. */
const TEETH = { pixels: 10, pixel: 0.25e-3, depth: 0.1e-3, steepShare: 0.1 };

/** Of the two boxes of `turning-carrier.ts`. */
const HALVES = { plate: [3, 3, 0.1], box: [0.25, 0.25, 0.1] } as const;

function toothedLaw(on: 'plate' | 'box'): FrictionLaw {
  const { pixels, pixel, depth, steepShare } = TEETH;
  const map = sawtooth({ width: pixels, height: pixels, period: pixels, pixel, depth, steepShare });
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
 * Against motion of the box along +x, -x, +y, -y of the plate. The steep facets of the plate look along +x, those on the underside of the
 * box along -x, its u: both times the box runs into them as it slides along -x.
 */
function toothFriction(): Quarters {
  const { pixels, pixel, depth, steepShare } = TEETH;
  const of = (share: number): number =>
    TABLE.mu0 + TABLE.saliency * (2 / Math.PI) * (depth / (share * pixels * pixel)) * share ** (1 / SHARPNESS);
  return [of(1 - steepShare), of(steepShare), TABLE.mu0, TABLE.mu0];
}

function motionOf({ rate, heading }: TurningTexture): CarrierMotion {
  return { rate, travel: [0.3, -0.2], place: [0.2, -0.1], velocity: turn([2, 0], heading) };
}

/** Way of the box over the plate until it stops, in the plate's frame [m]. */
export function measureTurningTexture(build: Build, options: TurningTexture, dt: number): Plane {
  const motion = motionOf(options);
  const ordered: Build = (scene) => build(options.boxFirst ? { ...scene, bodies: [...scene.bodies].reverse() } : scene);
  const { end } = measureCarrier(ordered, toothedLaw(options.on), motion, dt);
  return [end[0] - motion.place[0], end[1] - motion.place[1]];
}

/** `fixed`: as if the texture stood still in the world while the plate turns, for comparison. */
export function exactTurningTexture(options: TurningTexture, fixed = false): Plane {
  const motion = motionOf(options);
  const friction = quarterFriction(toothFriction());
  const end = carrierEnd(motion, (time) => (fixed ? turnFriction(friction, -motion.rate * time) : friction));
  return [end[0] - motion.place[0], end[1] - motion.place[1]];
}
