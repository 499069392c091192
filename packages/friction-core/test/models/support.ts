import { readFileSync } from 'node:fs';
import { fixedStepModel } from '../../src/models/fixed-step.js';
import type { FrictionCurve } from '../../src/models/input.js';
import { karnoppModel } from '../../src/models/karnopp.js';
import type { PointModel } from '../../src/models/point-model.js';
import { quinnModel } from '../../src/models/quinn.js';

interface Run {
  v: number[];
  f: number[];
}

interface SpringRun extends Run {
  x_end: number;
  v_end: number;
  f_end: number;
  forceSignChangesAfterStop: number;
  rmsVelErrVsContinuous: number;
}

/** What our own integrators made of the paper's simulations; the arrays hold 8 to 10 significant digits. */
interface Reference {
  simI: {
    params: { M: number; K: number; F: number; T: number; V: number; tStop: number; steps: number };
    everyNthStep: number;
    models: Record<string, SpringRun>;
    continuous: { slipStart: number; stopTime: number; finalSpringForce: number; v: number[] };
  };
  simII: {
    params: { v0: number; h: number; F: number; M: number; T: number };
    models: Record<string, Run>;
    continuous: { zeroCrossing: number; v: number[] };
  };
  simIII: {
    params: { M: number; K: number; F: number; T: number; x0: number[]; v0: number[] };
    everyNthStep: number;
    P: { stopTime: number; xEnd: number[]; fEnd: number[]; x: number[]; y: number[]; vx: number[]; vy: number[] };
    continuous: { stopTime: number; xEnd: number[]; t: number[]; x: number[]; y: number[] };
  };
  simIV: {
    params: { K: number; B: number; M: number; F: number[]; T: number; signal: [number, number][] };
    everyNthStep: number;
    x: number[];
    f: number[];
  };
  stribeck: {
    params: Record<'Fc' | 'Fs' | 'vs' | 'b' | 'M' | 'T' | 'K' | 'V' | 'steps', number>;
    everyNthStep: number;
    v: number[];
    f: number[];
    x_end: number;
  };
}

export const reference: Reference = JSON.parse(
  readFileSync(new URL('../fixtures/kikuuwe.json', import.meta.url), 'utf8'),
);

const EPSILON = [1, 0.01, 0.0001];

/** The models of Table I, and Quinn's with the best ε. */
export function tableModel(name: string): PointModel {
  const { M: mass, F: friction, T } = reference.simI.params;
  if (name === 'P') return fixedStepModel({ mass, friction });
  if (name === 'Qopt') return quinnModel({ mass, friction, epsilon: (T * friction) / mass });
  const epsilon = EPSILON[Number(name[1]) - 1];
  return name[0] === 'K' ? karnoppModel({ mass, friction, epsilon }) : quinnModel({ mass, friction, epsilon });
}

/** Falls from Fs to Fc at speeds about vs, and rises with b: Fc + (Fs - Fc) exp(-(s/vs)²) + b s. */
export function stribeck(Fc: number, Fs: number, vs: number, b: number): (speed: number) => number {
  return (speed) => Fc + (Fs - Fc) * Math.exp(-((speed / vs) ** 2)) + b * speed;
}

/** Largest deviation beyond the rounding of numbers that are stored with so many digits. */
export function deviation(actual: number[], stored: number[], digits: number): number {
  if (actual.length !== stored.length) throw new Error(`${actual.length} values, but ${stored.length} stored`);
  let worst = 0;
  for (let j = 0; j < stored.length; j++) {
    const rounding = stored[j] === 0 ? 0 : 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(stored[j]))) + 1 - digits);
    worst = Math.max(worst, Math.abs(actual[j] - stored[j]) - rounding);
  }
  return worst;
}

export function every<T>(values: T[], n: number): T[] {
  return values.filter((_, k) => k % n === n - 1);
}

/** 10^low … 10^high, evenly in the exponent. */
export function magnitude(random: () => number, low: number, high: number): number {
  return 10 ** (low + (high - low) * random());
}

export function randomVector(random: () => number, dimension: number, size: number): Float64Array {
  return Float64Array.from({ length: dimension }, () => size * (2 * random() - 1));
}

/** A constant, or a Stribeck curve: so steep, half of the time, that several slip speeds are possible. */
export function randomFriction(random: () => number): FrictionCurve {
  const Fc = random() < 0.05 ? 0 : magnitude(random, -2, 3);
  if (random() < 0.4) return Fc;
  return stribeck(Fc, Fc * (1 + 3 * random()), magnitude(random, -4, 1), random() < 0.5 ? 0 : magnitude(random, -3, 3));
}

export function frictionAt(friction: FrictionCurve, speed: number): number {
  return typeof friction === 'number' ? friction : friction(speed);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export function length(a: ArrayLike<number>): number {
  return Math.sqrt(dot(a, a));
}

/** Rows of a random rotation, by Gram-Schmidt. */
export function randomRotation(random: () => number, dimension: number): Float64Array[] {
  const rows: Float64Array[] = [];
  while (rows.length < dimension) {
    const row = randomVector(random, dimension, 1);
    for (const other of rows) {
      const along = dot(row, other);
      for (let i = 0; i < dimension; i++) row[i] -= along * other[i];
    }
    const size = length(row);
    if (size > 0.1) rows.push(row.map((value) => value / size));
  }
  return rows;
}

export function rotated(rows: Float64Array[], a: ArrayLike<number>): Float64Array {
  return Float64Array.from(rows, (row) => dot(row, a));
}
