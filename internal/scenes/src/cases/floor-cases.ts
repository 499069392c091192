import { anisotropic, asymmetric, frictionTensor, polygonCone } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import type { Vector } from '../scene.js';
import { type FloorOptions, measureFloor } from './anisotropic-floor.js';
import { measurePlate, type PlateMotion, plateEnd } from './rotating-plate.js';
import type { Build } from './run.js';
import {
  ellipseFriction,
  type Friction,
  frictionTensorAt,
  type Plane,
  polygonSlideEnd,
  type Quarters,
  quarterFriction,
  quarterFrictionBelow,
  radialFriction,
  rotate,
  rotateFriction,
  slideEnd,
  tensorFriction,
  tensorMean,
} from './sliding-reference.js';

/** Case 8 in all its variants, each with its measurement and reference. Angles in rad. */
export interface FloorCase {
  name: string;
  /** Measured and reference end point of the box, from its start [m]. */
  measure(build: Build, dt: number): Plane;
  reference(): Plane;
}

const MU = [0.6, 0.2] as const;
const ELLIPSE = ellipseFriction(...MU);
const SPEED = 3;
/** 45 degrees. */
const HEADING = Math.PI / 4;

function along(angle: number): Vector {
  return [Math.cos(angle), Math.sin(angle), 0];
}

function onFloor(name: string, options: FloorOptions, friction: Friction, heading = HEADING): FloorCase {
  const velocity = rotate([SPEED, 0], heading);
  return {
    name,
    measure: (build, dt) => measureFloor(build, options, velocity, dt).end,
    reference: () => slideEnd(friction, velocity),
  };
}

/** The case itself. */
export const FLOOR: FloorCase = onFloor(
  '0.6 x 0.2 at 45°',
  { law: anisotropic({ mu: MU }), peerFriction: { anisotropic: { mu: MU, body: 'ground' } } },
  ELLIPSE,
);

/** The law's direction rotated by random angles: on a rotated floor, on a rotated box, and in the world frame. */
export const ROTATED_FLOORS: readonly FloorCase[] = turnedFloors(8, 4);

function turnedFloors(seed: number, count: number): FloorCase[] {
  const random = seededRandom(seed);
  const angle = (): number => 2 * Math.PI * random();
  const cases: FloorCase[] = [];
  for (let k = 0; k < count; k++) {
    const [law, floor, box] = [angle(), angle(), angle()];
    const direction = along(law);
    const turned = { floorTurn: floor, boxTurn: box, boxFirst: k % 2 === 1 };
    const degrees = (180 / Math.PI) * law;
    for (const [frame, total] of [
      ['a', law + floor],
      ['b', law + box],
      ['world', law],
    ] as const) {
      const name = `direction at ${degrees.toFixed(0)}°, frame '${frame}' (seed ${seed})`;
      const options = { law: anisotropic({ mu: MU, direction, frame }), ...turned };
      cases.push(onFloor(name, options, rotateFriction(ELLIPSE, total)));
    }
  }
  return cases;
}

const QUARTERS: Quarters = [0.2, 0.8, 0.5, 0.3];
const HEADINGS = [0.3, 1.9, -2.4, -0.6];
const SQUARE = [0.5, 0.5, 0.5, 0.5];
const HEXAGON = [0.3, 0.5, 0.4, 0.2, 0.45, 0.35];
const TENSOR = tensorMean(frictionTensorAt([0.6, 0.2], 0.3), frictionTensorAt([0.3, 0.5], -0.7));

/** The other direction-dependent laws, each against its own equation. */
export const OTHER_FLOORS: readonly FloorCase[] = [
  onFloor('radial flow', { law: anisotropic({ mu: MU, flow: 'radial' }) }, radialFriction(...MU)),
  ...HEADINGS.map((heading) =>
    onFloor(
      `asymmetric, heading ${heading}`,
      { law: asymmetric({ mu: QUARTERS }) },
      quarterFriction(QUARTERS),
      heading,
    ),
  ),
  onFloor(
    'asymmetric, in the frame of the box',
    { law: asymmetric({ mu: QUARTERS, frame: 'b' }), boxFirst: true },
    quarterFrictionBelow(QUARTERS),
  ),
  onFloor(
    'asymmetric, in the world frame',
    { law: asymmetric({ mu: QUARTERS, frame: 'world' }), boxFirst: true },
    quarterFriction(QUARTERS),
  ),
  ...[SQUARE, HEXAGON].flatMap((mu) => HEADINGS.map((heading) => onPolygon(mu, heading))),
  onFloor(
    'friction tensors, directions rotated',
    {
      law: frictionTensor({
        a: { mu: [0.6, 0.2], direction: along(0.3) },
        b: { mu: [0.3, 0.5], direction: along(-0.7) },
      }),
    },
    tensorFriction(TENSOR),
  ),
  onFloor(
    'friction tensors, bodies rotated',
    { law: frictionTensor({ a: { mu: [0.6, 0.2] }, b: { mu: [0.3, 0.5] } }), floorTurn: 0.3, boxTurn: -0.7 },
    tensorFriction(TENSOR),
  ),
];

function onPolygon(mu: readonly number[], heading: number): FloorCase {
  const velocity = rotate([SPEED, 0], heading);
  return {
    name: `polygon of ${mu.length}, heading ${heading}`,
    measure: (build, dt) => measureFloor(build, { law: polygonCone({ mu }) }, velocity, dt).end,
    reference: () => polygonSlideEnd(mu, velocity),
  };
}

/** Caches the first result: these references take a second. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** On a plate that moves and rotates: the basic law, and with the law rotated in addition. */
export const ROTATING_PLATES: readonly FloorCase[] = carriers([0]);
export const ROTATED_PLATES: readonly FloorCase[] = carriers([2, 4]);

function carriers(angles: readonly number[]): FloorCase[] {
  const cases: FloorCase[] = [];
  for (const rate of [0.8, -0.8]) {
    for (const angle of angles) {
      for (const frame of ['a', 'b', 'world'] as const) {
        const motion: PlateMotion = {
          rate,
          travel: [0.7, -0.4],
          place: [-0.3, -0.5],
          velocity: rotate([SPEED, 0], HEADING),
        };
        const law = anisotropic({ mu: MU, direction: along(angle), frame });
        const onPlate = rotateFriction(ELLIPSE, angle);
        const fromStart = ([x, y]: Plane): Plane => [x - motion.place[0], y - motion.place[1]];
        cases.push({
          name: `${rate} rad/s, direction ${angle}, frame '${frame}'`,
          measure: (build, dt) => fromStart(measurePlate(build, law, motion, dt).end),
          // Seen from the plate, the world rotates backwards.
          reference: once(() =>
            fromStart(plateEnd(motion, (t) => (frame === 'world' ? rotateFriction(onPlate, -rate * t) : onPlate))),
          ),
        });
      }
    }
  }
  return cases;
}
