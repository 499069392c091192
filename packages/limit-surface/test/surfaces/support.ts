import { readFileSync } from 'node:fs';

export { exactShape, maskedGrid } from './shapes.js';

interface Sampled {
  cop: [number, number];
  r: number;
  u: number;
  /** vx, vy, w, and the friction [fx, fy, torque/r] that opposes them. */
  rows: number[][];
}

export const sampled: Record<string, Sampled> = JSON.parse(
  readFileSync(new URL('../fixtures/limit_surface.json', import.meta.url), 'utf8'),
).shapes;
