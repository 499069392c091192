import { bristle } from '../laws/bristle.js';
import { coulomb } from '../laws/coulomb.js';
import { assert, assertNear, type Check } from './check.js';
import { type AdapterDriver, assertThrows, bitsOf, box, build, G, run } from './conformance-world.js';
import type { EngineContact, EngineHandle, EngineWorld } from './engine-world.js';

/** The adapter checks for the methods of the handle. */
export function handleConformance(driver: AdapterDriver): Check[] {
  return [
    { name: 'laws of materials combine, pairs have priority, removed pairs fall back', run: () => materials(driver) },
    { name: 'onStickSlip reports when patches start and stop sliding', run: () => stickSlip(driver) },
    { name: 'onStickSlip reports a patch that lands sliding, and not one that disappears', run: () => landing(driver) },
    { name: 'callbacks may throw, unsubscribe and subscribe', run: () => throwingCallbacks(driver) },
    { name: 'callbacks may uninstall, replace laws and restore', run: () => callbacksThatChangeFriction(driver) },
    { name: 'debugLines draws forces and limits into reused buffers', run: () => lines(driver) },
    { name: 'a snapshot restored in another world continues with the same bits', run: () => snapshots(driver) },
    { name: 'snapshots that do not fit are rejected and change nothing', run: () => badSnapshots(driver) },
  ];
}

function handleOf(world: EngineWorld): EngineHandle {
  assert(world.friction !== null, 'a world with friction installed has a handle');
  return world.friction;
}

/** Slides all boxes at 2 m/s and returns the coefficient of friction that slows each of them down. */
function measureMu(world: EngineWorld, names: readonly string[]): number[] {
  for (const name of names) world.setVelocity(name, 2, 0, 0);
  run(world, 0.05, 1 / 120);
  const before = names.map((name) => world.velocity(name)[0]);
  run(world, 0.1, 1 / 120);
  return names.map((name, k) => (before[k] - world.velocity(name)[0]) / (0.1 * G));
}

function materials(driver: AdapterDriver): void {
  const names = ['rubber', 'ice', 'plain'];
  const world = build(
    driver,
    names.map((name, k) => box(name, [0, 2 * k, 0.1])),
    coulomb({ mu: 0.5 }),
  );
  const handle = handleOf(world);
  handle.setMaterialLaw('rubber', coulomb({ mu: 0.8 }));
  handle.setMaterialLaw('ground', coulomb({ mu: 0.2 }));
  handle.setMaterialLaw('ice', coulomb({ mu: 0.05 }));
  handle.setPair('ground', 'rubber', coulomb({ mu: 0.6 }));
  run(world, 0.5, 1 / 120);
  const expect = (expected: readonly number[], when: string) => {
    measureMu(world, names).forEach((mu, k) => {
      assertNear(`mu of ${names[k]} ${when}`, mu, expected[k], 0.02);
    });
  };
  // 'plain' has no law: it counts as one with the default.
  expect([0.6, 0.1, Math.sqrt(0.2 * 0.5)], 'with a pair');
  assert(handle.removePair('rubber', 'ground'), 'removePair returns true for an existing pair, in either order');
  assert(!handle.removePair('rubber', 'ground'), 'removePair returns false once the pair is gone');
  expect([0.4, 0.1, Math.sqrt(0.2 * 0.5)], 'without the pair');
  handle.setMaterialLaw('ground', coulomb({ mu: 0.45 }));
  expect([0.6, 0.15, Math.sqrt(0.45 * 0.5)], 'after the ground got another law');
  assert(handle.removeMaterialLaw('ground'), 'removeMaterialLaw returns true if the material had a law');
  assert(!handle.removeMaterialLaw('ground'), 'removeMaterialLaw returns false once the law is gone');
  expect([Math.sqrt(0.8 * 0.5), Math.sqrt(0.05 * 0.5), 0.5], 'without a law of the ground');
  world.dispose();
}

