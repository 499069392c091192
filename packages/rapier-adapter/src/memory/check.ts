import type { InstallState } from '../install-state.js';
import type { RawBodies, RawManifold } from '../versions.js';
import { bodyAddress, type EngineMemory } from './engine-memory.js';
import type { BodyLayout } from './layout.js';
import { handleOf } from './view.js';

/**
 * Comparison of the memory with what the API says, to the last bit. Each check returns what differs, or ''. What is looked at
 * in which step follows from the number of the step, so that two runs are the same. What is in the wrong place is wrong for
 * every body and pair, so one of each is enough to notice it at once.
 */

/** Pairs in the first check; looking at one takes about a microsecond. */
const MOST_PAIRS = 500;

/** What has been looked at in full already. */
export interface Checked {
  bodies: boolean;
  pairs: boolean;
}

/** The first time that there are any, all bodies and pairs; then one body and, in every second step, one pair, in turn. */
export function check(install: InstallState, memory: EngineMemory, checked: Checked): string {
  const { bodies: table, stepIndex } = install;
  const { active, activeCount } = table;
  let wrong = '';
  if (activeCount > 0) {
    const from = checked.bodies ? stepIndex % activeCount : 0;
    const to = checked.bodies ? from + 1 : activeCount;
    checked.bodies = true;
    for (let k = from; k < to && wrong === ''; k++) wrong = checkBody(install, memory, active[k]);
  }
  const pairs = pairCount(memory);
  if (pairs === 0 || (checked.pairs && stepIndex % 2 === 0)) return wrong;
  const from = checked.pairs ? (stepIndex >> 1) % pairs : 0;
  const to = checked.pairs ? from + 1 : Math.min(pairs, MOST_PAIRS);
  checked.pairs = true;
  for (let k = from; k < to && wrong === ''; k++) wrong = checkPair(install, memory, k);
  return wrong;
}

const VECTORS: [keyof BodyLayout, keyof RawBodies, number][] = [
  ['linvel', 'rbLinvel', 3],
  ['angvel', 'rbAngvel', 3],
  ['worldCom', 'rbWorldCom', 3],
  ['rotation', 'rbRotation', 4],
  ['invMass', 'rbEffectiveInvMass', 3],
  ['invInertia', 'rbEffectiveWorldInvInertia', 6],
  ['force', 'rbUserForce', 3],
  ['torque', 'rbUserTorque', 3],
];

type Getter = (this: RawBodies, handle: number, out: Float32Array) => void;

const said = new Float32Array(9);

export function checkBody(install: InstallState, memory: EngineMemory, slot: number): string {
  const { bodies: table, engine } = install;
  const { u8, f32 } = memory.view;
  const layout = memory.layout.bodies;
  const handle = table.handle[slot];
  const at = bodyAddress(memory, handle);
  for (const [name, getter, length] of VECTORS) {
    (engine.bodies[getter] as Getter).call(engine.bodies, handle, said);
    if (!holds(f32, at + (layout[name] as number), length)) return `${name} of a body differs`;
  }
  if (u8[at + layout.type] !== engine.bodies.rbBodyType(handle)) return 'the type of a body differs';
  return (u8[at + layout.sleeping] === 1) === engine.bodies.rbIsSleeping(handle) ? '' : 'the sleep of a body differs';
}

/** Are these the numbers that were said? What is no number is the same as any other. */
function holds(f32: Float32Array, address: number, length: number): boolean {
  for (let k = 0; k < length; k++) {
    if (!Object.is(f32[(address >> 2) + k] + 0, said[k] + 0)) return false;
  }
  return true;
}

function pairCount({ view, layout, narrowPhase }: EngineMemory): number {
  return view.u32[((narrowPhase + layout.contacts.pairs.offset) >> 2) + 1];
}

function checkPair(install: InstallState, memory: EngineMemory, k: number): string {
  const { view, layout, narrowPhase } = memory;
  const { pairs, first, second, manifolds } = layout.contacts;
  const { u32 } = view;
  const at = u32[(narrowPhase + pairs.offset) >> 2] + pairs.inElement + k * pairs.stride;
  const one = handleOf(u32[(at + first) >> 2], u32[((at + first) >> 2) + 1]);
  const other = handleOf(u32[(at + second) >> 2], u32[((at + second) >> 2) + 1]);
  const pair = install.world.narrowPhase.raw.contact_pair(one, other);
  if (!pair) return 'a contact pair differs';
  const count = pair.numContactManifolds();
  let wrong = '';
  if (pair.collider1() !== one || u32[((at + manifolds.offset) >> 2) + 1] !== count) wrong = 'a contact pair differs';
  for (let m = 0; m < count && wrong === ''; m++) {
    const manifold = pair.contactManifold(m);
    if (!manifold) continue;
    const address = u32[(at + manifolds.offset) >> 2] + m * manifolds.stride;
    wrong = checkManifold(memory, address, install.engine.filling(manifold));
    manifold.free();
  }
  pair.free();
  return wrong;
}

function checkManifold({ view, layout }: EngineMemory, address: number, manifold: RawManifold): string {
  const { u32, f32 } = view;
  const { points, solved, normal, local1, local2, impulse, friction } = layout.contacts;
  const count = manifold.num_contacts();
  manifold.normal(said);
  if (!holds(f32, address + normal, 3)) return 'the normal of a contact differs';
  if (u32[((address + points.offset) >> 2) + 1] !== count) return 'the number of contacts differs';
  const active = manifold.num_solver_contacts();
  if (u32[((address + solved.offset) >> 2) + 1] !== active) return 'the number of solved contacts differs';
  said[0] = manifold.friction();
  if (friction >= 0 && !holds(f32, address + friction, 1)) return 'the friction of a contact differs';
  for (let k = 0; k < count; k++) {
    const at = u32[(address + points.offset) >> 2] + k * points.stride;
    said[0] = manifold.contact_impulse(k);
    if (!holds(f32, at + impulse, 1)) return 'the impulse of a contact differs';
    manifold.contact_local_p1(k, said);
    if (!holds(f32, at + local1, 3)) return 'the place of a contact differs';
    manifold.contact_local_p2(k, said);
    if (!holds(f32, at + local2, 3)) return 'the place of a contact differs';
  }
  return '';
}
