import type { World } from '@dimforge/rapier3d-compat';
import { forgetPlaces } from './collider-place.js';
import type { InstallState } from './install-state.js';
import { createOneWrapper, type OneWrapper } from './one-wrapper.js';
import { createRawVector, type RawVector } from './raw-vector.js';
import { POSITION_BASED } from './read-bodies.js';
import { readPairs } from './read-pairs.js';
import type { ContactReader } from './reader.js';
import type { Engine, RawBodies } from './versions.js';

/**
 * The reader that works with every build: through the functions of the engine's raw sets, which the public objects call
 * too, but without those objects.
 *
 * A call that gives a number takes 10 ns and one that gives a vector 60. So a body is asked only for what can have changed:
 * its velocity always; its pose where it has moved, or some steps have passed; everything else where the user has touched it.
 */

/** A pose is read anew when a body may have moved by this share of its size, or by this [m], or after so many steps. */
const SHARE = 1e-4;
const MOTION = 2e-5;
const STEPS = 8;

/** What the user does to a body may move it any distance. */
const ANY_DISTANCE = 1e3;

export function createApiReader(world: World, engine: Engine): ContactReader {
  const { bodies } = engine;
  const out = new Float32Array(9);
  const islands = world.islands.raw;
  // The set's own methods note changes by the user: see `watchChanges`. These do not.
  const unwatched = Object.getPrototypeOf(world.bodies.raw) as RawBodies;
  const { rbSetLinvel, rbSetAngvel, rbAddForce, rbAddTorque, rbResetForces, rbResetTorques } = unwatched;
  const set = world.bodies.raw;
  let vector: RawVector | null | undefined;
  let wrappers: OneWrapper[] | undefined;
  let listing: InstallState;

  function addActive(handle: number): void {
    const { bodies: table } = listing;
    const slot = table.slotOf.get(handle);
    if (slot !== undefined) table.active[table.activeCount++] = slot;
  }

  return {
    name: 'api',

    listActive(install) {
      listing = install;
      install.bodies.activeCount = 0;
      islands.forEachActiveRigidBodyHandle(addActive);
    },

    readBefore(install, slot, dt) {
      const { bodies: table } = install;
      const handle = table.handle[slot];
      const at = 6 * slot;
      table.type[slot] = bodies.rbBodyType(handle);
      if (table.type[slot] === POSITION_BASED) {
        readPlannedVelocity(install, slot, dt);
        return;
      }
      bodies.rbLinvel(handle, out);
      put(table.start, at);
      bodies.rbAngvel(handle, out);
      put(table.start, at + 3);
      if (table.type[slot] !== 0) return;
      bodies.rbUserForce(handle, out);
      put(table.userForce, at);
      bodies.rbUserTorque(handle, out);
      put(table.userForce, at + 3);
    },

    readAfter(install, slot) {
      const { bodies: table, stepIndex } = install;
      const handle = table.handle[slot];
      const at = 6 * slot;
      const touched = table.touched[slot] === 1;
      if (touched) {
        table.type[slot] = bodies.rbBodyType(handle);
        forgetPlaces(install, slot);
      } else if (table.type[slot] === 1) {
        return;
      }
      bodies.rbLinvel(handle, out);
      put(table.engine, at);
      bodies.rbAngvel(handle, out);
      put(table.engine, at + 3);
      addTravel(install, slot, touched);
      const unit = install.lengthUnit;
      const calm = Math.min(SHARE * table.reach[slot], MOTION * unit);
      // Not all bodies in the same step.
      const due = (stepIndex + slot) % STEPS === 0;
      const moved = table.travel[slot] - table.poseTravel[slot] > calm;
      if (touched || due || moved || table.exact[slot] > 0) readPose(install, slot);
      if (table.type[slot] !== 0) return;
      // A body that sleeps is not to be moved: friction holds against it as against the ground.
      if (table.awake[slot] !== stepIndex && bodies.rbIsSleeping(handle)) {
        table.weighed[slot] = 0;
        table.bodies.invMass.fill(0, 3 * slot, 3 * slot + 3);
        table.bodies.invInertia.fill(0, at, at + 6);
      } else if (table.weighed[slot] === 0 || touched) {
        table.weighed[slot] = 1;
        bodies.rbEffectiveInvMass(handle, out);
        put(table.bodies.invMass, 3 * slot);
        bodies.rbEffectiveWorldInvInertia(handle, out);
        for (let e = 0; e < 6; e++) table.bodies.invInertia[at + e] = out[e];
      }
    },

    readContacts(install) {
      wrappers ??= lookAtWrappers(install);
      for (const wrapper of wrappers ?? []) wrapper.begin();
      try {
        readPairs(install);
      } finally {
        for (const wrapper of wrappers ?? []) wrapper.end();
      }
    },

    pushForce(install, slot, from) {
      write(install, slot, 'addForce', rbAddForce, from, 6 * slot);
      write(install, slot, 'addTorque', rbAddTorque, from, 6 * slot + 3);
    },

    restoreForce(install, slot) {
      const { handle, userForce: f } = install.bodies;
      const at = 6 * slot;
      rbResetForces.call(set, handle[slot], false);
      rbResetTorques.call(set, handle[slot], false);
      if (f[at] !== 0 || f[at + 1] !== 0 || f[at + 2] !== 0) write(install, slot, 'addForce', rbAddForce, f, at);
      if (f[at + 3] !== 0 || f[at + 4] !== 0 || f[at + 5] !== 0) {
        write(install, slot, 'addTorque', rbAddTorque, f, at + 3);
      }
    },

    writeVelocity(install, slot, from, parts) {
      if ((parts & 1) !== 0) write(install, slot, 'setLinvel', rbSetLinvel, from, 6 * slot);
      if ((parts & 2) !== 0) write(install, slot, 'setAngvel', rbSetAngvel, from, 6 * slot + 3);
    },
  };

  /** Hands three numbers to a method of the raw set, or of the body where a raw vector cannot be had. */
  function write(
    install: InstallState,
    slot: number,
    name: 'addForce' | 'addTorque' | 'setLinvel' | 'setAngvel',
    method: (handle: number, vector: RawVector, wakeUp: boolean) => void,
    from: Float64Array,
    at: number,
  ): void {
    const body = install.bodies.body[slot];
    if (vector === undefined && body) vector = createRawVector(body);
    if (!vector) {
      body?.[name]({ x: from[at], y: from[at + 1], z: from[at + 2] }, false);
      return;
    }
    vector.x = from[at];
    vector.y = from[at + 1];
    vector.z = from[at + 2];
    method.call(set, install.bodies.handle[slot], vector, false);
  }

  function put(to: Float64Array, at: number): void {
    to[at] = out[0];
    to[at + 1] = out[1];
    to[at + 2] = out[2];
  }

  function readPose({ bodies: table, stepIndex }: InstallState, slot: number): void {
    const { pose } = table.bodies;
    const handle = table.handle[slot];
    const at = 7 * slot;
    table.poseTravel[slot] = table.travel[slot];
    table.posed[slot] = stepIndex;
    bodies.rbWorldCom(handle, out);
    put(pose, at);
    bodies.rbRotation(handle, out);
    // The masses hold for one orientation.
    for (let e = 0; e < 4; e++) if (pose[at + 3 + e] !== out[e]) table.weighed[slot] = 0;
    for (let e = 0; e < 4; e++) pose[at + 3 + e] = out[e];
  }

  /** The velocity that Rapier will give a body whose next pose the user has set; it is not yet in `linvel` now. */
  function readPlannedVelocity({ bodies: table }: InstallState, slot: number, dt: number): void {
    const handle = table.handle[slot];
    const { start } = table;
    const at = 6 * slot;
    bodies.rbRotation(handle, out);
    const x = out[0];
    const y = out[1];
    const z = out[2];
    const s = out[3];
    bodies.rbNextRotation(handle, out);
    // Vector part of next · conj(now), which is half the angle while that is small.
    const scale = (out[3] * s + out[0] * x + out[1] * y + out[2] * z < 0 ? -2 : 2) / dt;
    const wx = scale * (-out[3] * x + out[0] * s - out[1] * z + out[2] * y);
    const wy = scale * (-out[3] * y + out[1] * s - out[2] * x + out[0] * z);
    const wz = scale * (-out[3] * z + out[2] * s - out[0] * y + out[1] * x);
    bodies.rbTranslation(handle, out);
    const px = out[0];
    const py = out[1];
    const pz = out[2];
    bodies.rbWorldCom(handle, out);
    const rx = out[0] - px;
    const ry = out[1] - py;
    const rz = out[2] - pz;
    bodies.rbNextTranslation(handle, out);
    start[at] = (out[0] - px) / dt + wy * rz - wz * ry;
    start[at + 1] = (out[1] - py) / dt + wz * rx - wx * rz;
    start[at + 2] = (out[2] - pz) / dt + wx * ry - wy * rx;
    start[at + 3] = wx;
    start[at + 4] = wy;
    start[at + 5] = wz;
  }
}

