import type { FrictionLaw } from '../laws/friction-law.js';
import { ensureCapacity } from '../math/buffers.js';
import { createPatchBuffers, type PatchBuffers, reservePatches } from '../patches/patch-buffers.js';
import type { JointFrictionSettings } from './options.js';

/**
 * Friction in joints. A joint with friction is a patch without contact points: its rows [t1, t2, torsion] are the free axes of the
 * joint, its normal impulse is that of the load, and any law without a direction applies unchanged,
 *
 *     hinge    slip = [r ω, 0, 0],          torque = r λ1/h,   at most μ N r
 *     slider   slip = [v, 0, 0],            force = λ1/h,      at most μ N
 *     ball     slip = [r ω1, r ω2, ω3],     torque = [r λ1, r λ2, λ3]/h, at most μ N r in every direction
 *
 *   r   radius of the pin or ball                       m
 *   N   load, given or the reaction force               N
 *   ω   angular velocity of body B relative to A        rad/s
 *   h   (sub)step                                       s
 *
 * With r as the torsion radius of the patch, the third row of a ball joint has the same friction as the other two.
 */
export interface JointFriction {
  /** One patch per joint, in the order in which they were set. Only laws, memory, impulses and slips are used. */
  patches: PatchBuffers;
  /** Per joint: load [N], NaN for the reaction force. */
  load: Float64Array;
  /** Per joint: number of free axes, 1 or 3. */
  axes: Int32Array;
}

/** Memory per joint: enough for every law in `requireJointFriction`. */
const STATE_STRIDE = 64;

export function createJointFriction(): JointFriction {
  const patches = createPatchBuffers();
  patches.stateStride = STATE_STRIDE;
  return { patches, load: new Float64Array(0), axes: new Int32Array(0) };
}

/** Adds a joint and returns its index. */
export function addJoint(friction: JointFriction, settings: JointFrictionSettings, axes: 1 | 3): number {
  const { patches } = friction;
  const i = patches.count++;
  reservePatches(patches, patches.count, 0);
  friction.load = ensureCapacity(friction.load, patches.count);
  friction.axes = ensureCapacity(friction.axes, patches.count);
  friction.axes[i] = axes;
  patches.law[i] = settings.law;
  clearMemory(patches, i);
  changeJoint(friction, i, settings);
  return i;
}

/** Changes law, load or radius of joint i. Another law continues with the current impulse. */
export function changeJoint(friction: JointFriction, i: number, { law, load, radius }: JointFrictionSettings): void {
  const { patches } = friction;
  friction.load[i] = load;
  patches.torsionRadius[i] = radius;
  if (patches.law[i] === law) return;
  patches.law[i] = law;
  patches.state.fill(0, STATE_STRIDE * i, STATE_STRIDE * (i + 1));
  if (patches.h > 0) law.initFromImpulse?.(patches, i, patches.h);
}

function clearMemory(patches: PatchBuffers, i: number): void {
  for (const { array, stride } of memoryOf(patches)) array.fill(0, stride * i, stride * (i + 1));
}

/** Removes joint i; later ones move up by one. */
export function removeJoint(friction: JointFriction, i: number): void {
  const { patches, load, axes } = friction;
  const last = --patches.count;
  for (const { array, stride } of memoryOf(patches))
    array.copyWithin(stride * i, stride * (i + 1), stride * (last + 1));
  patches.torsionRadius.copyWithin(i, i + 1, last + 1);
  load.copyWithin(i, i + 1, last + 1);
  axes.copyWithin(i, i + 1, last + 1);
  patches.law.splice(i, 1);
}

type Column = { array: Float64Array | Uint8Array; stride: number };

/** What a joint remembers from step to step. */
export function memoryOf({ state, impulse, slip, normalImpulse, sliding, wasSliding }: PatchBuffers): Column[] {
  return [
    { array: state, stride: STATE_STRIDE },
    { array: impulse, stride: 3 },
    { array: slip, stride: 3 },
    { array: normalImpulse, stride: 1 },
    { array: sliding, stride: 1 },
    { array: wasSliding, stride: 1 },
  ];
}

/** Laws by name and size, to compare those of a snapshot. */
export function describeJointLaws({ law }: PatchBuffers): string {
  return law.map(({ name, stateSize }: FrictionLaw) => `${name}(${stateSize})`).join(', ');
}
