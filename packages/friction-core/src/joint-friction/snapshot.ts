import { readNumber, readNumbers, readText, type SnapshotReader, writeNumbers, writeText } from '../handle/snapshot.js';
import { describeJointLaws, type JointFriction, memoryOf } from './joint-friction.js';

/** Writes the memory of all joints with friction. */
export function writeJointFriction(out: number[], { patches }: JointFriction): void {
  writeText(out, describeJointLaws(patches));
  out.push(patches.h);
  for (const { array, stride } of memoryOf(patches)) writeNumbers(out, array, stride * patches.count);
}

/** Reads and checks it; returns the function that makes the joints continue from it. */
export function readJointFriction(reader: SnapshotReader, { patches }: JointFriction): () => void {
  const expected = readText(reader);
  const got = describeJointLaws(patches);
  if (got !== expected) {
    throw new Error(`restore: expected setJointFriction with the laws of the snapshot, [${expected}] (got [${got}])`);
  }
  const h = readNumber(reader);
  const columns = memoryOf(patches).map(({ array, stride }) => {
    const read = new Float64Array(stride * patches.count);
    readNumbers(reader, read, read.length);
    return { array, read };
  });
  return () => {
    patches.h = h;
    for (const { array, read } of columns) array.set(read);
  };
}
