import { coulomb } from '../laws/coulomb.js';
import { stribeck } from '../laws/stribeck.js';
import { assert, assertNear, type Check } from './check.js';
import { type AdapterDriver, assertThrows, bitsOf, box, build, G, run } from './conformance-world.js';
import type { BodySpec, EngineHandle, EngineWorld, Rotation, Vector } from './engine-world.js';

/** The adapter checks for impacts and for what `contacts()` tells about a step. */
export function impactConformance(driver: AdapterDriver): Check[] {
  return [
    { name: 'onImpact reports m v (1 + e) of a ball and a box dropped from 1 m', run: () => drops(driver) },
    { name: 'onImpact reports every bounce once, and nothing at rest', run: () => bounces(driver) },
    { name: 'onImpact reports a box that lands nearly flat once', run: () => flatLandings(driver) },
    { name: 'onImpact reports nothing for sliding, settled and slowly loaded bodies', run: () => quiet(driver) },
    {
      name: 'onImpact knows materials and bodies, filters by impulse and rejects bad options',
      run: () => details(driver),
    },
    {
      name: 'onImpact callbacks may throw and remove bodies, and do not affect the motion',
      run: () => callbacks(driver),
    },
    { name: 'the power of friction adds up to the energy lost by sliding and spinning', run: () => power(driver) },
    { name: 'contacts have materials, the coefficient in effect and speeds', run: () => contacts(driver) },
    { name: 'contacts of sleeping bodies are listed on demand', run: () => sleepers(driver) },
  ];
}

const STEPS = [1 / 60, 1 / 240] as const;
const RADIUS = 0.1;

function handleOf(world: EngineWorld): EngineHandle {
  assert(world.friction !== null, 'a world with friction installed has a handle');
  return world.friction;
}

function ball(name: string, position: Vector, bounce: number, mass = 1): BodySpec {
  return { name, kind: 'dynamic', shape: { kind: 'sphere', radius: RADIUS }, mass, position, bounce, material: name };
}

interface Recorded {
  impulse: number;
  approachSpeed: number;
  slipSpeed: number;
  normal: number[];
  point: number[];
  materials: string[];
}

function record(world: EngineWorld): Recorded[] {
  const list: Recorded[] = [];
  handleOf(world).onImpact(({ impulse, approachSpeed, slipSpeed, normal, point, materialA, materialB }) => {
    list.push({
      impulse,
      approachSpeed,
      slipSpeed,
      normal: [...normal],
      point: [...point],
      materials: [materialA, materialB],
    });
  });
  return list;
}

/** One that bounces also needs ground that does. */
function buildBouncing(driver: AdapterDriver, bodies: readonly BodySpec[], bounce: number): EngineWorld {
  const world = driver({
    name: 'impacts',
    gravity: [0, 0, -G],
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground', bounce },
      ...bodies,
    ],
    stockMu: 0.5,
  });
  world.install(coulomb({ mu: 0.5 }));
  return world;
}

function drops(driver: AdapterDriver): void {
  const speed = Math.sqrt(2 * G);
  for (const dt of STEPS) {
    for (const bounce of [0, 0.5]) {
      for (const body of [ball('ball', [0, 0, 1 + RADIUS], bounce, 2), { ...box('box', [0, 0, 1.1], 2), bounce }]) {
        const world = buildBouncing(driver, [body], bounce);
        const impacts = record(world);
        // The engine may bounce less than told.
        let rebound = 0;
        run(world, 0.5, dt, () => {
          if (impacts.length > 0 && rebound === 0) [, , rebound] = world.velocity(body.name);
        });
        const what = `${body.name}, restitution ${bounce}, steps of ${dt.toFixed(4)} s`;
        assert(impacts.length === 1, `${what}: one impact, not ${impacts.length}`);
        const [{ impulse, approachSpeed, normal, point, slipSpeed }] = impacts;
        // The contact also carries the weight, for as long as it lasts: a step at most.
        const expected = 2 * (speed + rebound);
        const least = impulse / expected;
        const most = impulse / (expected + 2 * G * dt);
        assert(least > 0.99, `${what}: impulse / (m (v + v')) should be at least 1 within 1 % but is ${least}`);
        assert(most < 1.01, `${what}: impulse / (m (v + v') + m g dt) should be at most 1 within 1 % but is ${most}`);
        assertNear(`${what}: approach speed / √(2 g h)`, approachSpeed / speed, 1, 0.01);
        assertNear(`${what}: vertical normal`, Math.abs(normal[2]), 1, 1e-6);
        assertNear(`${what}: height of the point`, point[2], 0, 0.06);
        assertNear(`${what}: slip speed`, slipSpeed, 0, 1e-3);
        world.dispose();
      }
    }
  }
}

