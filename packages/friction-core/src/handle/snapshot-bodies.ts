import { KINEMATIC_TARGET_SIZE, type KinematicTarget } from '../bodies/kinematic-target.js';
import { readIndex, readNumber, readNumbers, type SnapshotReader, writeNumbers } from './snapshot.js';

/** The parts of a snapshot that refer to bodies by their index in the world. */

/** Index of bodies, shapes and equations that are no longer in the world. */
export const REMOVED = -1;

/** Reads the bodies of the slots, with holes for removed ones. `bodyAt` throws if there is no such body. */
export function readSlotBodies<Body>(reader: SnapshotReader, bodyAt: (index: number) => Body): Body[] {
  const bodies = new Array<Body>(readIndex(reader));
  for (let slot = 0; slot < bodies.length; slot++) {
    const index = readNumber(reader);
    if (index !== REMOVED) bodies[slot] = bodyAt(index);
  }
  return bodies;
}

/** Writes the targets of `bodies`, in the order of both lists. */
export function writeKinematicTargets(
  out: number[],
  bodies: readonly { readonly index: number }[],
  targets: readonly KinematicTarget[],
): void {
  out.push(bodies.length);
  bodies.forEach(({ index }, k) => {
    out.push(index);
    writeNumbers(out, targets[k], KINEMATIC_TARGET_SIZE);
  });
}

/** Calls `add` with the body's index and its target. */
export function readKinematicTargets(
  reader: SnapshotReader,
  add: (index: number, target: KinematicTarget) => void,
): void {
  for (let count = readIndex(reader); count > 0; count--) {
    const index = readIndex(reader);
    const target = new Float64Array(KINEMATIC_TARGET_SIZE);
    readNumbers(reader, target, KINEMATIC_TARGET_SIZE);
    add(index, target);
  }
}
