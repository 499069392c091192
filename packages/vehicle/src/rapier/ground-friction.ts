import { describe, requireKnownOptions } from '@stiction/friction-core/adapter';
import { isTyreLaw } from '../tyre/tyre.js';
import { hookStep, type StepMethod } from '../vehicle/hook.js';
import type { RapierVehicleController, RapierVehicleWorld } from './flavours.js';
import { groundLaw, type RapierVehicleFriction } from './ground-law.js';

export interface GroundFrictionOptions {
  world: Pick<RapierVehicleWorld, 'timestep' | 'step'>;
  /** Name of the tyres' material. @default 'tyre' */
  material?: string;
}

/**
 * Lets a `DynamicRayCastVehicleController` of Rapier feel the ground: before each step, `frictionSlip` of every wheel becomes the
 * coefficient between tyre and ground, where the wheel touched in the last `updateVehicle`. Limits: the wheels of Rapier have no inertia,
 * creep on slopes, and do not push at the ground. Returns the function that ends it and restores the values.
 */
export function groundFriction(
  vehicle: RapierVehicleController,
  friction: RapierVehicleFriction | null,
  options: GroundFrictionOptions,
): () => void {
  requireKnownOptions('groundFriction', options, ['world', 'material']);
  const { world, material = 'tyre' } = options;
  if (typeof vehicle?.wheelFrictionSlip !== 'function') {
    throw new TypeError(`groundFriction: vehicle must be a vehicle controller of Rapier (got ${describe(vehicle)})`);
  }
  if (typeof world?.step !== 'function') {
    throw new TypeError(`groundFriction: world must be a Rapier world (got ${describe(world)})`);
  }
  const own = Array.from({ length: vehicle.numWheels() }, (_, i) => vehicle.wheelFrictionSlip(i) ?? 1);
  const methods: StepMethod[] = [{ owner: world, name: 'step' }];
  if (friction) methods.push({ owner: friction, name: 'step' });
  const unhook = hookStep(methods, () => world.timestep, {
    before() {},
    after() {
      for (let i = 0; i < vehicle.numWheels(); i++) {
        const ground = vehicle.wheelIsInContact(i) ? vehicle.wheelGroundObject(i) : null;
        const point = ground && vehicle.wheelContactPoint(i);
        const normal = ground && vehicle.wheelContactNormal(i);
        if (!ground || !point || !normal) continue;
        const law = groundLaw(friction, material, friction?.materialAt(ground, point, normal) ?? '', ground);
        const mu = typeof law === 'object' ? (isTyreLaw(law) ? law.tyre.muX : law.mu) : law;
        vehicle.setWheelFrictionSlip(i, mu ?? own[i]);
      }
    },
  });
  return () => {
    unhook();
    own.forEach((slip, i) => {
      vehicle.setWheelFrictionSlip(i, slip);
    });
  };
}
