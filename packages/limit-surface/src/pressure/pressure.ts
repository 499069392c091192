import { DISC_SIZE, evalDisc } from '../kernels/disc.js';
import { MOMENTS } from '../kernels/far-field.js';
import { addHertz } from '../kernels/hertz.js';
import { addShifted, KERNEL_SIZE } from '../kernels/kernel.js';
import { evalPolygon } from '../kernels/polygon.js';
import { addPowerLaw } from '../kernels/power-law.js';
import { evalSegments } from '../kernels/segments.js';

/**
 * Pressure distribution of a contact patch: its shape and the share of the load at each point. Plain data, created by
 * `disc`, `ring`, `rectangle`, `lineContact`, `polygon`, `gridPressure`, `hertz`, `powerLaw` and `sumPressure`.
 */
export interface Pressure {
  /** Name of the function that created it, e.g. 'disc'. */
  readonly shape: string;
  /** Cache key of its limit surface. Shapes that differ only in size share a key. */
  readonly key: string;
  /** True if symmetric about the pressure centre. The limit surface is then a surface of revolution. */
  readonly isRound: boolean;
  /** Area under pressure, m²; 0 for lines. */
  readonly area: number;
  /** Pressure centre in the shape's coordinates, m. */
  readonly centre: readonly [x: number, y: number];
  /**
   * Mean distance from the pressure centre, [Waltersson] (23), m: the torque of pure spinning per unit load and
   * friction coefficient.
   */
  readonly r: number;
  /** Mean squared distance from the pressure centre, (27), m²: scales the viscous torque. */
  readonly u: number;
  readonly parts: readonly PressurePart[];
  /** Pressure at a point in the shape's coordinates for unit load, 1/m²; 0 for lines. */
  readonly density: (x: number, y: number) => number;
  /** Half the side of a square that contains the shape, centred at the origin of the shape's coordinates, m. */
  readonly extent: number;
}

/** Part of a pressure that one kernel evaluates. Offsets are from the pressure centre of the whole. */
export interface PressurePart {
  readonly kind: 'polygon' | 'segments' | 'disc' | 'hertz' | 'powerLaw' | 'cells';
  /** Share of the load; negative for a hole. */
  readonly weight: number;
  readonly x: number;
  readonly y: number;
  /**
   * Kernel data, starting with R in metres. Cells: 0, then x, y, weight of each cell. Power law: disc data,
   * then k, ∫ s² dy.
   */
  readonly data: Float64Array;
  /** Number of edges, segments or cells. */
  readonly count: number;
}

/** Twist at the part's origin, angular velocity times R. */
const local = new Float64Array(3);
const partResult = new Float64Array(KERNEL_SIZE);
/** Arguments of `addHertz` and `addPowerLaw`. */
const input = new Float64Array(7);
/** Arguments of `addShifted`: weight, x, y. */
const offset = new Float64Array(3);

/**
 * psi, f = ∇psi and H = ∇²psi for unit load and friction coefficient, for a twist [vx, vy, w] at the pressure centre in
 * m/s and rad/s: out = [psi, f₁, f₂, f₃, H₁₁, H₁₂, H₁₃, H₂₂, H₂₃, H₃₃], f₃ in m. -f is the friction of steady sliding,
 * [Waltersson] (7), (8).
 */
export function evaluatePressure(pressure: Pressure, twist: Float64Array, out: Float64Array): void {
  evaluateParts(pressure.parts, twist, out);
}

/** Returns a kernel (see `kernels/kernel.ts`) of a pressure that measures lengths in units of `length` [m]. */
export function scaledKernel(pressure: Pressure, length: number): (twist: Float64Array, out: Float64Array) => void {
  const metres = new Float64Array(3);
  return (twist, out) => {
    metres[0] = twist[0];
    metres[1] = twist[1];
    metres[2] = twist[2] / length;
    evaluatePressure(pressure, metres, out);
    out[3] /= length;
    out[6] /= length;
    out[8] /= length;
    out[9] /= length * length;
  };
}

