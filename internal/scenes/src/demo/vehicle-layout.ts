import { GRAVITY } from '../cases/box-on-ground.js';
import type { ShapeSpec, Vector } from '../scene.js';
import type { Prop, Surface } from './demo-scene.js';
import { CAR } from './vehicle-car.js';

/** The grounds of the track: three lanes along x with a line across them, then a hill. */

export type TrackValues = {
  forwards: boolean;
  backwards: boolean;
  left: boolean;
  right: boolean;
  handbrake: boolean;
  speed: number;
  ice: number;
};

/** Of tarmac; stock cars have it everywhere. */
export const TARMAC = 0.9;
const GRAVEL = 0.55;

export type Ground = 'ice' | 'gravel' | 'tarmac';
/** The first car is the user's. */
export const LANES: readonly { car: string; ground: Ground; y: number; colour: string }[] = [
  { car: 'red car', ground: 'ice', y: 0, colour: '#cf3b2c' },
  { car: 'yellow car', ground: 'gravel', y: 4.4, colour: '#d9a520' },
  { car: 'blue car', ground: 'tarmac', y: 8.8, colour: '#2f6fb5' },
];
const LANE_WIDTH = 3.6;
/** Cars start here, and brake from x = 0 on. */
export const START = -9;

export const muOf = (ground: string, { ice }: TrackValues): number =>
  ground === 'ice' ? ice : ground === 'gravel' ? GRAVEL : TARMAC;

/** v² / (2 μ g). */
export const brakingDistance = (ground: Ground, values: TrackValues): number =>
  values.speed ** 2 / (2 * muOf(ground, values) * GRAVITY);

/** Where a lane's ground begins, with the car's wheels on it when it brakes, and where it ends. */
const PATCH_START = -2.2;
const patchEnd = (ground: Ground, values: TrackValues): number => brakingDistance(ground, values) + 3;

/** Name of the ground's material. */
export function groundAt(x: number, y: number, values: TrackValues): Ground {
  for (const lane of LANES) {
    if (Math.abs(y - lane.y) > LANE_WIDTH / 2) continue;
    return x > PATCH_START && x < patchEnd(lane.ground, values) ? lane.ground : 'tarmac';
  }
  return 'tarmac';
}

const SLOPE = (15 * Math.PI) / 180;
const HILL = { height: 2.6, top: 5, halfWidth: 2.6 };
const RUN = HILL.height / Math.tan(SLOPE);
/** Where the hill begins, and where a car parks on its slope. */
export const hillStart = (values: TrackValues): number => patchEnd('ice', values) + 11;
export const parkingPlace = (values: TrackValues): number => hillStart(values) + 0.6 * RUN;

/** Up, flat, down; its foot is below the ground. */
export function hillShape(): ShapeSpec {
  const outline = [
    [0, 0],
    [RUN, HILL.height],
    [RUN + HILL.top, HILL.height],
    [2 * RUN + HILL.top, 0],
    [2 * RUN + HILL.top, -0.5],
    [0, -0.5],
  ];
  return {
    kind: 'hull',
    points: outline.flatMap(([x, z]): Vector[] => [
      [x, -HILL.halfWidth, z],
      [x, HILL.halfWidth, z],
    ]),
  };
}

const COLOURS = { ice: '#bfe3f2', gravel: '#a58c6a', tarmac: '#53585f' } as const;
export const TARMAC_COLOUR = '#5c6269';

/** The lanes, the line where cars brake, and a mark where theory says that each stops. */
export function trackProps(values: TrackValues): readonly Prop[] {
  const plate = (x: number, y: number, half: readonly [number, number], colour: string, surface?: Surface): Prop => ({
    shape: { kind: 'box', halfExtents: [half[0], half[1], 0.001] },
    position: [x, y, surface ? 0.002 : 0.004],
    colour,
    ...(surface && { surface }),
  });
  return LANES.flatMap(({ ground, y, colour }) => {
    const end = patchEnd(ground, values);
    const half = (end - PATCH_START) / 2;
    // The front of the car, not its middle, is what one sees.
    const stop = brakingDistance(ground, values) + CAR.halfExtents[0];
    return [
      ...(ground === 'tarmac'
        ? []
        : [
            plate(
              PATCH_START + half,
              y,
              [half, LANE_WIDTH / 2],
              COLOURS[ground],
              ground === 'ice' ? 'ice' : 'concrete',
            ),
          ]),
      plate(CAR.halfExtents[0], y, [0.08, LANE_WIDTH / 2], '#f2f2ee'),
      plate(stop, y, [0.1, LANE_WIDTH / 2], colour),
    ];
  });
}
