import type { InstallState } from './install-state.js';

/**
 * How a step reads and writes the engine. Two readers stand behind this: one through the engine's own functions, which every
 * build has, and one on the engine's memory.
 *
 * Slots that are handed in have a body, and that body is in the world. A reader only moves numbers, in the engine's own
 * precision; what they mean for friction is decided by those who call. Nothing here wakes a body, throws or allocates.
 */
export interface ContactReader {
  readonly name: 'api' | 'memory';

  /**
   * Slots of the bodies that the engine calls active, in its order, into `table.active` and `table.activeCount`; bodies
   * without colliders have no slot and are left out. Called before and after the engine's step.
   */
  listActive(install: InstallState): void;

  /**
   * One body before the engine's step: its type into `table.type` (RigidBodyType), its velocity into `table.start`, and for
   * dynamic bodies the user's force and torque into `table.userForce`. For a body whose next pose the user gives, `start` is
   * the velocity to get there in `dt`.
   */
  readBefore(install: InstallState, slot: number, dt: number): void;

  /**
   * One body after the engine's step: its type, its velocity into `table.engine`, its pose (of the centre of mass) and, if it
   * is dynamic and awake, the effective inverse mass and world inverse inertia into `table.bodies`; else these are 0.
   */
  readAfter(install: InstallState, slot: number): void;

  /**
   * All contacts of the bodies in `table.active` into `store.contacts`: those that were solved, with their normal impulses,
   * and all near ones of pairs whose impulses are not told, with impulse 0 and their range in `hidden`. Pairs with something
   * that does not move freely come first: sweeps converge faster from there. Loads bodies by `loadBody` as it meets them.
   */
  readContacts(install: InstallState): void;

  /** Adds force and torque, six numbers at 6 · slot of `from`, to what the user has set. */
  pushForce(install: InstallState, slot: number, from: Float64Array): void;

  /** Leaves exactly the force and torque in `table.userForce`. */
  restoreForce(install: InstallState, slot: number): void;

  /** Sets the linear (1), the angular (2) or both velocities (3), from six numbers at 6 · slot of `from`. */
  writeVelocity(install: InstallState, slot: number, from: Float64Array, parts: number): void;
}
