import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import { MAX_BODIES } from '../constants.js';
import { DYNAMIC, FIXED, KINEMATIC } from '../core/bodies.js';
import type { VehicleState } from '../core/state.js';

/** Enum of Rapier, which is imported for its types only. */
const KINEMATIC_POSITION_BASED = 2;

export interface BodyReader {
  /** Force and torque of the user on dynamic bodies, six numbers per slot. */
  readonly own: Float64Array;
  read(state: VehicleState, slot: number, body: RigidBody, h: number): void;
  readPose(state: VehicleState, slot: number, body: RigidBody): void;
  /** For colliders without a body. */
  readNothing(state: VehicleState, slot: number): void;
}

/** Reads bodies into slots through objects that are reused, which Rapier 0.20 and later fill. */
export function createBodyReader(world: World): BodyReader {
  const vector = { x: 0, y: 0, z: 0 };
  const quaternion = { x: 0, y: 0, z: 0, w: 1 };
  const own = new Float64Array(6 * MAX_BODIES);
  let matrix: ReturnType<RigidBody['effectiveWorldInvInertia']> | undefined;

  function readPose({ bodies }: VehicleState, slot: number, body: RigidBody): void {
    copy(body.translation(vector), bodies.origin, 3 * slot);
    const q = body.rotation(quaternion);
    bodies.rotation[4 * slot] = q.x;
    bodies.rotation[4 * slot + 1] = q.y;
    bodies.rotation[4 * slot + 2] = q.z;
    bodies.rotation[4 * slot + 3] = q.w;
  }

  function readDynamic({ bodies }: VehicleState, slot: number, body: RigidBody, h: number): void {
    const at = 6 * slot;
    const { known, invMass, invInertia: j } = bodies;
    copy(body.linvel(vector), bodies.velocity, at);
    copy(body.angvel(vector), bodies.velocity, at + 3);
    copy(body.effectiveInvMass(vector), invMass, 3 * slot);
    matrix = body.effectiveWorldInvInertia(matrix);
    const { elements } = matrix;
    for (let e = 0; e < 6; e++) j[at + e] = elements[e];
    copy(body.userForce(vector), own, at);
    copy(body.userTorque(vector), own, at + 3);
    // As the engine sees it: a world from a snapshot has it in single precision, too. Locked axes do not fall.
    const gx = Math.fround(world.gravity.x);
    const gy = Math.fround(world.gravity.y);
    const gz = Math.fround(world.gravity.z);
    const scale = h * body.gravityScale();
    known[at] = h * invMass[3 * slot] * own[at] + (invMass[3 * slot] > 0 ? scale * gx : 0);
    known[at + 1] = h * invMass[3 * slot + 1] * own[at + 1] + (invMass[3 * slot + 1] > 0 ? scale * gy : 0);
    known[at + 2] = h * invMass[3 * slot + 2] * own[at + 2] + (invMass[3 * slot + 2] > 0 ? scale * gz : 0);
    const x = own[at + 3];
    const y = own[at + 4];
    const z = own[at + 5];
    known[at + 3] = h * (j[at] * x + j[at + 1] * y + j[at + 2] * z);
    known[at + 4] = h * (j[at + 1] * x + j[at + 3] * y + j[at + 4] * z);
    known[at + 5] = h * (j[at + 2] * x + j[at + 4] * y + j[at + 5] * z);
  }

  /** The velocity with which a position-based body will move in this step; its own is that of the last step. */
  function readTarget({ bodies }: VehicleState, slot: number, body: RigidBody, h: number): void {
    const { velocity, origin, rotation } = bodies;
    const at = 6 * slot;
    copy(body.nextTranslation(vector), velocity, at);
    for (let e = 0; e < 3; e++) velocity[at + e] = (velocity[at + e] - origin[3 * slot + e]) / h;
    const next = body.nextRotation(quaternion);
    const x = rotation[4 * slot];
    const y = rotation[4 * slot + 1];
    const z = rotation[4 * slot + 2];
    const w = rotation[4 * slot + 3];
    // next · conjugate of now
    const dw = next.w * w + next.x * x + next.y * y + next.z * z;
    const sign = dw < 0 ? -1 : 1;
    const dx = sign * (next.x * w - next.w * x - next.y * z + next.z * y);
    const dy = sign * (next.y * w - next.w * y - next.z * x + next.x * z);
    const dz = sign * (next.z * w - next.w * z - next.x * y + next.y * x);
    const sin = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const perSin = sin > 1e-9 ? (2 * Math.atan2(sin, Math.abs(dw))) / sin / h : 2 / h;
    velocity[at + 3] = perSin * dx;
    velocity[at + 4] = perSin * dy;
    velocity[at + 5] = perSin * dz;
  }

  return {
    own,
    readPose,
    read(state, slot, body, h) {
      const { bodies } = state;
      const at = 6 * slot;
      readPose(state, slot, body);
      copy(body.worldCom(vector), bodies.com, 3 * slot);
      if (body.isDynamic()) {
        bodies.kind[slot] = DYNAMIC;
        readDynamic(state, slot, body, h);
      } else if (body.isKinematic()) {
        bodies.kind[slot] = KINEMATIC;
        if (body.bodyType() === KINEMATIC_POSITION_BASED) {
          copy(body.translation(vector), bodies.com, 3 * slot); // the velocity read is that of the origin
          readTarget(state, slot, body, h);
        } else {
          copy(body.linvel(vector), bodies.velocity, at);
          copy(body.angvel(vector), bodies.velocity, at + 3);
        }
      } else {
        bodies.kind[slot] = FIXED;
        bodies.velocity.fill(0, at, at + 6);
      }
    },
    readNothing({ bodies }, slot) {
      bodies.kind[slot] = FIXED;
      bodies.origin.fill(0, 3 * slot, 3 * slot + 3);
      bodies.com.fill(0, 3 * slot, 3 * slot + 3);
      bodies.rotation.fill(0, 4 * slot, 4 * slot + 3);
      bodies.rotation[4 * slot + 3] = 1;
      bodies.velocity.fill(0, 6 * slot, 6 * slot + 6);
    },
  };
}

function copy(v: { x: number; y: number; z: number }, out: Float64Array, at: number): void {
  out[at] = v.x;
  out[at + 1] = v.y;
  out[at + 2] = v.z;
}
