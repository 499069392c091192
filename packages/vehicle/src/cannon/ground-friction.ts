import { describe, requireKnownOptions } from '@stiction/friction-core/adapter';
import type { RaycastVehicle } from 'cannon-es';
import { isTyreLaw } from '../tyre/tyre.js';
import { hookStep } from '../vehicle/hook.js';
import { type CannonVehicleFriction, groundLaw, groundMaterial } from './ground-law.js';

export interface GroundFrictionOptions {
  /** Name of the tyres' material. @default 'tyre' */
  material?: string;
}

/**
 * Lets a `RaycastVehicle` of cannon-es feel the ground: before each step, `frictionSlip` of every wheel becomes the coefficient between tyre
 * and ground, where the wheel touched in the last step. Limits: the wheels of cannon-es have no inertia, creep on slopes, and do not push
 * at the ground. Returns the function that ends it and restores the values.
 */
export function groundFriction(
  vehicle: RaycastVehicle,
  friction: CannonVehicleFriction | null,
  options: GroundFrictionOptions = {},
): () => void {
  requireKnownOptions('groundFriction', options, ['material']);
  const { material = 'tyre' } = options;
  const { world } = vehicle?.chassisBody ?? {};
  if (!world) {
    throw new TypeError(`groundFriction: vehicle must be a RaycastVehicle in a world (got ${describe(vehicle)})`);
  }
  const own = vehicle.wheelInfos.map(({ frictionSlip }) => frictionSlip);
  const unhook = hookStep([{ owner: world, name: 'internalStep' }], (dt) => dt as number, {
    before() {
      for (let i = 0; i < vehicle.wheelInfos.length; i++) {
        const { body, shape, hitPointWorld, hitNormalWorld } = vehicle.wheelInfos[i].raycastResult;
        if (!body || !shape) continue;
        const name = groundMaterial(friction, body, shape, hitPointWorld, hitNormalWorld);
        const law = groundLaw(friction, world, material, name, shape.material ?? body.material);
        const mu = typeof law === 'object' ? (isTyreLaw(law) ? law.tyre.muX : law.mu) : law;
        vehicle.wheelInfos[i].frictionSlip = mu ?? own[i];
      }
    },
    after() {},
  });
  return () => {
    unhook();
    vehicle.wheelInfos.forEach((wheel, i) => {
      wheel.frictionSlip = own[i] ?? wheel.frictionSlip;
    });
  };
}
