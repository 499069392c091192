import type { Body, Vec3, World } from 'cannon-es';
import { CHASSIS, DYNAMIC, FIXED, KINEMATIC } from '../core/bodies.js';
import type { VehicleState } from '../core/state.js';
import type { GroundFriction, GroundHit } from '../vehicle/ground.js';
import type { VehicleEngine } from '../vehicle/vehicle.js';
import { createCaster } from './cast/caster.js';
import { type CannonVehicleFriction, groundLaw, groundMaterial } from './ground-law.js';

/** Enums of cannon-es, which is imported for its types only. */
const BODY_DYNAMIC = 1;
const BODY_KINEMATIC = 4;
const SLEEPING = 2;

/**
 * cannon-es: `internalStep` is wrapped, because `step` may run several. The `preStep` event comes after the contact solver and would be too
 * late.
 */
export function createCannonEngine(
  chassis: Body,
  world: World,
  friction: CannonVehicleFriction | null,
  groundFriction: GroundFriction<Body> | undefined,
): VehicleEngine<Body> {
  const caster = createCaster(chassis, world);
  const { grounds, shapes } = caster;
  const materials: string[] = [];
  const bySlot: (Body | null)[] = [];
  const wheelMaterials: string[] = [];
  const point = chassis.position.clone();
  const normal = chassis.position.clone();
  const hit: GroundHit<Body> = {
    wheel: 0,
    ground: chassis,
    material: '',
    point: new Float64Array(3),
    normal: new Float64Array(3),
  };

  return {
    methods: [{ owner: world, name: 'internalStep' }],
    stepLength: (dt) => dt as number,
    view: { ground: (i) => grounds[i] ?? null, material: (i) => materials[i] ?? '' },
    addWheel(_state, i, { material }) {
      wheelMaterials[i] = material;
      materials[i] = '';
      caster.add(i);
    },
    wake() {
      if (chassis.sleepState !== 0) chassis.wakeUp();
    },
    readChassis(state, h) {
      if (chassis.world !== world) return false;
      if (chassis.sleepState === SLEEPING) {
        // A dynamic body under a sleeping vehicle would lose its load.
        if (!bySlot.some((body) => body?.type === BODY_DYNAMIC)) return false;
        chassis.wakeUp();
      }
      chassis.updateInertiaWorld();
      readBody(state, CHASSIS, chassis, world, h);
      copyVector(world.gravity, state.gravity, 0);
      return true;
    },
    cast(state) {
      caster.cast(state);
      bySlot.fill(null);
    },
    readGround(state, slot, i, h) {
      const body = grounds[i];
      if (!body) return;
      bySlot[slot] = body;
      if (body.type === BODY_DYNAMIC && body.sleepState === SLEEPING) body.wakeUp();
      readBody(state, slot, body, world, h);
    },
    groundLaw({ wheels }, i) {
      const body = grounds[i];
      const shape = shapes[i];
      if (!body || !shape) return undefined;
      const { patch, normal: n } = wheels;
      const k = 3 * i;
      point.set(patch[k], patch[k + 1], patch[k + 2]);
      normal.set(n[k], n[k + 1], n[k + 2]);
      const name = groundMaterial(friction, body, shape, point, normal);
      materials[i] = name;
      if (groundFriction) {
        hit.wheel = i;
        hit.ground = body;
        hit.material = name;
        copyVector(point, hit.point, 0);
        copyVector(normal, hit.normal, 0);
        const given = groundFriction(hit);
        if (given !== undefined) return given;
      }
      return groundLaw(friction, world, wheelMaterials[i], name, shape.material ?? body.material);
    },
    apply({ bodies }, h) {
      addForce(chassis, bodies.impulse, 0, h);
      for (let slot = 1; slot < bySlot.length; slot++) {
        const body = bySlot[slot];
        if (body && bodies.kind[slot] === DYNAMIC) addForce(body, bodies.impulse, 6 * slot, h);
      }
    },
    finish({ bodies }) {
      copyVector(chassis.position, bodies.origin, 0);
      copyQuaternion(chassis, bodies.rotation, 0);
      return true;
    },
    toStored: (key) => world.bodies.findIndex(({ id }) => id === key),
    fromStored: (index) => world.bodies[index]?.id ?? -1,
    remove() {},
  };
}

function readBody({ bodies }: VehicleState, slot: number, body: Body, world: World, h: number): void {
  const at = 6 * slot;
  const { velocity, known, invMass, invInertia } = bodies;
  copyVector(body.position, bodies.origin, 3 * slot);
  copyVector(body.position, bodies.com, 3 * slot);
  copyQuaternion(body, bodies.rotation, 4 * slot);
  const isDynamic = body.type === BODY_DYNAMIC && body.invMass > 0;
  bodies.kind[slot] = isDynamic ? DYNAMIC : body.type === BODY_KINEMATIC ? KINEMATIC : FIXED;
  if (bodies.kind[slot] === FIXED) velocity.fill(0, at, at + 6);
  else {
    copyVector(body.velocity, velocity, at);
    copyVector(body.angularVelocity, velocity, at + 3);
  }
  if (!isDynamic) return;
  const { linearFactor: lf, angularFactor: af } = body;
  invMass[3 * slot] = body.invMass * lf.x;
  invMass[3 * slot + 1] = body.invMass * lf.y;
  invMass[3 * slot + 2] = body.invMass * lf.z;
  const e = body.invInertiaWorld.elements;
  invInertia[at] = e[0] * af.x * af.x;
  invInertia[at + 1] = e[1] * af.x * af.y;
  invInertia[at + 2] = e[2] * af.x * af.z;
  invInertia[at + 3] = e[4] * af.y * af.y;
  invInertia[at + 4] = e[5] * af.y * af.z;
  invInertia[at + 5] = e[8] * af.z * af.z;
  const { force, torque } = body;
  const { gravity } = world;
  known[at] = h * (gravity.x * lf.x + invMass[3 * slot] * force.x);
  known[at + 1] = h * (gravity.y * lf.y + invMass[3 * slot + 1] * force.y);
  known[at + 2] = h * (gravity.z * lf.z + invMass[3 * slot + 2] * force.z);
  const tx = h * torque.x;
  const ty = h * torque.y;
  const tz = h * torque.z;
  known[at + 3] = invInertia[at] * tx + invInertia[at + 1] * ty + invInertia[at + 2] * tz;
  known[at + 4] = invInertia[at + 1] * tx + invInertia[at + 3] * ty + invInertia[at + 4] * tz;
  known[at + 5] = invInertia[at + 2] * tx + invInertia[at + 4] * ty + invInertia[at + 5] * tz;
}

function addForce(body: Body, impulse: Float64Array, at: number, h: number): void {
  body.force.x += impulse[at] / h;
  body.force.y += impulse[at + 1] / h;
  body.force.z += impulse[at + 2] / h;
  body.torque.x += impulse[at + 3] / h;
  body.torque.y += impulse[at + 4] / h;
  body.torque.z += impulse[at + 5] / h;
}

function copyVector(v: Vec3, out: Float64Array, at: number): void {
  out[at] = v.x;
  out[at + 1] = v.y;
  out[at + 2] = v.z;
}

function copyQuaternion({ quaternion: q }: Body, out: Float64Array, at: number): void {
  out[at] = q.x;
  out[at + 1] = q.y;
  out[at + 2] = q.z;
  out[at + 3] = q.w;
}
