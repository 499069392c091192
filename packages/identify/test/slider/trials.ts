import { seededRandom } from '@stiction/friction-core/testing';
import type { SliderData } from '../../src/index.js';
import { addNoise, normals, recordSlide, type Slide } from './slide.js';

/** Random slide n of a series, recorded with 0.1 mm and 1 mrad of noise at 50 to 1000 Hz; every second block of five is pushed. */
export function randomTrial(seed: number, n: number): { truth: Slide; data: SliderData } {
  const random = seededRandom(seed + 7919 * n);
  const between = (low: number, high: number) => low * (high / low) ** random();
  const rate = [50, 100, 200, 500, 1000][n % 5];
  const pushed = Math.floor(n / 5) % 2 === 1;
  const gyrationRadius = between(0.02, 0.1);
  const mass = between(0.2, 3);
  const mu = between(0.1, 0.8);
  const er = gyrationRadius * between(0.4, 1.5);
  const height = random() < 0.5 ? 0 : between(0.005, 0.05);
  const speed = between(0.3, 2);
  const heading = 2 * Math.PI * random();
  const spin = (speed / gyrationRadius) * between(0.3, 2) * (random() < 0.5 ? -1 : 1);
  const start = { vx: speed * Math.cos(heading), vy: speed * Math.sin(heading), spin };
  const common = { mu, er, mass, gyrationRadius, height, ...start, rate };
  const normal = normals(random);
  const noise = { position: 1e-4, angle: 1e-3 };
  if (!pushed) {
    const truth = { ...common, duration: (1.8 * speed) / (mu * 9.81) };
    return { truth, data: addNoise(recordSlide(truth), noise, normal) };
  }
  const hold = 9.81 * mass * mu;
  const [a, b, c] = [random(), random(), random()].map((part) => 2 * Math.PI * part);
  const push = (t: number): readonly [number, number, number] => [
    hold * (0.6 + 1.2 * Math.cos(4 * t + a)),
    hold * Math.sin(7 * t + b),
    hold * er * Math.sin(9 * t + c),
  ];
  const truth = { ...common, push, duration: 2 };
  const data = addNoise(recordSlide(truth), { ...noise, force: 0.01 * hold, torque: 0.01 * hold * er }, normal);
  return { truth, data };
}