function bounces(driver: AdapterDriver): void {
  for (const dt of STEPS) {
    const world = buildBouncing(driver, [ball('ball', [0, 0, 1 + RADIUS], 0.5)], 0.5);
    const impacts = record(world);
    // Bounces as the motion shows them: [speed before, impulse per mass].
    const seen: [number, number][] = [];
    let before = 0;
    run(world, 3, dt, () => {
      const [, , now] = world.velocity('ball');
      if (now - before > 0.6) seen.push([-before, now - before + G * dt]);
      before = now;
    });
    const strong = impacts.filter(({ impulse }) => impulse > 0.6 + G * dt);
    assert(strong.length === seen.length, `${seen.length} bounces are as many impacts, not ${strong.length}`);
    strong.forEach(({ impulse, approachSpeed }, k) => {
      assertNear(`impulse of bounce ${k} per momentum change`, impulse / seen[k][1], 1, 0.03);
      assertNear(`approach speed of bounce ${k}`, approachSpeed, seen[k][0], 1.5 * G * dt);
    });
    const total = impacts.length;
    assert(total < 12, `small bounces end, after ${total}`);
    run(world, 2, dt);
    assert(impacts.length === total, 'a ball at rest has no impacts');
    world.dispose();
  }
}

function flatLandings(driver: AdapterDriver): void {
  for (const dt of STEPS) {
    for (const angle of [0, 0.002, 0.01, 0.03, 0.06]) {
      const rotation: Rotation = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
      const world = build(driver, [{ ...box('box', [0, 0, 1.12]), rotation }], coulomb({ mu: 0.5 }));
      const impacts = record(world);
      run(world, 1, dt);
      const what = `tilted by ${angle} rad, steps of ${dt.toFixed(4)} s`;
      const list = impacts.map(({ impulse }) => impulse.toFixed(2)).join();
      assert(impacts.length === 1, `${what}: one impact, not ${impacts.length} (${list} N s)`);
      world.dispose();
    }
  }
}

function quiet(driver: AdapterDriver): void {
  for (const dt of STEPS) {
    const stack = [0, 1, 2].map((k) => box(`b${k}`, [0, 3, 0.1 + 0.2 * k]));
    const world = build(
      driver,
      [box('slider', [0, 0, 0.1]), box('pressed', [0, 6, 0.1]), ...stack],
      coulomb({ mu: 0.3 }),
    );
    run(world, 1, dt);
    const impacts = record(world);
    world.setVelocity('slider', 3, 0.5, 0);
    world.setAngularVelocity('slider', 0, 0, 2);
    run(world, 2, dt, (time) => world.push('pressed', 0, 0, -100 * time));
    assert(impacts.length === 0, `no impacts, not ${impacts.length}`);
    world.dispose();
  }
}