/** Records events: + for a patch that starts sliding, - for one that stops. */
function record(world: EngineWorld): { events: string[]; stop: () => void } {
  const events: string[] = [];
  const stop = handleOf(world).onStickSlip((contact) => {
    const speed = Math.hypot(...contact.slip);
    const force = Math.hypot(...(contact.frictionForce ?? []));
    assert(contact.law === 'coulomb' && Number.isFinite(speed + force), 'the view is filled');
    assert(contact.bodyA !== undefined && contact.bodyB !== undefined, 'the view knows its bodies');
    events.push(contact.sliding ? '+' : '-');
  });
  return { events, stop };
}

function stickSlip(driver: AdapterDriver): void {
  const world = build(driver, [box('box', [0, 0, 0.1])], coulomb({ mu: 0.5 }));
  run(world, 0.5, 1 / 60);
  const { events, stop } = record(world);
  run(world, 0.5, 1 / 60);
  assert(events.join('') === '', `a box at rest reports nothing, not '${events.join('')}'`);
  world.setVelocity('box', 1, 0, 0);
  let moving = 0;
  let reported = 0;
  run(world, 0.5, 1 / 60, () => {
    if (world.velocity('box')[0] > 0.05) moving++;
    if (events.length === 1) reported++;
  });
  assert(events.join('') === '+-', `a kicked box starts and stops once, not '${events.join('')}'`);
  assertNear('steps between the two reports', reported, moving, 2);
  stop();
  stop();
  world.setVelocity('box', 1, 0, 0);
  run(world, 0.5, 1 / 60);
  assert(events.length === 2, 'nothing is reported after the subscription ends');
  world.dispose();
}

function landing(driver: AdapterDriver): void {
  const world = build(driver, [box('box', [0, 0, 0.12])], coulomb({ mu: 0.3 }));
  const { events } = record(world);
  world.setVelocity('box', 3, 0, -0.5);
  run(world, 0.2, 1 / 60);
  assert(events[0] === '+', 'a box that lands sliding is reported');
  const before = events.length;
  world.setVelocity('box', 3, 0, 4);
  run(world, 0.3, 1 / 60);
  const rest = events.slice(before).join('');
  assert(rest === '', `a patch that disappears reports nothing, not '${rest}'`);
  world.dispose();
}

function throwingCallbacks(driver: AdapterDriver): void {
  const world = build(driver, [box('a', [0, 0, 0.1]), box('b', [0, 3, 0.1])], coulomb({ mu: 0.5 }));
  const twin = build(driver, [box('a', [0, 0, 0.1]), box('b', [0, 3, 0.1])], coulomb({ mu: 0.5 }));
  const handle = handleOf(world);
  const calls: string[] = [];
  const off = handle.onStickSlip(() => {
    calls.push('throws');
    throw new Error('from the callback');
  });
  const end = handle.onStickSlip(() => {
    calls.push('ends');
    end();
  });
  handle.onStickSlip(() => {
    calls.push('adds');
    handle.onStickSlip(() => calls.push('added'));
  });
  run(world, 0.5, 1 / 60);
  run(twin, 0.5, 1 / 60);
  for (const one of [world, twin]) for (const name of ['a', 'b']) one.setVelocity(name, 1, 0, 0);
  assertThrows('a step whose callback throws', /^from the callback$/, () => run(world, 1 / 60, 1 / 60));
  twin.step(1 / 60);
  assert(
    calls.join() === 'throws,ends,adds,throws,adds',
    `all others are called, the one that ended once, the new one not yet: ${calls.join()}`,
  );
  off();
  run(world, 1, 1 / 60);
  run(twin, 1, 1 / 60);
  assert(calls.includes('added'), 'a callback subscribed by another is called in later steps');
  assert(bitsOf(world, ['a', 'b']) === bitsOf(twin, ['a', 'b']), 'callbacks do not affect the motion');
  world.dispose();
  twin.dispose();
}

