import { boxMlcp, bristleMlcp, type FrictionMlcp, type FrictionSystem, pyramidMlcp } from '../../src/builders/index.js';
import { solveMlcp } from '../../src/index.js';

/**
 * The wheel of [Peiret], Table 1: a thin rim sliding on the ground. Velocities: centre of mass, and angular velocity in the
 * frame (e1 heading, e2 axle, e3), which does not spin with the wheel. Positions use the velocities of the previous step (7).
 */
export interface WheelParameters {
  R: number;
  m: number;
  Ia: number;
  It: number;
  kT: number;
  vth: number;
  mu: number;
}

export interface WheelSample {
  t: number;
  x: number;
  y: number;
  z: number;
  psi: number;
  theta: number;
  lambdaN: number;
  lambdaT: [number, number];
  slip: [number, number];
}

export type Formulation = 'bristle' | 'box' | 'polygon4';

const G = 9.81;

export function simulateWheel(
  p: WheelParameters,
  formulation: Formulation,
  h: number,
  steps: number,
): { samples: WheelSample[]; worst: number } {
  let [x, y, psi] = [0, 0, 0];
  let theta = (20 * Math.PI) / 180;
  let z = p.R * Math.cos(theta);
  let v = [6, 0, 0, 0, -2 * Math.sin(theta), -2 * Math.cos(theta)];
  let lambdaN = [p.m * G];
  let lambdaT = [0, 0];
  let worst = 0;
  const samples: WheelSample[] = [];
  for (let k = 0; k < steps; k++) {
    const [c, s] = [Math.cos(psi), Math.sin(psi)];
    const [ct, st] = [Math.cos(theta), Math.sin(theta)];
    const [, , , w1, w2, w3] = v;
    // Euler's equations in the frame that rotates with Ω but does not spin.
    const omega = [w1, (w3 * st) / ct, w3];
    const momentum = [p.It * w1, p.Ia * w2, p.It * w3];
    const gyro = [
      omega[1] * momentum[2] - omega[2] * momentum[1],
      omega[2] * momentum[0] - omega[0] * momentum[2],
      omega[0] * momentum[1] - omega[1] * momentum[0],
    ];
    const masses = [p.m, p.m, p.m, p.It, p.Ia, p.It];
    const M = new Float64Array(36);
    for (let i = 0; i < 6; i++) M[7 * i] = masses[i];
    const D = [1, 0, 0, -p.R * s * ct, -p.R * c, 0, 0, 1, 0, p.R * c * ct, -p.R * s, 0];
    const system: FrictionSystem = {
      v,
      M,
      f: [0, 0, -p.m * G, -gyro[0], -gyro[1], -gyro[2]],
      h,
      N: [0, 0, 1, p.R * st, 0, 0],
      D,
      mu: [p.mu],
    };
    const built: FrictionMlcp =
      formulation === 'bristle'
        ? bristleMlcp(system, { stiffness: p.kT, vThreshold: p.vth, lambdaN, lambdaT })
        : formulation === 'box'
          ? boxMlcp(system, { lambdaN })
          : pyramidMlcp(system, { directions: 4 });
    const answer = solveMlcp(built.problem, { tolerance: 1e-9 });
    worst = Math.max(worst, answer.status === 'solved' ? answer.residual : Number.POSITIVE_INFINITY);
    const step = built.read(answer.z);
    const slip = [0, 1].map((e) => step.v.reduce((sum, value, j) => sum + D[6 * e + j] * value, 0));
    samples.push({
      t: k * h,
      x,
      y,
      z,
      psi,
      theta,
      lambdaN: step.lambdaN[0],
      lambdaT: [step.lambdaT[0], step.lambdaT[1]],
      slip: [slip[0], slip[1]],
    });
    x += h * v[0];
    y += h * v[1];
    z += h * v[2];
    psi += (h * w3) / ct;
    theta += h * w1;
    v = [...step.v];
    lambdaN = [...step.lambdaN];
    lambdaT = [...step.lambdaT];
  }
  return { samples, worst };
}

/** RMS angle between the friction force and the direction opposite to slip, for slip above 1 mm/s [rad]. */
export function misalignment(samples: readonly WheelSample[]): number {
  let sum = 0;
  let count = 0;
  for (const {
    lambdaT: [fx, fy],
    slip: [vx, vy],
  } of samples) {
    if (Math.hypot(vx, vy) <= 1e-3 || Math.hypot(fx, fy) === 0) continue;
    sum += Math.atan2(fx * vy - fy * vx, -(fx * vx + fy * vy)) ** 2;
    count++;
  }
  return Math.sqrt(sum / count);
}
