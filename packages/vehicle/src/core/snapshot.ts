import type { VehicleState } from './state.js';

/** What a vehicle remembers from step to step, as one block of numbers: a header, then the arrays below. */

const MAGIC = 0x76656831;
const HEADER = 6;

/** Arrays of the wheels with their strides; the last five are controls. */
const WHEEL_FIELDS = [
  ['omega', 1],
  ['angle', 1],
  ['deflection', 3],
  ['tyreImpulse', 3],
  ['pS', 1],
  ['pB', 1],
  ['lastLoad', 1],
  ['slidingSpeed', 1],
  ['stuck', 1],
  ['stuckKey', 1],
  ['stuckHub', 3],
  ['stuckForward', 3],
  ['stuckSide', 3],
  ['slipX', 1],
  ['slipY', 1],
  ['groundSpin', 1],
  ['staticLoad', 1],
  ['carried', 1],
  ['springK', 1],
  ['bumpC', 1],
  ['reboundC', 1],
  ['steering', 1],
  ['drive', 1],
  ['brake', 1],
  ['driveLimit', 1],
  ['brakeLimit', 1],
] as const;
const BODY_FIELDS = [
  ['key', 1],
  ['isTaken', 1],
  ['pushed', 6],
  ['expected', 6],
  ['hasExpected', 1],
  ['support', 6],
] as const;

/** `toStored` changes the keys of bodies to numbers that are the same in another world. */
export function takeSnapshot(state: VehicleState, toStored: (key: number) => number): Uint8Array {
  const { wheels, bodies, couplings, couplingImpulse, bars, barImpulse } = state;
  const slots = bodies.isTaken.length;
  const numbers = [MAGIC, wheels.count, couplings.length, bars.length, state.h, state.staticInvMass];
  for (const [name, stride] of WHEEL_FIELDS) {
    const values = Array.from(wheels[name].subarray(0, stride * wheels.count));
    numbers.push(...(name === 'stuckKey' ? values.map(toStored) : values));
  }
  for (const [name, stride] of BODY_FIELDS) {
    const values = Array.from(bodies[name].subarray(0, stride * slots));
    numbers.push(...(name === 'key' ? values.map((key, slot) => (bodies.isTaken[slot] ? toStored(key) : 0)) : values));
  }
  numbers.push(...couplingImpulse.subarray(0, couplings.length), ...barImpulse.subarray(0, bars.length));
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

export function restoreSnapshot(state: VehicleState, data: Uint8Array, fromStored: (key: number) => number): void {
  const { wheels, bodies, couplings, couplingImpulse, bars, barImpulse } = state;
  const slots = bodies.isTaken.length;
  const size = (fields: readonly (readonly [string, number])[]) => fields.reduce((sum, [, stride]) => sum + stride, 0);
  const length =
    HEADER + wheels.count * size(WHEEL_FIELDS) + slots * size(BODY_FIELDS) + couplings.length + bars.length;
  if (!(data instanceof Uint8Array) || data.byteLength !== 8 * length) {
    throw new RangeError(
      `restore: data must be a snapshot of a vehicle with the same wheels, couplings and anti-roll bars, ${8 * length} bytes (got ${data?.byteLength})`,
    );
  }
  const numbers = new Float64Array(data.slice().buffer);
  const isSame =
    numbers[0] === MAGIC &&
    numbers[1] === wheels.count &&
    numbers[2] === couplings.length &&
    numbers[3] === bars.length;
  if (!isSame) throw new RangeError('restore: data is not a snapshot of a vehicle with the same wheels');
  state.h = numbers[4];
  state.staticInvMass = numbers[5];
  let at = HEADER;
  const next = (count: number) => {
    at += count;
    return numbers.subarray(at - count, at);
  };
  for (const [name, stride] of WHEEL_FIELDS) wheels[name].set(next(stride * wheels.count));
  for (let i = 0; i < wheels.count; i++) wheels.stuckKey[i] = fromStored(wheels.stuckKey[i]);
  for (const [name, stride] of BODY_FIELDS) bodies[name].set(next(stride * slots));
  for (let slot = 0; slot < slots; slot++) {
    if (bodies.isTaken[slot] === 1) bodies.key[slot] = fromStored(bodies.key[slot]);
  }
  couplingImpulse.set(next(couplings.length));
  barImpulse.set(next(bars.length));
}
