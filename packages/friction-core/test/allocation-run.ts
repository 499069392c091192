// Run by allocation.test.ts in its own process, with enough room for young objects that nothing is collected.
import {
  collectImpacts,
  collectStickSlip,
  createDebugLines,
  createEvents,
  drawPatches,
  type FillView,
  fillContactView,
  fillMotion,
  type ImpactStep,
  iterateContacts,
  notifyEvents,
  subscribe,
} from '../src/adapter/index.js';
import { adhesive, coulomb } from '../src/index.js';
import { createBoxes } from './boxes-world.js';

const count = 20;
const few = createBoxes(count, coulomb({ mu: 0.5 }));
const { bodies, store, dt, step } = few;

function slidingStep(): void {
  for (let k = 1; k <= count; k++) bodies.velocity[6 * k] = 1; // the longest path through the block step
  step();
}

const many = createBoxes(10 * count, coulomb({ mu: 0.5 }));
many.step();
const slots = Array.from({ length: 10 * count + 1 }, (_, slot) => ({ slot }));
const fill: FillView<{ slot: number }> = (view, patches, i, perSecond) => {
  view.bodyA = slots[patches.bodyA[i]];
  view.bodyB = slots[patches.bodyB[i]];
  fillContactView(view, patches, i, perSecond);
  fillMotion(view, patches, i, perSecond, patches.bodies, patches.bodies.velocity, patches.pointStepImpulse);
  return true;
};
const sums = new Float64Array(2);

function readContacts(world: typeof many): void {
  for (const contact of iterateContacts(world.store, world.bodies, dt, fill)) {
    const { bodyB, law, normal, centre, normalForce, frictionForce, torsion, slip, spin, sliding, points } = contact;
    sums[0] += normalForce + torsion + spin + points + normal[2] + centre[0] + frictionForce[0] + slip[0];
    sums[0] += contact.coefficient + contact.power + contact.approachSpeed + contact.slipSpeed;
    if (sliding && law === 'coulomb' && bodyB.slot > 0) sums[1]++;
  }
}

const lines = createDebugLines();
function draw(): void {
  drawPatches(lines, [store.current], dt, 1, undefined);
}

const events = createEvents<{ slot: number }>();
subscribe('onStickSlip', events.stickSlip, ({ bodyB, normalForce }) => {
  sums[0] += bodyB.slot + normalForce;
});
const isAlive = () => true;
function notify(): void {
  for (let i = 0; i < count; i++) store.current.wasSliding[i] = 1 - store.current.sliding[i]; // all of them, in every step
  collectStickSlip(events, store.current, dt, fill);
  notifyEvents(events, isAlive);
}

const impactEvents = createEvents<{ slot: number }>();
subscribe('onImpact', impactEvents.impacts, ({ impulse, approachSpeed }) => {
  sums[0] += impulse + approachSpeed;
});
const falling = new Float64Array(6 * (count + 1));
for (let k = 1; k <= count; k++) falling[6 * k + 2] = -100;
const impactStep = {
  bodies,
  startVelocity: falling,
  dt: 1, // so long that every impact ends in its step
  worldSlot: -1,
  gravity: 0,
  lengthUnit: 1,
  describe: (pair, { bodyA, bodyB }, i) => {
    pair.bodyA = slots[bodyA[i]];
    pair.bodyB = slots[bodyB[i]];
    return true;
  },
} as ImpactStep<{ slot: number }>;
function notifyImpacts(): void {
  impactStep.patches = store.current;
  impactStep.pointLoad = store.current.pointStepImpulse;
  impactStep.patchLoad = store.current.stepNormalImpulse;
  collectImpacts(impactEvents, impactStep); // every box lands in every step
  notifyEvents(impactEvents, isAlive);
}

const sticky = createBoxes(count, adhesive(coulomb({ mu: 0.5 }), { pressure: 10 }));

const ITERATIONS = 200;
const ROUNDS = 100;
/** The minimum of some rounds: in the first ones the runtime is still compiling. */
function measure(act: () => void, enough = 0): number {
  let minimum = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 || (minimum > enough && round < ROUNDS); round++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < ITERATIONS; k++) act();
    const used = process.memoryUsage().heapUsed - before;
    if (used >= 0) minimum = Math.min(minimum, used / ITERATIONS);
  }
  return minimum;
}

const bytesPerStep = measure(slidingStep, 100);
const sliding = store.current.sliding.subarray(0, count).reduce((sum, one) => sum + one, 0);
const bytes = {
  step: bytesPerStep,
  adhesiveStep: measure(sticky.step, 100),
  contacts: measure(() => readContacts(few), 1900),
  contactsOfMany: measure(() => readContacts(many), 1900),
  lines: measure(draw, 60),
  events: measure(notify, 10),
  impacts: measure(notifyImpacts, 10),
};
console.log(JSON.stringify({ patches: store.current.count, sliding, vertices: lines.vertices, bytes }));
