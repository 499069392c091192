import { createPlanarSlider } from '@stiction/friction-core';
import { disc, ellipsoidFit, ellipsoidWrench, evaluatePressure, patch } from '@stiction/limit-surface';
import type { Point } from './law-pictures-runs.js';

/** A disc of radius 1 m that slides and spins to rest under μ g = 1 m/s², by the exact patch and by its ellipsoid. */
const DISC = disc({ radius: 1 });
const ELLIPSOID = ellipsoidFit(DISC);
const GYRATION = 0.5;

/** Friction of unit load against (v, w), force and torque. */
export type Wrench = (v: number, w: number, out: Float64Array) => void;

const twist = new Float64Array(3);
const values = new Float64Array(10);

export const ofPatch: Wrench = (v, w, out) => {
  twist[0] = v;
  twist[2] = w;
  evaluatePressure(DISC, twist, values);
  out[0] = values[1];
  out[1] = values[3];
};

export const ofEllipsoid: Wrench = (v, w, out) => {
  twist[0] = v;
  twist[2] = w;
  ellipsoidWrench(ELLIPSOID, twist, values);
  out[0] = values[0];
  out[1] = values[2];
};

export interface DiscSlide {
  /** v/(R w) over the share of the time to rest. */
  inTime: Point[];
  /** The same over the remaining share of the speed √(v² + (R w)²). */
  inSpeed: Point[];
  /** Time to rest, s. */
  rest: number;
}

const f = new Float64Array(2);

/** From v/(R w) = ratio at speed 1 down to a millionth of it; the step is a share of the remaining time. */
export function slideDisc(wrench: Wrench, ratio: number): DiscSlide {
  let v = ratio / Math.hypot(1, ratio);
  let w = 1 / Math.hypot(1, ratio);
  let time = 0;
  const places: [time: number, speed: number, ratio: number][] = [[0, 1, v / w]];
  for (let speed = 1; speed > 1e-6; ) {
    const h = 0.004 * speed;
    wrench(v, w, f);
    const middleV = v - 0.5 * h * f[0];
    const middleW = w - (0.5 * h * f[1]) / GYRATION;
    wrench(middleV, middleW, f);
    v -= h * f[0];
    w -= (h * f[1]) / GYRATION;
    time += h;
    speed = Math.hypot(v, w);
    places.push([time, speed, v / w]);
  }
  return {
    inTime: places.map(([at, , now]) => [at / time, now]),
    inSpeed: places.filter((_, k) => k % 40 === 0).map(([, speed, now]) => [speed, now]),
    rest: time,
  };
}

/** The same disc under the law `patch`, 60 steps from start to rest: a dot at every third one. */
export function slideByLaw(ratio: number, rest: number): Point[] {
  const law = patch({ mu: 1, pressure: DISC });
  const slider = createPlanarSlider(law, {
    mass: 1,
    inertia: GYRATION,
    normalForce: 1,
    vx: ratio / Math.hypot(1, ratio),
    spin: 1 / Math.hypot(1, ratio),
  });
  const points: Point[] = [];
  for (let k = 1; k < 60; k++) {
    slider.step([0, 0, 0, 1], rest / 60);
    if (k % 3 === 0) points.push([k / 60, slider.state.vx / slider.state.spin]);
  }
  return points;
}
