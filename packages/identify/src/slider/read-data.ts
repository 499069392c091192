import { requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import { readNoise, readSeries, readTimes } from '../series.js';
import type { SliderData, SliderNoise } from './identify-slider.js';
import type { Samples } from './linearize.js';
import { GYRATION, MASS, type Motion, MU, PARAMETERS, RADIUS, RATIO } from './motion.js';

export const OWNER = 'identifySlider';

const OPTIONS: readonly (keyof SliderData)[] = [
  't',
  'x',
  'y',
  'angle',
  'fx',
  'fy',
  'torque',
  'noise',
  'mass',
  'gyrationRadius',
  'gravity',
  'height',
  'pushHeight',
  'anisotropic',
  'minSpeed',
];

export interface SliderInput {
  readonly samples: Samples;
  readonly motion: Motion;
  /** Indices of the parameters to fit. */
  readonly free: readonly number[];
  readonly isIsotropic: boolean;
  readonly given: SliderNoise;
  readonly minSpeed: number;
}

/** Checks the data. Parameters that are fitted start at typical values; `findStart` improves them. */
export function readData(data: SliderData): SliderInput {
  requireKnownOptions(OWNER, data, OPTIONS);
  const t = readTimes(OWNER, data.t, 6);
  const count = t.length;
  const column = (name: 'x' | 'y' | 'angle' | 'fx' | 'fy' | 'torque') =>
    data[name] === undefined ? new Float64Array(count) : readSeries(OWNER, name, data[name], count);
  for (const name of ['x', 'y', 'angle'] as const) readSeries(OWNER, name, data[name], count);
  if ((data.fx === undefined) !== (data.fy === undefined)) {
    throw new RangeError(`${OWNER}: give both fx and fy, or neither`);
  }
  const hasForces = data.fx !== undefined || data.torque !== undefined;
  const pose = interleave(column('x'), column('y'), unwrapped(column('angle')));
  const force = interleave(column('fx'), column('fy'), column('torque'));
  const gravity = requirePositive(OWNER, 'gravity', data.gravity ?? 9.81, 'm/s²');
  const height = requireNumber(OWNER, 'height', data.height ?? 0, 0, 'm');
  const pushHeight = requireNumber(OWNER, 'pushHeight', data.pushHeight ?? height, 0, 'm');
  const minSpeed = requireNumber(OWNER, 'minSpeed', data.minSpeed ?? 0, 0, 'm/s');
  const { mass, gyrationRadius, anisotropic = false } = data;
  if (mass !== undefined) requirePositive(OWNER, 'mass', mass, 'kg');
  if (gyrationRadius !== undefined) requirePositive(OWNER, 'gyrationRadius', gyrationRadius, 'm');
  if (typeof anisotropic !== 'boolean') {
    throw new TypeError(`${OWNER}: anisotropic must be true or false (got ${String(anisotropic)})`);
  }
  const parameters = new Float64Array(PARAMETERS);
  parameters[MU] = 0.3;
  parameters[RADIUS] = 0.05;
  parameters[RATIO] = 1;
  parameters[GYRATION] = gyrationRadius ?? 0.05;
  parameters[MASS] = mass ?? 1;
  const free = [MU, RADIUS];
  if (anisotropic) free.push(RATIO);
  if (gyrationRadius === undefined) free.push(GYRATION);
  if (hasForces && mass === undefined) free.push(MASS);
  return {
    samples: { t, pose, force },
    motion: { parameters, gravity, height, pushOffset: pushHeight - height, hasForces },
    free,
    isIsotropic: !anisotropic,
    given: readNoise(OWNER, data.noise, ['position', 'angle', 'force', 'torque']),
    minSpeed,
  };
}

function interleave(...columns: Float64Array[]): Float64Array {
  const out = new Float64Array(columns.length * columns[0].length);
  columns.forEach((column, i) => {
    for (let k = 0; k < column.length; k++) out[columns.length * k + i] = column[k];
  });
  return out;
}

function unwrapped(angle: Float64Array): Float64Array {
  const turn = 2 * Math.PI;
  for (let k = 1; k < angle.length; k++) angle[k] -= turn * Math.round((angle[k] - angle[k - 1]) / turn);
  return angle;
}