function callbacksThatChangeFriction(driver: AdapterDriver): void {
  for (const action of ['uninstall', 'swap', 'restore', 'step'] as const) {
    const world = build(driver, [box('a', [0, 0, 0.1]), box('b', [0, 3, 0.1])], coulomb({ mu: 0.5 }));
    run(world, 0.5, 1 / 60);
    const handle = handleOf(world);
    const data = handle.snapshot();
    let calls = 0;
    let other = 0;
    handle.onStickSlip((contact) => {
      calls++;
      if (action === 'uninstall') handle.uninstall();
      if (action === 'swap') handle.setDefault(coulomb({ mu: 0 }));
      if (action === 'restore') handle.restore(data);
      if (action === 'step') world.step(1 / 60);
      // The collected events can still be read.
      if (calls <= 2) assertNear('normal force in the callback', contact.normalForce, G, 0.5);
    });
    handle.onStickSlip(() => other++);
    for (const name of ['a', 'b']) world.setVelocity(name, 2, 0, 0);
    if (action === 'step') {
      assertThrows('a step inside a callback', /onStickSlip or onImpact callback/, () => world.step(1 / 60));
    } else world.step(1 / 60);
    assert(
      calls === (action === 'uninstall' ? 1 : 2),
      `${action}: two patches started sliding, and ${calls} were reported`,
    );
    assert(other === (action === 'uninstall' ? 0 : 2), `${action}: the other subscriber got ${other}`);
    if (action === 'uninstall') world.uninstall();
    run(world, 0.1, 1 / 60);
    for (const name of ['a', 'b']) {
      assert(Number.isFinite(world.position(name)[0]), `${action}: ${name} keeps moving`);
      if (action === 'swap') assertNear('speed without friction', world.velocity(name)[0], 2 - 0.5 * (G / 60), 0.02);
    }
    world.dispose();
  }
}

function lines(driver: AdapterDriver): void {
  const world = build(driver, [box('a', [0, 0, 0.1]), box('b', [0, 3, 0.1], 3)], coulomb({ mu: 0.5 }));
  const handle = handleOf(world);
  assert(handle.debugLines().vertices === 0, 'nothing is drawn before the first step');
  run(world, 0.5, 1 / 60);
  world.setVelocity('a', 2, 0, 0);
  run(world, 0.1, 1 / 60);
  const drawn = handle.debugLines();
  const { positions, colors, vertices } = drawn;
  assert(vertices > 0 && vertices % 2 === 0, `${vertices} vertices are lines`);
  for (let e = 0; e < 3 * vertices; e++) assert(Number.isFinite(positions[e]), 'positions are finite');
  for (let e = 0; e < 4 * vertices; e++) assert(colors[e] >= 0 && colors[e] <= 1, 'colours lie between 0 and 1');
  world.step(1 / 60);
  const again = handle.debugLines({ limits: false });
  assert(again.positions === positions && again.colors === colors, 'the buffers are reused until they have to grow');
  assert(again.vertices < vertices, 'disabled lines are not drawn');
  assert(
    positions.subarray(3 * again.vertices).every((x) => x === 0),
    'the arrays hold zeros behind the vertices',
  );
  // The normal force of the heavy box is the longest line, half a metre long.
  const normals = handle.debugLines({ limits: false, forces: false, centres: false });
  assert(normals.vertices === 4, `two normals are two lines, not ${normals.vertices / 2}`);
  const heights = [positions[5] - positions[2], positions[11] - positions[8]].map(Math.abs);
  assertNear('longest normal', Math.max(...heights), 0.5, 1e-3);
  assertNear('the other one', Math.min(...heights), 0.5 / 3, 0.02);
  assertThrows('an unknown option', /unknown option 'limit'/, () => handle.debugLines({ limit: true } as object));
  assertThrows('a scale of 0', /forceScale must be/, () => handle.debugLines({ forceScale: 0 }));
  world.dispose();
}

const SNAPSHOT_BODIES = [box('a', [0, 0, 0.1]), box('b', [0.05, 0, 0.3], 2), box('c', [2, 0, 0.1])];
const SNAPSHOT_NAMES = SNAPSHOT_BODIES.map(({ name }) => name);