function details(driver: AdapterDriver): void {
  const world = build(
    driver,
    [ball('small', [0, 0, 0.6], 0, 0.5), ball('large', [2, 0, 0.6], 0, 5)],
    coulomb({ mu: 0.5 }),
  );
  const handle = handleOf(world);
  const all = record(world);
  const strong: number[] = [];
  const bodies: unknown[] = [];
  handle.onImpact(({ impulse }) => strong.push(impulse), { minImpulse: 5 });
  handle.onImpact(({ bodyA, bodyB }) => bodies.push(bodyA, bodyB));
  world.setVelocity('small', 1, 0, 0);
  run(world, 0.5, 1 / 120);
  assert(all.length === 2 && strong.length === 1, `two impacts, one above 5 N s: ${all.length}, ${strong.length}`);
  assert(strong[0] > 5, 'the strong one is that of the heavy ball');
  assert(new Set(bodies).size === 3, 'two balls and the ground');
  for (const { materials } of all) assert(materials.includes('ground'), `materials ${materials.join(' and ')}`);
  const names = all.flatMap(({ materials }) => materials).sort();
  assert(names.join() === 'ground,ground,large,small', `all materials are named: ${names.join()}`);
  const slipping = all.find(({ materials }) => materials.includes('small'));
  assertNear('slip speed of the ball that moves sideways', slipping?.slipSpeed ?? 0, 1, 0.01);
  assertThrows('an unknown option', /onImpact: unknown option 'min'/, () =>
    handle.onImpact(() => {}, { min: 1 } as object),
  );
  assertThrows('a negative impulse', /onImpact: minImpulse must be/, () =>
    handle.onImpact(() => {}, { minImpulse: -1 }),
  );
  assertThrows('no function', /onImpact: callback must be/, () => handle.onImpact(3 as never));
  world.dispose();
}

function callbacks(driver: AdapterDriver): void {
  const specs = [ball('a', [0, 0, 0.6], 0), ball('b', [2, 0, 0.6], 0)];
  const world = build(driver, specs, coulomb({ mu: 0.5 }));
  const twin = build(driver, specs, coulomb({ mu: 0.5 }));
  const handle = handleOf(world);
  const calls: string[] = [];
  const end = handle.onImpact(() => {
    calls.push('throws');
    throw new Error('from the callback');
  });
  handle.onImpact(() => calls.push('other'));
  let thrown = 0;
  for (let k = 0; k < 40; k++) {
    try {
      world.step(1 / 60);
    } catch (error) {
      assert(error instanceof Error && error.message === 'from the callback', `${error}`);
      thrown++;
    }
    twin.step(1 / 60);
  }
  assert(thrown === 1, `the step in which both land throws once, not ${thrown} times`);
  assert(calls.join() === 'throws,other,throws,other', `everybody is called: ${calls.join()}`);
  assert(bitsOf(world, ['a', 'b']) === bitsOf(twin, ['a', 'b']), 'callbacks do not affect the motion');
  end();
  assertThrows('a step inside a callback', /onImpact callback/, () => {
    handle.onImpact(() => world.step(1 / 60));
    world.setVelocity('a', 0, 0, 2);
    run(world, 1, 1 / 60);
  });
  const removing = build(driver, specs, coulomb({ mu: 0.5 }));
  let seen = 0;
  handleOf(removing).onImpact(() => {
    seen++;
    if (seen === 1) handleOf(removing).uninstall();
  });
  while (seen === 0) removing.step(1 / 60);
  removing.uninstall();
  run(removing, 0.5, 1 / 60);
  assert(seen === 1, `uninstall ends all subscriptions, after ${seen}`);
  for (const one of [world, twin, removing]) one.dispose();
}

