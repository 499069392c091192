import { ellipsoidSet } from '@stiction/lcp-solver';
import { KERNEL_SIZE } from '../kernels/kernel.js';
import { evaluatePressure, type Pressure, scaledKernel } from '../pressure/pressure.js';
import { solveSurfaceBlock, writeSpinFriction } from '../surfaces/block-step.js';

/**
 * Friction of the table under a slider: the wrench W that keeps it sliding with a twist, and its motion without pusher.
 * Twists and wrenches are about the centre of mass, in axes that turn with the slider, per μ N.
 */
export interface TableFriction {
  /** Writes W, [force x, force y, torque]; 0 at rest. */
  wrench(twist: Float64Array, out: Float64Array): void;
  /**
   * Moves a slider that nothing pushes: twist after a step in which friction of μ N dt = `impulse` [N s] acts, for the
   * inverse masses [1/kg, 1/(kg m²)].
   */
  slideFreely(twist: Float64Array, inverseMass: number, inverseInertia: number, impulse: number): void;
  /** A length of the patch, m. */
  readonly size: number;
}

/** Friction of a patch with a known pressure. */
export function pressureFriction(pressure: Pressure): TableFriction {
  const [cx, cy] = pressure.centre;
  const R = Math.sqrt(pressure.u);
  const kernel = scaledKernel(pressure, R);
  const shifted = new Float64Array(3);
  const values = new Float64Array(KERNEL_SIZE);
  const memory = new Float64Array(6);
  writeSpinFriction(kernel, memory, 0);
  const A = new Float64Array(6);
  const scale = new Float64Array(2);
  const impulse = new Float64Array(3);

  function toCentre(twist: Float64Array): void {
    shifted[0] = twist[0] - twist[2] * cy;
    shifted[1] = twist[1] + twist[2] * cx;
    shifted[2] = twist[2];
  }

  return {
    size: R,
    wrench(twist, out) {
      toCentre(twist);
      if (shifted[0] === 0 && shifted[1] === 0 && shifted[2] === 0) {
        out.fill(0, 0, 3);
        return;
      }
      evaluatePressure(pressure, shifted, values);
      out[0] = values[1];
      out[1] = values[2];
      out[2] = values[3] + cx * values[2] - cy * values[1];
    },
    slideFreely(twist, inverseMass, inverseInertia, load) {
      toCentre(twist);
      A[0] = inverseMass + cy * cy * inverseInertia;
      A[1] = -cx * cy * inverseInertia;
      A[2] = -cy * inverseInertia;
      A[3] = inverseMass + cx * cx * inverseInertia;
      A[4] = cx * inverseInertia;
      A[5] = inverseInertia;
      scale[0] = R;
      scale[1] = load;
      for (let e = 0; e < 3; e++) memory[3 + e] = e < 2 ? shifted[e] : R * shifted[e];
      solveSurfaceBlock(kernel, A, 0, shifted, scale, memory, 0, impulse);
      addImpulse(twist, inverseMass, inverseInertia, impulse, cx, cy);
    },
  };
}

/** Friction of an ellipsoid with the torsion radius er, at the centre of mass. */
export function ellipsoidFriction(er: number): TableFriction {
  const A = new Float64Array(6);
  const impulse = new Float64Array(3);
  const load = new Float64Array(1);
  const shape = Float64Array.of(1, 1, er);
  return {
    size: er,
    wrench(twist, out) {
      const spin = er * twist[2];
      const size = Math.sqrt(twist[0] * twist[0] + twist[1] * twist[1] + spin * spin);
      const share = size > 0 ? 1 / size : 0;
      out[0] = share * twist[0];
      out[1] = share * twist[1];
      out[2] = share * er * spin;
    },
    slideFreely(twist, inverseMass, inverseInertia, limit) {
      A[0] = inverseMass;
      A[3] = inverseMass;
      A[5] = inverseInertia;
      load[0] = limit;
      ellipsoidSet.minimize(A, 0, twist, load, 0, shape, 0, impulse);
      addImpulse(twist, inverseMass, inverseInertia, impulse, 0, 0);
    },
  };
}

function addImpulse(
  twist: Float64Array,
  inverseMass: number,
  inverseInertia: number,
  impulse: Float64Array,
  cx: number,
  cy: number,
): void {
  const before = Math.abs(twist[0]) + Math.abs(twist[1]);
  const spinBefore = Math.abs(twist[2]);
  twist[0] += inverseMass * impulse[0];
  twist[1] += inverseMass * impulse[1];
  twist[2] += inverseInertia * (impulse[2] + cx * impulse[1] - cy * impulse[0]);
  // Friction that holds the slider stops it up to rounding.
  if (
    Math.abs(twist[0]) + Math.abs(twist[1]) <= 1e-14 * before &&
    Math.abs(twist[2]) <= 1e-12 * (spinBefore + before)
  ) {
    twist.fill(0, 0, 3);
  }
}
