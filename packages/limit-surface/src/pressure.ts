import { DISC_SIZE, evalDisc } from './disc-kernel.js';
import { addHertz } from './disc-kernel-hertz.js';
import { addShifted, KERNEL_SIZE } from './kernel.js';
import { MOMENTS } from './kernel-far.js';
import { evalPolygon } from './polygon-kernel.js';
import { evalSegments } from './polygon-kernel-line.js';
import { addPowerLaw } from './pressure-radial.js';

/**
 * How a contact patch presses: its shape and the share of the load that each place bears. Plain data, made by `disc`, `ring`,
 * `rectangle`, `lineContact`, `polygon`, `gridPressure`, `hertz`, `powerLaw` and `sumPressure`.
 */
export interface Pressure {
  /** What made it, e.g. 'disc'. */
  readonly shape: string;
  /** Equal for shapes that differ only in size: what a limit surface is cached by. */
  readonly key: string;
  /** Whether it is symmetric about the pressure centre, so that its limit surface is one of revolution. */
  readonly round: boolean;
  /** Pressed area, m²; 0 for lines. */
  readonly area: number;
  /** Pressure centre in the shape's own coordinates, m. */
  readonly centre: readonly [x: number, y: number];
  /** Mean distance from the pressure centre, [Waltersson] (23), m: the torque of pure spinning per load and friction. */
  readonly r: number;
  /** Mean squared distance, (27), m²: the lever of viscous friction. */
  readonly u: number;
  readonly parts: readonly PressurePart[];
  /** Pressure at a place in the shape's own coordinates for unit load, 1/m²; lines: 0. */
  readonly density: (x: number, y: number) => number;
  /** Half the side of a square around the middle of the shape's own coordinates that holds all of it, m. */
  readonly extent: number;
}

/** What one kernel evaluates. Offsets are from the pressure centre of the whole. */
export interface PressurePart {
  readonly kind: 'polygon' | 'segments' | 'disc' | 'hertz' | 'powerLaw' | 'cells';
  /** Share of the load; negative for a hole. */
  readonly weight: number;
  readonly x: number;
  readonly y: number;
  /** Numbers of the kernel, R in metres first. Cells: 0, then x, y, weight of each. Power law: as a disc, then k, ∫ s² dy. */
  readonly data: Float64Array;
  /** Edges, segments or cells. */
  readonly count: number;
}

const local = new Float64Array(3);
const part10 = new Float64Array(KERNEL_SIZE);
const job = new Float64Array(7);
/** Weight, x and y of what is added. */
const place = new Float64Array(3);

/**
 * psi, f = ∇psi and H = ∇²psi of unit load and friction for a twist [vx, vy, w] at the pressure centre, in m/s and rad/s:
 * out = [psi, f₁, f₂, f₃, H₁₁, H₁₂, H₁₃, H₂₂, H₂₃, H₃₃], f₃ in m. -f is the friction of steady sliding, [Waltersson] (7), (8).
 */
export function evaluatePressure(pressure: Pressure, twist: Float64Array, out: Float64Array): void {
  evaluateParts(pressure.parts, twist, out);
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
    part10[3] *= R;
    part10[6] *= R;
    part10[8] *= R;
    part10[9] *= R * R;
    place[0] = part.weight;
    place[1] = part.x;
    place[2] = part.y;
    addShifted(part10, place, out);
  }
}

/** part10 of the twist in `local`. */
function evaluatePart(part: PressurePart): void {
  const { data } = part;
  if (part.kind === 'polygon') evalPolygon(data, 0, part.count, local, part10);
  else if (part.kind === 'segments') evalSegments(data, 0, part.count, local, part10);
  else if (part.kind === 'disc') evalDisc(data, 0, local, part10);
  else if (part.kind === 'cells') evaluateCells(data, part.count);
  else {
    part10.fill(0);
    // At the contact's centre, which a gradient keeps apart from the pressure centre.
    const mx = data[3];
    const my = data[4];
    job[0] = local[0] - local[2] * my;
    job[1] = local[1] + local[2] * mx;
    job[2] = local[2];
    job[3] = data[5];
    job[4] = data[6];
    job[5] = data[1];
    job[6] = 1;
    centred.fill(0);
    if (part.kind === 'hertz') addHertz(job, centred);
    else addPowerLaw(job, data[DISC_SIZE], data[DISC_SIZE + 1], centred);
    place[0] = 1;
    place[1] = mx;
    place[2] = my;
    addShifted(centred, place, part10);
  }
}

const centred = new Float64Array(KERNEL_SIZE);

/** Σ weight |v + w × ρ| over cells; a cell in the centre of rotation adds nothing to f and H. */
function evaluateCells(data: Float64Array, count: number): void {
  part10.fill(0);
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
    part10[0] += weight * speed;
    part10[1] += weight * ux;
    part10[2] += weight * uy;
    part10[3] += weight * (x * uy - y * ux);
    part10[4] += h * uy * uy;
    part10[5] -= h * ux * uy;
    part10[6] -= h * uy * arm;
    part10[7] += h * ux * ux;
    part10[8] += h * ux * arm;
    part10[9] += h * arm * arm;
  }
}

/** Mean distance, (23), of a pressure whose parts are known: psi of pure spinning. */
export function meanDistance(parts: readonly PressurePart[]): number {
  spinning[2] = 1;
  evaluateParts(parts, spinning, whole);
  return whole[0];
}

const spinning = new Float64Array(3);
const whole = new Float64Array(KERNEL_SIZE);

/** Second moment of a polygon or of segments about their pressure centre, m². */
export function secondMoment(data: Float64Array): number {
  return data[0] * data[0] * (data[MOMENTS] + data[MOMENTS + 2]);
}
