import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import {
  anisotropic,
  bristle,
  coulomb,
  dahl,
  elastoPlastic,
  type FrictionLaw,
  lugre,
  rolling,
  spinning,
  stribeck,
  surfaceVelocity,
  viscoElastic,
} from '@stiction/friction-core';
import { ecp, patch } from '@stiction/limit-surface';
import { expect } from 'vitest';
import { installFriction } from '../../../src/index.js';
import { full, G, RAPIER } from '../support.js';

export { full, G, RAPIER };

/** The short run uses both too. */
export const STEP_SIZES = [1 / 60, 1 / 240];

/** Stiffness of all laws that have one, per patch [N/m]. */
export const STIFFNESS = 1e5;

/** A law with the given coefficient at rest, in its weakest direction. */
type CreateLaw = (mu: number) => FrictionLaw;

/** Rigid isotropic laws. `coulomb` is acquired by `scope: 'all'`. */
const isotropic: Record<string, CreateLaw> = {
  coulomb: (mu) => coulomb({ mu }),
  stribeck: (mu) => stribeck({ muS: mu, muC: 0.8 * mu, vS: 0.05 }),
  patch: (mu) => patch({ mu }),
  surfaceVelocity: (mu) => surfaceVelocity(coulomb({ mu }), [0, 0, 0]),
};
const moreIsotropic: Record<string, CreateLaw> = {
  ecp: (mu) => ecp({ mu, er: 0.03 }),
  spinning: (mu) => spinning(coulomb({ mu }), { radius: 0.01 }),
  rolling: (mu) => rolling(coulomb({ mu }), { radius: 0.001 }),
};

const springs: Record<string, CreateLaw> = {
  anisotropic: (mu) => anisotropic({ mu: [1.25 * mu, mu] }),
  bristle: (mu) => bristle({ mu, stiffness: STIFFNESS }),
};
/** The stiffness of the last three is per normal force: equal to `STIFFNESS` at `NORMAL_FORCE`. */
const moreSprings: Record<string, CreateLaw> = {
  viscoElastic: (mu) => viscoElastic({ mu, stiffness: STIFFNESS, damping: 50 }),
  elastoPlastic: (mu) => elastoPlastic({ muC: mu, muS: mu, vS: 0.01, sigma0: STIFFNESS / NORMAL_FORCE }),
  lugre: (mu) => lugre({ muC: mu, muS: mu, vS: 0.01, sigma0: STIFFNESS / NORMAL_FORCE }),
  dahl: (mu) => dahl({ mu, sigma0: STIFFNESS / NORMAL_FORCE }),
};
const NORMAL_FORCE = 20;

/** The laws of most cases. */
export const LAWS: Readonly<Record<string, CreateLaw>> = { ...isotropic, ...springs };
/** All laws, in the short run too. */
export const ISOTROPIC: Readonly<Record<string, CreateLaw>> = { ...isotropic, ...moreIsotropic };
export const SPRINGS: Readonly<Record<string, CreateLaw>> = { ...springs, ...moreSprings };

export interface Stepper {
  step(): void;
}

/** Installs the law for all pairs; null means stock Rapier. Coulomb is acquired by scope 'all'. */
export function start(world: World, law: FrictionLaw | null): Stepper {
  if (!law) return { step: () => world.step() };
  const scope = law.name === 'coulomb' ? 'all' : 'special';
  return installFriction(world, { default: law, rapier: RAPIER, scope });
}

/** Fails with all failures in the message. */
export function expectNoFailures(failures: readonly string[]): void {
  expect(failures.length, failures.join('\n')).toBe(0);
}

/** Figures of stock and ours, for the message of an assertion. */
export function formatFigures(stock: unknown, ours: unknown): string {
  const show = (value: unknown): string =>
    JSON.stringify(value, (_, entry) => {
      if (typeof entry !== 'number') return entry;
      return Number.isFinite(entry) ? Number(entry.toPrecision(4)) : String(entry);
    });
  return `stock ${show(stock)}, ours ${show(ours)}`;
}

/** Total energy of the dynamic bodies [J]. */
export function energyOf(world: World): number {
  let energy = 0;
  world.forEachRigidBody((body) => {
    if (body.isDynamic()) energy += bodyEnergy(body);
  });
  return energy;
}

/** Kinetic energy, and potential energy relative to z = 0 [J]. */
export function bodyEnergy(body: RigidBody): number {
  const v = body.linvel();
  const linear = 0.5 * body.mass() * (v.x ** 2 + v.y ** 2 + v.z ** 2);
  return linear + spinEnergy(body, body.angvel()) + G * body.mass() * body.worldCom().z;
}

/** ½ ωᵀ I ω in the principal frame. */
function spinEnergy(body: RigidBody, w: { x: number; y: number; z: number }): number {
  const inertia = body.principalInertia();
  const local = rotateInverse(multiply(body.rotation(), body.principalInertiaLocalFrame()), w);
  return 0.5 * (inertia.x * local.x ** 2 + inertia.y * local.y ** 2 + inertia.z * local.z ** 2);
}

interface Vector {
  x: number;
  y: number;
  z: number;
}
export interface Quaternion extends Vector {
  w: number;
}

function multiply(p: Quaternion, q: Quaternion): Quaternion {
  return {
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
  };
}

function rotateInverse({ x, y, z, w }: Quaternion, v: Vector): Vector {
  const inverse = { x: -x, y: -y, z: -z, w };
  return multiply(multiply(inverse, { ...v, w: 0 }), { x, y, z, w });
}

/** Rotation about one of the axes by the angle [rad]. */
export function rotationAbout(axis: 'x' | 'y' | 'z', angle: number): Quaternion {
  const q = { x: 0, y: 0, z: 0, w: Math.cos(angle / 2) };
  q[axis] = Math.sin(angle / 2);
  return q;
}

/** Cosine between the body's own z axis and the vertical. */
export function upright(body: RigidBody): number {
  const { x, y } = body.rotation();
  return 1 - 2 * (x * x + y * y);
}