function power(driver: AdapterDriver): void {
  const law = stribeck({ muS: 0.4, muC: 0.3, vS: 0.1 });
  // 1 kg, 0.5 x 0.5 x 0.2 m.
  const inertia = (0.5 * 0.5 + 0.5 * 0.5) / 12;
  for (const dt of STEPS) {
    for (const spin of [0, 12]) {
      const world = build(driver, [box('box', [0, 0, 0.1])], law);
      run(world, 0.5, dt);
      world.setVelocity('box', 3, 0, 0);
      world.setAngularVelocity('box', 0, 0, spin);
      const energy = 0.5 * 9 + 0.5 * inertia * spin * spin;
      let lost = 0;
      for (let time = 0; time < 2; time += dt) {
        world.step(dt);
        for (const contact of handleOf(world).contacts()) lost += dt * (contact.power ?? 0);
      }
      const what = `spin ${spin} rad/s, steps of ${dt.toFixed(4)} s`;
      assertNear(`${what}: speed in the end`, Math.hypot(...world.velocity('box')), 0, 0.01);
      assertNear(`${what}: integral of the power / energy`, lost / energy, 1, 0.02);
      world.dispose();
    }
  }
}

function contacts(driver: AdapterDriver): void {
  const law = stribeck({ muS: 0.6, muC: 0.3, vS: 0.1 });
  const world = build(driver, [box('fast', [0, 0, 0.1]), box('still', [0, 3, 0.1])], law);
  run(world, 0.5, 1 / 120);
  world.setVelocity('fast', 2, 0, 0);
  run(world, 0.1, 1 / 120, () => void [...handleOf(world).contacts()]);
  let count = 0;
  for (const contact of handleOf(world).contacts()) {
    const { materialA, materialB, coefficient, slipSpeed, slip, approachSpeed, sliding, sleeping } = contact;
    count++;
    const isFast = materialA === 'fast' || materialB === 'fast';
    assert(isFast || materialA === 'still' || materialB === 'still', `materials ${materialA} and ${materialB}`);
    assert(materialA === 'ground' || materialB === 'ground', `materials ${materialA} and ${materialB}`);
    assert(sliding === isFast && !sleeping, 'only the fast one slides');
    assertNear(`coefficient of ${isFast ? 'the sliding' : 'the sticking'} one`, coefficient, isFast ? 0.3 : 0.6, 0.005);
    assertNear('slip speed is the length of the slip', slipSpeed, Math.hypot(...slip), 1e-12);
    assertNear('approach speed of a contact that stays', approachSpeed ?? Number.NaN, 0, 0.02);
  }
  assert(count === 2, `two patches, not ${count}`);
  assertThrows('an unknown option', /contacts: unknown option 'asleep'/, () =>
    handleOf(world).contacts({ asleep: true } as object),
  );
  world.dispose();
}

function sleepers(driver: AdapterDriver): void {
  const spec = (canSleep: boolean) => ({
    name: 'sleepers',
    gravity: [0, 0, -G] as const,
    bodies: [
      { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' } as const,
      box('box', [0, 0, 0.1], 2),
    ],
    stockMu: 0.5,
    canSleep,
  });
  const world = driver(spec(true));
  world.install(stribeck({ muS: 0.4, muC: 0.3, vS: 0.1 }));
  run(world, 6, 1 / 60);
  const awake = [...handleOf(world).contacts()].length;
  const list = Array.from(handleOf(world).contacts({ sleeping: true }), (contact) => ({
    ...contact,
    z: contact.centre[2],
  }));
  assert(awake === 0, `a sleeping box has no contacts, not ${awake}`);
  assert(list.length === 1, `one sleeping pair, not ${list.length}`);
  const [{ sleeping, normalForce, materialA, materialB, coefficient, points, z }] = list;
  assert(sleeping && points === 4, `it sleeps on four points: ${sleeping}, ${points}`);
  assertNear('normal force before sleep', normalForce, 2 * G, 0.4);
  assertNear('coefficient', coefficient, 0.4, 1e-6);
  assertNear('height', z, 0, 0.01);
  assert([materialA, materialB].sort().join() === 'box,ground', `materials ${materialA}, ${materialB}`);
  world.setVelocity('box', 0, 0, 1);
  run(world, 0.1, 1 / 60);
  assert([...handleOf(world).contacts({ sleeping: true })].length <= 1, 'nothing is listed twice');
  world.dispose();
}