function addTravel({ bodies: table, h }: InstallState, slot: number, touched: boolean): void {
  const { engine: v } = table;
  const at = 6 * slot;
  const shift = Math.abs(v[at]) + Math.abs(v[at + 1]) + Math.abs(v[at + 2]);
  const turn = Math.abs(v[at + 3]) + Math.abs(v[at + 4]) + Math.abs(v[at + 5]);
  table.travel[slot] += h * (shift + table.reach[slot] * turn);
  if (touched) table.travel[slot] += ANY_DISTANCE;
}

/** What one pair of the world shows of the bindings; undefined while there is none. */
function lookAtWrappers(install: InstallState): OneWrapper[] | undefined {
  const { narrowPhase } = install.world;
  let found: OneWrapper[] | undefined;
  for (let k = 0; k < install.bodies.activeCount && !found; k++) {
    for (const mine of install.colliders.ofSlot[install.bodies.active[k]]) {
      narrowPhase.raw.contact_pairs_with(mine.handle, (other: number) => {
        const pair = found ? undefined : narrowPhase.raw.contact_pair(mine.handle, other);
        const manifold = pair?.contactManifold(0);
        if (pair && manifold) {
          const both = [createOneWrapper(pair), createOneWrapper(manifold)];
          found = both.filter((wrapper) => wrapper !== null);
        }
        manifold?.free();
        pair?.free();
      });
    }
  }
  return found;
}
