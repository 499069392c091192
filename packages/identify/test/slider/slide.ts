import { createEcpSlider, ecpState } from '@stiction/limit-surface';
import type { SliderData } from '../../src/index.js';

/** A slide recorded by a camera, from `createEcpSlider` with small steps: another code and another integrator than the fit's. */
export interface Slide {
  mu: number;
  er: number;
  eo?: number;
  mass: number;
  /** m. */
  gyrationRadius: number;
  height?: number;
  vx?: number;
  vy?: number;
  spin?: number;
  /** [fx, fy, torque] at a time. */
  push?: (t: number) => readonly [number, number, number];
  rate: number;
  duration: number;
}

const STEP = 1e-5;

export function recordSlide(slide: Slide): SliderData & { x: number[]; y: number[]; angle: number[]; t: number[] } {
  const { mu, er, eo = 1, mass, gyrationRadius, height = 0, push, rate, duration } = slide;
  const slider = createEcpSlider({ mass, inertia: mass * gyrationRadius ** 2, height, mu, er, eo });
  const state = ecpState({ vx: slide.vx ?? 0, vy: slide.vy ?? 0, spin: slide.spin ?? 0 });
  const every = Math.round(1 / (rate * STEP));
  const force = new Float64Array(6);
  const out = { t: [0], x: [0], y: [0], angle: [0], fx: [] as number[], fy: [] as number[], torque: [] as number[] };
  const steps = Math.round(duration * rate) * every;
  for (let k = 0; k < steps; k++) {
    if (push !== undefined) {
      const [fx, fy, torque] = push((k + 0.5) * STEP);
      // The force acts at the height of the centre of mass.
      force[0] = fx;
      force[1] = fy;
      force[5] = torque;
    }
    const before = [state.vx, state.vy, state.spin];
    slider.step(state, force, STEP);
    // The trapezoid rule: the positions of a step are of second order.
    state.x += 0.5 * STEP * (before[0] - state.vx);
    state.y += 0.5 * STEP * (before[1] - state.vy);
    state.angle += 0.5 * STEP * (before[2] - state.spin);
    if ((k + 1) % every !== 0) continue;
    out.t.push((k + 1) * STEP);
    out.x.push(state.x);
    out.y.push(state.y);
    out.angle.push(state.angle);
  }
  const { t, x, y, angle } = out;
  const given = { t, x, y, angle, height };
  if (push === undefined) return given;
  const forces = t.map(push);
  return { ...given, fx: forces.map((f) => f[0]), fy: forces.map((f) => f[1]), torque: forces.map((f) => f[2]) };
}

/** Standard normal numbers, by Box-Muller. */
export function normals(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export interface Noise {
  position: number;
  angle: number;
  force?: number;
  torque?: number;
}

export function addNoise(data: SliderData, noise: Noise, normal: () => number): SliderData {
  const add = (values: ArrayLike<number>, sd: number) => Array.from(values, (value) => value + sd * normal());
  const { t, x, y, angle, fx, fy, torque, ...rest } = data;
  const poses = { t, x: add(x, noise.position), y: add(y, noise.position), angle: add(angle, noise.angle) };
  if (!fx || !fy || !torque) return { ...rest, ...poses };
  const push = noise.force ?? 0;
  return { ...rest, ...poses, fx: add(fx, push), fy: add(fy, push), torque: add(torque, noise.torque ?? 0) };
}