function evaluateParts(parts: readonly PressurePart[], twist: Float64Array, out: Float64Array): void {
  for (let k = 0; k < KERNEL_SIZE; k++) out[k] = 0;
  const w = twist[2];
  for (let k = 0; k < parts.length; k++) {
    const part = parts[k];
    const R = part.kind === 'cells' ? 1 : part.data[0];
    local[0] = twist[0] - w * part.y;
    local[1] = twist[1] + w * part.x;
    local[2] = R * w;
    evaluatePart(part);
    partResult[3] *= R;
    partResult[6] *= R;
    partResult[8] *= R;
    partResult[9] *= R * R;
    offset[0] = part.weight;
    offset[1] = part.x;
    offset[2] = part.y;
    addShifted(partResult, offset, out);
  }
}

/** Evaluates one part for the twist in `local`, into `partResult`. */
function evaluatePart(part: PressurePart): void {
  const { data } = part;
  if (part.kind === 'polygon') evalPolygon(data, 0, part.count, local, partResult);
  else if (part.kind === 'segments') evalSegments(data, 0, part.count, local, partResult);
  else if (part.kind === 'disc') evalDisc(data, 0, local, partResult);
  else if (part.kind === 'cells') evaluateCells(data, part.count);
  else {
    partResult.fill(0);
    // At the contact's centre: with a gradient it differs from the pressure centre.
    const mx = data[3];
    const my = data[4];
    input[0] = local[0] - local[2] * my;
    input[1] = local[1] + local[2] * mx;
    input[2] = local[2];
    input[3] = data[5];
    input[4] = data[6];
    input[5] = data[1];
    input[6] = 1;
    centredResult.fill(0);
    if (part.kind === 'hertz') addHertz(input, centredResult);
    else addPowerLaw(input, data[DISC_SIZE], data[DISC_SIZE + 1], centredResult);
    offset[0] = 1;
    offset[1] = mx;
    offset[2] = my;
    addShifted(centredResult, offset, partResult);
  }
}

const centredResult = new Float64Array(KERNEL_SIZE);

/** Σ weight |v + w × ρ| over cells. A cell at the centre of rotation adds nothing to f and H. */
function evaluateCells(data: Float64Array, count: number): void {
  partResult.fill(0);
  const w = local[2];
  for (let k = 0, at = 1; k < count; k++, at += 3) {
    const x = data[at];
    const y = data[at + 1];
    const vx = local[0] - w * y;
    const vy = local[1] + w * x;
    const speed = Math.sqrt(vx * vx + vy * vy);
    if (!(speed > 0)) continue;
    const weight = data[at + 2];
    const ux = vx / speed;
    const uy = vy / speed;
    const arm = x * ux + y * uy;
    const h = weight / speed;
    partResult[0] += weight * speed;
    partResult[1] += weight * ux;
    partResult[2] += weight * uy;
    partResult[3] += weight * (x * uy - y * ux);
    partResult[4] += h * uy * uy;
    partResult[5] -= h * ux * uy;
    partResult[6] -= h * uy * arm;
    partResult[7] += h * ux * ux;
    partResult[8] += h * ux * arm;
    partResult[9] += h * arm * arm;
  }
}

/** Mean distance (23) of a set of parts: psi of pure spinning. */
export function meanDistance(parts: readonly PressurePart[]): number {
  unitSpin[2] = 1;
  evaluateParts(parts, unitSpin, spinResult);
  return spinResult[0];
}

const unitSpin = new Float64Array(3);
const spinResult = new Float64Array(KERNEL_SIZE);

/** Second moment of a polygon or of line segments about the pressure centre, m². */
export function secondMoment(data: Float64Array): number {
  return data[0] * data[0] * (data[MOMENTS] + data[MOMENTS + 2]);
}
