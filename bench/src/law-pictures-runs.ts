import {
  createPlanarSlider,
  type FrictionLaw,
  type PlanarBody,
  type PlanarForces,
  SHAPE_STRIDE,
  simulate,
} from '@stiction/friction-core';
import { LOAD, MASS } from '@stiction/scenes/laws';

/** Measurements for the pictures. Everything is divided by the load, so forces are friction coefficients. */
export type Point = [number, number];

/** Steady friction per load [t1, t2, torsion] of a body moved at [vx, vy, spin]. */
export function steadyFriction(law: FrictionLaw, v: readonly number[], torsionRadius = 0): number[] {
  const slider = createPlanarSlider(law, { mass: Infinity, normalForce: LOAD, torsionRadius });
  const { state } = slider;
  const force = [0, 0, 0, LOAD];
  let last = Number.NaN;
  for (let k = 0; k < 20000; k++) {
    [state.vx, state.vy, state.spin] = v;
    slider.step(force, 1 / 60);
    const size = Math.abs(state.fx) + Math.abs(state.fy) + Math.abs(state.torsion);
    if (k > 10 && Math.abs(size - last) < 1e-12 * size) break;
    last = size;
  }
  return [state.fx / LOAD, state.fy / LOAD, state.torsion / LOAD];
}

/** Friction over speed along (x, y), around the speed at which a rigid law jumps. */
export function velocityCurve(law: FrictionLaw, most: number, along: Point = [1, 0], jump = 0): Point[] {
  const points: Point[] = [];
  const count = 60;
  for (let k = -count; k <= count; k++) {
    // Denser around the jump, where the curves bend.
    const share = k / count;
    const v = jump + most * share * Math.abs(share);
    if (k === 0) continue;
    const [fx, fy] = steadyFriction(law, [v * along[0], v * along[1], 0]);
    points.push([v, -(fx * along[0] + fy * along[1])]);
  }
  return points;
}

/** Moves through the positions at constant speed: [displacement, friction against +x] per step. */
export function displacementLoop(
  law: FrictionLaw,
  places: readonly number[],
  speed: number,
  dt: number,
  row: 'x' | 'spin' = 'x',
  torsionRadius = 0,
): Point[] {
  const slider = createPlanarSlider(law, { mass: Infinity, normalForce: LOAD, torsionRadius });
  const { state } = slider;
  const force = [0, 0, 0, LOAD];
  const points: Point[] = [[0, 0]];
  let from = 0;
  for (const to of places) {
    const steps = Math.max(1, Math.round(Math.abs(to - from) / (speed * dt)));
    for (let k = 0; k < steps; k++) {
      const v = (to - from) / (steps * dt);
      state.vx = row === 'x' ? v : 0;
      state.spin = row === 'spin' ? v : 0;
      slider.step(force, dt);
      points.push(row === 'x' ? [state.x, -state.fx / LOAD] : [state.angle, -state.torsion / LOAD]);
    }
    from = to;
  }
  return points;
}

/** Back and forth, with a nested loop. */
export function nestedPath(most: number): number[] {
  return [1, -1, 1, -0.4, 0.5, 0.05, 0.5, -0.4, 1].map((share) => share * most);
}

/** A law's K, as its last `linearize` wrote it. */
export interface Cone {
  /** Closed boundary of K in the plane of t1 and t2, or in that of t1 and torsion. */
  outline(plane?: 'tangent' | 'torsion', scale?: number): Point[];
  /** λ/λN for a slip at an angle in the tangent plane. */
  friction(angle: number): Point;
}

/** K of a patch moving at v. */
export function coneOf(law: FrictionLaw, v: readonly number[] = [1e-9, 0, 0], torsionRadius = 0): Cone {
  const shape = new Float64Array(SHAPE_STRIDE);
  let grip = 1;
  const spied: FrictionLaw = {
    ...law,
    linearize(patches, i, h) {
      law.linearize(patches, i, h);
      shape.set(patches.shape.subarray(SHAPE_STRIDE * i, SHAPE_STRIDE * (i + 1)));
      grip = patches.normalScale[i];
    },
  };
  steadyFriction(spied, v, torsionRadius);
  const d = new Float64Array(3);
  const out = new Float64Array(3);
  return {
    outline(plane = 'tangent', scale = 1) {
      const other = plane === 'tangent' ? 1 : 2;
      const points: Point[] = [];
      for (let k = 0; k <= 240; k++) {
        const angle = (2 * Math.PI * k) / 240;
        d.fill(0);
        d[0] = Math.cos(angle);
        d[other] = scale * Math.sin(angle);
        const radius = grip / law.set.gauge(d, 0, shape, 0);
        points.push([radius * d[0], radius * d[other]]);
      }
      return points;
    },
    friction(angle) {
      d.set([-Math.cos(angle), -Math.sin(angle), 0]);
      law.set.support(d, shape, 0, out);
      return [grip * out[0], grip * out[1]];
    },
  };
}

/** A free block of 1 kg. */
export function run(law: FrictionLaw, start: Partial<PlanarBody>, forces: PlanarForces, dt: number, seconds: number) {
  return simulate(law, { mass: MASS, normalForce: LOAD, ...start }, forces, dt, Math.round(seconds / dt));
}

/** Its path, from a push to rest. */
export function slidingPath(law: FrictionLaw, speed: number, angle: number): Point[] {
  const vx = speed * Math.cos(angle);
  const vy = speed * Math.sin(angle);
  const { x, y } = run(law, { vx, vy }, () => undefined, 1 / 960, 4);
  const points: Point[] = [[0, 0]];
  for (let k = 3; k < x.length && (k < 8 || x[k] !== x[k - 4] || y[k] !== y[k - 4]); k += 4) points.push([x[k], y[k]]);
  return points;
}

/** Displacement [µm] under an oscillating push, (0.3 + 0.3 sin 2πt) μ N: once per period, at its end, and in between. */
export function drift(law: FrictionLaw, mu: number, seconds: number, dt: number): Point[] {
  const push = (t: number) => (0.3 + 0.3 * Math.sin(2 * Math.PI * t)) * mu * LOAD;
  const forces: PlanarForces = (t, _, out) => {
    out[0] = push(t + dt / 2);
  };
  const { time, x } = run(law, {}, forces, dt, seconds);
  const every = Math.max(1, Math.round(1 / 40 / dt));
  const points: Point[] = [[0, 0]];
  for (let k = every - 1; k < time.length; k += every) points.push([time[k], 1e6 * x[k]]);
  return points;
}

/** A block on a moving floor, held by a spring of 50 N/m: [time, spring force per load]. */
export function stickSlip(law: FrictionLaw, speed: number, dt: number, seconds: number): Point[] {
  // In the frame of the floor: the far end of the spring moves.
  const pull = (t: number, x: number) => 50 * (speed * t - x);
  const forces: PlanarForces = (t, body, out) => {
    out[0] = pull(t, body.x);
  };
  const { time, x } = run(law, {}, forces, dt, seconds);
  const every = Math.max(1, Math.round(1 / 120 / dt));
  const points: Point[] = [];
  for (let k = 0; k < time.length; k += every) points.push([time[k], pull(time[k], x[k]) / LOAD]);
  return points;
}
