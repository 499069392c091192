import { anisotropic, asymmetric, frictionTensor, polygonCone } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import type { Vector } from '../scene.js';
import { type FloorOptions, measureFloor } from './anisotropic-floor.js';
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
  slideEnd,
  tensorFriction,
  tensorMean,
  turn,
  turnFriction,
} from './sliding-truth.js';
import { type CarrierMotion, carrierEnd, measureCarrier } from './turning-carrier.js';

/** Row 8 in all its forms: what is measured, and the truth of each. Angles in rad. */
export interface FloorCase {
  name: string;
  /** Where the box stops, measured and true, both from its start [m]. */
  measure(build: Build, dt: number): Plane;
  truth(): Plane;
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
  const velocity = turn([SPEED, 0], heading);
  return {
    name,
    measure: (build, dt) => measureFloor(build, options, velocity, dt).end,
    truth: () => slideEnd(friction, velocity),
  };
}

/** The row itself. */
export const FLOOR: FloorCase = onFloor(
  '0.6 x 0.2 at 45°',
  { law: anisotropic({ mu: MU }), peerFriction: { anisotropic: { mu: MU, body: 'ground' } } },
  ELLIPSE,
);

/** The law's direction turned by random angles, on a floor that is turned, on a box that is turned, and in the world. */
export const TURNED_FLOORS: readonly FloorCase[] = turnedFloors(8, 4);

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
      cases.push(onFloor(name, options, turnFriction(ELLIPSE, total)));
    }
  }
  return cases;
}

const QUARTERS: Quarters = [0.2, 0.8, 0.5, 0.3];
const HEADINGS = [0.3, 1.9, -2.4, -0.6];
const SQUARE = [0.5, 0.5, 0.5, 0.5];
const HEXAGON = [0.3, 0.5, 0.4, 0.2, 0.45, 0.35];
const TENSOR = tensorMean(frictionTensorAt([0.6, 0.2], 0.3), frictionTensorAt([0.3, 0.5], -0.7));

/** The other laws that depend on the direction, each against its own equation. */
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
    'asymmetric, on the box',
    { law: asymmetric({ mu: QUARTERS, frame: 'b' }), boxFirst: true },
    quarterFrictionBelow(QUARTERS),
  ),
  onFloor(
    'asymmetric, in the world',
    { law: asymmetric({ mu: QUARTERS, frame: 'world' }), boxFirst: true },
    quarterFriction(QUARTERS),
  ),
  ...[SQUARE, HEXAGON].flatMap((mu) => HEADINGS.map((heading) => onPolygon(mu, heading))),
  onFloor(
    'friction tensors, their directions turned',
    {
      law: frictionTensor({
        a: { mu: [0.6, 0.2], direction: along(0.3) },
        b: { mu: [0.3, 0.5], direction: along(-0.7) },
      }),
    },
    tensorFriction(TENSOR),
  ),
  onFloor(
    'friction tensors, the bodies turned',
    { law: frictionTensor({ a: { mu: [0.6, 0.2] }, b: { mu: [0.3, 0.5] } }), floorTurn: 0.3, boxTurn: -0.7 },
    tensorFriction(TENSOR),
  ),
];

function onPolygon(mu: readonly number[], heading: number): FloorCase {
  const velocity = turn([SPEED, 0], heading);
  return {
    name: `polygon of ${mu.length}, heading ${heading}`,
    measure: (build, dt) => measureFloor(build, { law: polygonCone({ mu }) }, velocity, dt).end,
    truth: () => polygonSlideEnd(mu, velocity),
  };
}

/** Remembers the first answer: these truths take a second. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** On a plate that travels and turns: as the row has it, and with the law turned on top of that. */
export const CARRIERS: readonly FloorCase[] = carriers([0]);
export const TURNED_CARRIERS: readonly FloorCase[] = carriers([2, 4]);

function carriers(angles: readonly number[]): FloorCase[] {
  const cases: FloorCase[] = [];
  for (const rate of [0.8, -0.8]) {
    for (const angle of angles) {
      for (const frame of ['a', 'b', 'world'] as const) {
        const motion: CarrierMotion = {
          rate,
          travel: [0.7, -0.4],
          place: [-0.3, -0.5],
          velocity: turn([SPEED, 0], HEADING),
        };
        const law = anisotropic({ mu: MU, direction: along(angle), frame });
        const onPlate = turnFriction(ELLIPSE, angle);
        const fromStart = ([x, y]: Plane): Plane => [x - motion.place[0], y - motion.place[1]];
        cases.push({
          name: `${rate} rad/s, direction ${angle}, frame '${frame}'`,
          measure: (build, dt) => fromStart(measureCarrier(build, law, motion, dt).end),
          // Seen from the plate, the world turns back.
          truth: once(() =>
            fromStart(carrierEnd(motion, (t) => (frame === 'world' ? turnFriction(onPlate, -rate * t) : onPlate))),
          ),
        });
      }
    }
  }
  return cases;
}
