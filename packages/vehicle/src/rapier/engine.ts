import type { Collider, RigidBody, World } from '@dimforge/rapier3d-compat';
import { CHASSIS, DYNAMIC } from '../core/bodies.js';
import type { GroundFriction, GroundHit } from '../vehicle/ground.js';
import type { StepMethod } from '../vehicle/hook.js';
import type { VehicleEngine } from '../vehicle/vehicle.js';
import { createBodyReader } from './bodies.js';
import { createForces } from './forces.js';
import { groundLaw, type RapierVehicleFriction } from './ground-law.js';
import { createRays } from './rays.js';

/** Key of the ground under colliders without a body. */
const NO_BODY = -1;

/**
 * Rapier: forces are added before the step and restored after it. Impulses would not do: gravity is applied in small steps and an impulse
 * at once, so a body that ends at rest would still move by ⅜ g h² in every step.
 */
export function createRapierEngine(
  chassis: RigidBody,
  world: World,
  friction: RapierVehicleFriction | null,
  groundFriction: GroundFriction<Collider> | undefined,
  groups: number | undefined,
): VehicleEngine<Collider> {
  const reader = createBodyReader(world);
  const forces = createForces(world);
  const rays = createRays(world, chassis, groups);
  const { grounds } = rays;
  const materials: string[] = [];
  const wheelMaterials: string[] = [];
  const bySlot: (RigidBody | null)[] = [];
  const point = { x: 0, y: 0, z: 0 };
  const normal = { x: 0, y: 0, z: 0 };
  const hit: GroundHit<Collider | null> = {
    wheel: 0,
    ground: null,
    material: '',
    point: new Float64Array(3),
    normal: new Float64Array(3),
  };
  const methods: StepMethod[] = [{ owner: world, name: 'step' }];
  if (friction) methods.push({ owner: friction, name: 'step' });

  return {
    methods,
    stepLength: () => world.timestep,
    view: { ground: (i) => grounds[i] ?? null, material: (i) => materials[i] ?? '' },
    addWheel(state, i, { material }) {
      wheelMaterials[i] = material;
      materials[i] = '';
      rays.add(state, i);
    },
    wake() {
      if (chassis.isValid() && chassis.isSleeping()) chassis.wakeUp();
    },
    readChassis(state, h) {
      if (!chassis.isValid() || !chassis.isEnabled()) return false;
      if (chassis.isSleeping()) {
        // A dynamic body under a sleeping vehicle would lose its load.
        if (!bySlot.some((body) => body?.isValid() && body.isDynamic())) return false;
        chassis.wakeUp();
      }
      const { gravity } = world;
      state.gravity[0] = Math.fround(gravity.x);
      state.gravity[1] = Math.fround(gravity.y);
      state.gravity[2] = Math.fround(gravity.z);
      reader.read(state, CHASSIS, chassis, h);
      return true;
    },
    cast(state, h) {
      rays.cast(state, h);
      for (let i = 0; i < state.wheels.count; i++) {
        const body = grounds[i]?.parent();
        state.wheels.groundKey[i] = body ? body.handle : NO_BODY;
      }
      bySlot.fill(null);
    },
    readGround(state, slot, i, h) {
      const body = grounds[i]?.parent() ?? null;
      bySlot[slot] = body;
      if (body) reader.read(state, slot, body, h);
      else reader.readNothing(state, slot);
    },
    groundLaw({ wheels }, i) {
      const ground = grounds[i];
      if (!ground) return undefined;
      copyTo(point, wheels.patch, 3 * i);
      copyTo(normal, wheels.normal, 3 * i);
      const name = friction ? friction.materialAt(ground, point, normal) : '';
      materials[i] = name;
      if (groundFriction) {
        hit.wheel = i;
        hit.ground = ground;
        hit.material = name;
        for (let e = 0; e < 3; e++) {
          hit.point[e] = wheels.patch[3 * i + e];
          hit.normal[e] = wheels.normal[3 * i + e];
        }
        const given = groundFriction(hit as GroundHit<Collider>);
        if (given !== undefined) return given;
      }
      return groundLaw(friction, wheelMaterials[i], name, ground);
    },
    apply({ bodies }, h) {
      forces.add(chassis, CHASSIS, bodies.impulse, h, false);
      for (let slot = 1; slot < bySlot.length; slot++) {
        const body = bySlot[slot];
        if (body && bodies.kind[slot] === DYNAMIC) forces.add(body, slot, bodies.impulse, h, true);
      }
    },
    finish(state) {
      if (!world.bodies) return false;
      forces.restore(reader.own);
      if (!chassis.isValid()) return false;
      reader.readPose(state, CHASSIS, chassis);
      return true;
    },
    toStored: (key) => key,
    fromStored: (key) => key,
    remove() {
      if (world.bodies) rays.remove();
      forces.remove();
    },
  };
}

function copyTo(v: { x: number; y: number; z: number }, a: Float64Array, at: number): void {
  v.x = a[at];
  v.y = a[at + 1];
  v.z = a[at + 2];
}
