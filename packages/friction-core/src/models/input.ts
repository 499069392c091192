import { requireInteger, requireNumber } from '../options.js';

/** A force, velocity or position: a number in one dimension, or one component per dimension. */
export type ModelInput = number | ArrayLike<number>;

/**
 * Magnitude of friction in N, ≥ 0: a constant, or a function of the speed ≥ 0 in m/s. Its value at 0 is the breakaway force
 * |φ(±0)|. The force is φ(v) = -friction(|v|) v / |v|. The function is called in every step, so it may follow a varying load, but it
 * must not change within a step.
 */
export type FrictionCurve = number | ((speed: number) => number);

export function requireFriction(owner: string, friction: unknown): FrictionCurve {
  if (typeof friction !== 'function') return requireNumber(owner, 'friction', friction, 0, 'N');
  requireNumber(owner, 'friction(0)', friction(0), 0, 'N');
  return friction as FrictionCurve;
}

export function requireDimension(owner: string, dimension: unknown): number {
  return requireInteger(owner, 'dimension', dimension ?? 1, 1, 3);
}

/** Copies an input into a model's array. A wrong length would otherwise become NaN some steps later. */
export function readInput(owner: string, name: string, input: ModelInput, out: Float64Array): void {
  const count = typeof input === 'number' ? 1 : input.length;
  if (count !== out.length) {
    throw new RangeError(`${owner}: ${name} must have ${out.length} components (got ${count})`);
  }
  if (typeof input === 'number') out[0] = input;
  else for (let i = 0; i < out.length; i++) out[i] = input[i];
}

/** out[at] = |a|. Through an array, because V8 may allocate a number that a function returns. */
export function measure(a: Float64Array, out: Float64Array, at: number): void {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * a[i];
  out[at] = a.length === 1 ? Math.abs(a[0]) : Math.sqrt(sum);
}
