import { createPlanarSlider, type FrictionLaw } from '@stiction/friction-core';
import type { LawData } from '../../src/index.js';

/**
 * Friction of a law of friction-core on a body that is moved at v(t): other code than the fit's, in short steps. Bristles take the
 * speed of the last step, so the force is late by `longest` s.
 */
export function recordLaw(
  law: FrictionLaw,
  { v, N, rate, duration }: { v: (t: number) => number; N: (t: number) => number; rate: number; duration: number },
  longest = 2e-5,
): { t: number[]; v: number[]; f: number[]; N: number[] } {
  const { state, step } = createPlanarSlider(law, { mass: Number.POSITIVE_INFINITY, normalForce: N(0) });
  const every = Math.max(1, Math.round(1 / (rate * longest)));
  const dt = 1 / (rate * every);
  const out = { t: [] as number[], v: [] as number[], f: [] as number[], N: [] as number[] };
  for (let k = 0; k <= duration * rate * every; k++) {
    const t = k * dt;
    state.vx = v(t);
    step([0, 0, 0, N(t)], dt);
    if (k % every !== 0) continue;
    out.t.push(t);
    out.v.push(v(t));
    out.f.push(-state.fx);
    out.N.push(N(t));
  }
  return out;
}

export function addForceNoise(data: LawData, noise: number, normal: () => number): LawData {
  return { ...data, f: Array.from(data.f, (f) => f + noise * normal()) };
}

/** Slow and fast strokes with reversals, and small ones that do not slide. */
export const strokes = (top: number, stroke: number) => (t: number) => {
  const part = Math.floor(t / 0.5);
  const w = 2 * Math.PI * 2;
  const amplitudes = [top, 0.1 * top, 0.02 * top, 0.2 * stroke * w, 0.6 * stroke * w, 0.4 * top];
  return amplitudes[part % 6] * Math.sin(w * t);
};