function snapshots(driver: AdapterDriver): void {
  const law = bristle({ mu: 0.4, stiffness: 2e4 });
  const world = build(driver, SNAPSHOT_BODIES, law);
  handleOf(world).setPair('c', 'ground', coulomb({ mu: 0.2 }));
  run(world, 0.5, 1 / 60);
  world.setVelocity('c', 2, 1, 0);
  run(world, 0.25, 1 / 60, () => world.push('b', 3, 0, 0));
  const data = handleOf(world).snapshot();
  const twin = world.clone();
  const handle = twin.install(bristle({ mu: 0.4, stiffness: 2e4 }));
  handle.setPair('c', 'ground', coulomb({ mu: 0.2 }));
  handle.restore(data);
  const describeAll = (one: EngineWorld) => [...handleOf(one).contacts()].map((contact) => describe(contact)).join();
  const pairs = [world, twin].map(describeAll);
  assert(pairs[0] === pairs[1], 'contacts() is the same right after restore');
  for (let k = 0; k < 60; k++) {
    for (const one of [world, twin]) {
      one.push('b', 4, 1, 0);
      if (k === 20) one.setVelocity('a', 1, 0, 0);
      one.step(1 / (k < 40 ? 60 : 120));
    }
    const bits = [world, twin].map((one) => bitsOf(one, SNAPSHOT_NAMES));
    assert(bits[0] === bits[1], `step ${k} after restore: ${bits[1]}, in the world itself ${bits[0]}`);
  }
  world.dispose();
  twin.dispose();
}

function describe(contact: EngineContact): string {
  const { law, normalForce, torsion, sliding, frictionForce, centre } = contact;
  return [law, normalForce, torsion, sliding, ...(frictionForce ?? []), ...centre].join();
}

function badSnapshots(driver: AdapterDriver): void {
  const bodies = SNAPSHOT_BODIES;
  const world = build(driver, bodies, coulomb({ mu: 0.5 }));
  run(world, 0.5, 1 / 60);
  const handle = handleOf(world);
  const data = handle.snapshot();
  const damaged = (place: number, value: number): Uint8Array => {
    const numbers = new Float64Array(data.slice().buffer);
    numbers[place] = value;
    return new Uint8Array(numbers.buffer);
  };
  const bad: [string, RegExp, unknown][] = [
    ['no snapshot', /magic number of a friction snapshot/, new Uint8Array(100)],
    ['nothing', /expected the Uint8Array/, undefined],
    ['an empty one', /magic number of a friction snapshot/, new Uint8Array(0)],
    ['one cut short', /expected length in bytes \d+ \(got \d+\)/, data.slice(0, data.length - 9)],
    ['another version', /version \d+ \(got 77\)/, damaged(1, 77)],
    ['another engine', /expected a snapshot of .* \(got \?/, damaged(4, 63)],
  ];
  for (const [what, message, bytes] of bad) {
    assertThrows(what, message, () => handle.restore(bytes as Uint8Array));
  }
  handle.setDefault(bristle({ mu: 0.5, stiffness: 1e4 }));
  assertThrows('other laws', /expected the laws of the snapshot .*coulomb.* \(got bristle\(3\)/, () =>
    handle.restore(data),
  );
  handle.setDefault(coulomb({ mu: 0.5 }));
  assert(handle.snapshot().join() !== '', 'the handle keeps working');
  const small = build(driver, bodies.slice(0, 1), coulomb({ mu: 0.5 }));
  run(small, 0.1, 1 / 60);
  const before = [...handleOf(small).contacts()].map(describe).join();
  assertThrows('a world with fewer bodies', /^restore: /, () => handleOf(small).restore(data));
  assert([...handleOf(small).contacts()].map(describe).join() === before, 'nothing has changed');
  run(small, 0.5, 1 / 60);
  assertNear('height after rejected snapshots', small.position('a')[2], 0.1, 0.01);
  world.dispose();
  small.dispose();
}
