import { coulomb } from '../laws/coulomb.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { assert, assertNear, type Check } from './check.js';
import { type AdapterDriver, assertThrows, bitsOf, box, build, G, run } from './conformance-world.js';
import type { BodySpec } from './engine-world.js';
import { handleConformance } from './handle-conformance.js';
import { impactConformance } from './impact-conformance.js';

const STEPS = [1 / 60, 1 / 120, 1 / 240];

/**
 * Checks that every adapter must pass in its real engine:
 *
 *     for (const check of adapterConformance(driver)) test(check.name, check.run)
 */
export function adapterConformance(driver: AdapterDriver): Check[] {
  return [
    { name: 'sticks below the friction angle, slides above, for light and heavy boxes', run: () => threshold(driver) },
    { name: 'slides and stops as Coulomb predicts, at every step size', run: () => stopping(driver) },
    { name: 'friction follows the load', run: () => load(driver) },
    { name: 'a ball begins to roll at 5/7 of its speed', run: () => rolling(driver) },
    { name: 'a cylinder on its face slides like a box', run: () => cylinder(driver) },
    { name: 'momentum is conserved between two free bodies', run: () => momentum(driver) },
    { name: 'a box rides on an accelerating carrier', run: () => carrier(driver) },
    {
      name: 'laws of material pairs apply in either order and can be replaced while running',
      run: () => pairs(driver),
    },
    { name: 'contacts() reports forces that balance the weight', run: () => contacts(driver) },
    { name: 'a body with a NaN velocity does not disturb the others', run: () => nonFinite(driver) },
    { name: 'step lengths may change or be 0, and bodies may be removed', run: () => disturbances(driver) },
    { name: 'installs once, and again after uninstall', run: () => installs(driver) },
    { name: 'after uninstall the world steps like a stock world, bit for bit', run: () => uninstalls(driver) },
    { name: 'same input, same bits', run: () => repeats(driver) },
    ...handleConformance(driver),
    ...impactConformance(driver),
  ];
}

function threshold(driver: AdapterDriver): void {
  const mu = 0.5;
  for (const mass of [1e-2, 1, 1e3]) {
    for (const [fraction, slides] of [
      [0.97, false],
      [1.03, true],
    ] as const) {
      const world = build(driver, [box('box', [0, 0, 0.1], mass)], coulomb({ mu }));
      run(world, 0.5, 1 / 60);
      const angle = fraction * Math.atan(mu);
      world.setGravity(G * Math.sin(angle), 0, -G * Math.cos(angle));
      const [x0] = world.position('box');
      run(world, 1, 1 / 60);
      const moved = world.position('box')[0] - x0;
      const expected = slides ? 0.5 * G * (Math.sin(angle) - mu * Math.cos(angle)) : 0;
      assertNear(
        `distance of ${mass} kg at ${fraction} of the friction angle`,
        moved,
        expected,
        1e-3 + 0.03 * expected,
      );
      world.dispose();
    }
  }
}

function stopping(driver: AdapterDriver): void {
  const mu = 0.4;
  for (const dt of STEPS) {
    for (const heading of [0, 0.7]) {
      const world = build(driver, [box('box', [0, 0, 0.1])], coulomb({ mu }));
      run(world, 0.5, dt);
      const start = world.position('box');
      world.setVelocity('box', 3 * Math.cos(heading), 3 * Math.sin(heading), 0);
      run(world, 1.2, dt);
      const end = world.position('box');
      const expected = 9 / (2 * mu * G);
      assertNear(
        `stopping distance at dt ${dt}`,
        Math.hypot(end[0] - start[0], end[1] - start[1]),
        expected,
        0.015 * expected,
      );
      const direction = Math.atan2(end[1] - start[1], end[0] - start[0]);
      assertNear(`direction at dt ${dt}`, direction, heading, 1e-3);
      assertNear('speed after the stop', Math.hypot(...world.velocity('box')), 0, 1e-3);
      world.dispose();
    }
  }
}

function load(driver: AdapterDriver): void {
  const mu = 0.5;
  const threshold = mu * 11 * G;
  for (const [fraction, moves] of [
    [0.97, false],
    [1.05, true],
  ] as const) {
    const world = build(driver, [box('lower', [0, 0, 0.1]), box('upper', [0, 0, 0.3], 10)], coulomb({ mu }));
    run(world, 0.5, 1 / 60);
    const [x0] = world.position('lower');
    run(world, 1, 1 / 60, () => world.push('lower', fraction * threshold, 0, 0));
    const moved = world.position('lower')[0] - x0;
    const expected = moves ? (0.5 * (fraction - 1) * threshold) / 11 : 0;
    assertNear(`distance under ${fraction} of the threshold force`, moved, expected, 2e-3 + 0.05 * expected);
    world.dispose();
  }
}

function rolling(driver: AdapterDriver): void {
  for (const dt of STEPS) {
    const ball: BodySpec = {
      name: 'ball',
      kind: 'dynamic',
      shape: { kind: 'sphere', radius: 0.3 },
      mass: 2,
      position: [0, 0, 0.3],
    };
    const world = build(driver, [ball], coulomb({ mu: 0.3 }));
    run(world, 0.5, dt);
    world.setVelocity('ball', 0, 4, 0);
    run(world, 1.5, dt);
    const [, v] = world.velocity('ball');
    assertNear(`rolling speed at dt ${dt}`, v, (5 / 7) * 4, 0.003 * 4);
    assertNear(`slip at dt ${dt}`, v + 0.3 * world.angularVelocity('ball')[0], 0, 0.01);
    world.dispose();
  }
}

function cylinder(driver: AdapterDriver): void {
  const mu = 0.3;
  const drum: BodySpec = {
    name: 'drum',
    kind: 'dynamic',
    shape: { kind: 'cylinder', radius: 0.3, height: 0.2 },
    mass: 3,
    position: [0, 0, 0.1],
  };
  const world = build(driver, [drum], coulomb({ mu }));
  run(world, 0.5, 1 / 60);
  const [x0] = world.position('drum');
  world.setVelocity('drum', 3, 0, 0);
  run(world, 1.5, 1 / 60);
  const expected = 9 / (2 * mu * G);
  assertNear('stopping distance of the drum', world.position('drum')[0] - x0, expected, 0.015 * expected);
  // Pure spin also stops, and does not move the drum.
  world.setAngularVelocity('drum', 0, 0, 10);
  const before = world.position('drum');
  run(world, 2, 1 / 60);
  assertNear('spin of the drum', world.angularVelocity('drum')[2], 0, 1e-3);
  assertNear('distance the spinning drum moves', Math.abs(world.position('drum')[0] - before[0]), 0, 2e-3);
  world.dispose();
}

function momentum(driver: AdapterDriver): void {
  const slab: BodySpec = {
    name: 'slab',
    kind: 'dynamic',
    shape: { kind: 'box', halfExtents: [2, 0.5, 0.1] },
    mass: 4,
    position: [0, 0, 0.1],
    material: 'slab',
  };
  const world = build(driver, [slab, box('rider', [-1, 0, 0.3], 2)], coulomb({ mu: 0.4 }));
  world.friction?.setPair('slab', 'ground', coulomb({ mu: 0 }));
  run(world, 0.5, 1 / 60);
  world.setVelocity('rider', 2, 0, 0);
  run(world, 1, 1 / 60);
  const [vRider] = world.velocity('rider');
  const [vSlab] = world.velocity('slab');
  assertNear('total momentum', 2 * vRider + 4 * vSlab, 4, 0.02);
  assertNear('common speed', vRider, 4 / 6, 0.01);
  world.dispose();
}

function carrier(driver: AdapterDriver): void {
  const mu = 0.5;
  const belt: BodySpec = {
    name: 'belt',
    kind: 'kinematic',
    shape: { kind: 'box', halfExtents: [5, 1, 0.1] },
    position: [0, 0, 0.5],
  };
  const world = build(driver, [belt, box('box', [0, 0, 0.7])], coulomb({ mu }));
  run(world, 0.5, 1 / 60);
  const offset = world.position('box')[0] - world.position('belt')[0];
  const acceleration = 0.6 * mu * G;
  run(world, 1, 1 / 60, (time) => world.setVelocity('belt', acceleration * time, 0, 0));
  const slipped = world.position('box')[0] - world.position('belt')[0] - offset;
  assertNear('slip on the carrier', slipped, 0, 0.02);
  world.dispose();
}

function pairs(driver: AdapterDriver): void {
  const bodies = [box('rubber', [0, 0, 0.1]), box('ice', [0, 2, 0.1]), box('plain', [0, 4, 0.1])];
  const world = build(driver, bodies, coulomb({ mu: 0.5 }));
  world.friction?.setPair('rubber', 'ground', coulomb({ mu: 0.9 }));
  world.friction?.setPair('ground', 'ice', coulomb({ mu: 0.05 }));
  run(world, 0.5, 1 / 120);
  for (const { name } of bodies) world.setVelocity(name, 2, 0, 0);
  run(world, 0.1, 1 / 120);
  for (const [name, mu] of [
    ['rubber', 0.9],
    ['ice', 0.05],
    ['plain', 0.5],
  ] as const) {
    assertNear(`speed of ${name} after 0.1 s`, world.velocity(name)[0], 2 - 0.1 * mu * G, 0.05);
  }
  world.friction?.setDefault(coulomb({ mu: 0 }));
  run(world, 0.05, 1 / 120);
  const [slow] = world.velocity('plain');
  run(world, 0.1, 1 / 120);
  assertNear('speed on a default without friction', world.velocity('plain')[0], slow, 1e-3);
  assert(world.velocity('rubber')[0] < 1, 'the pair keeps its law when the default is replaced');
  world.dispose();
}

function contacts(driver: AdapterDriver): void {
  const mu = 0.3;
  const mass = 5;
  const world = build(driver, [box('box', [0, 0, 0.1], mass)], coulomb({ mu }));
  run(world, 1, 1 / 60);
  const sums = () => {
    let normal = 0;
    let friction = 0;
    let sliding = 0;
    let patches = 0;
    for (const contact of world.friction?.contacts() ?? []) {
      normal += contact.normalForce;
      friction += Math.hypot(...(contact.frictionForce ?? []));
      sliding += contact.sliding ? 1 : 0;
      patches++;
    }
    return { normal, friction, sliding, patches };
  };
  const rest = sums();
  assert(rest.patches === 1, `one face on the ground is one patch, not ${rest.patches}`);
  assertNear('normal force at rest', rest.normal, mass * G, 0.01 * mass * G);
  assertNear('friction force at rest', rest.friction, 0, 0.01 * mass * G);
  assert(rest.sliding === 0, 'a box at rest does not slide');
  world.setVelocity('box', 4, 0, 0);
  run(world, 0.3, 1 / 60);
  const moving = sums();
  assertNear('friction force in motion', moving.friction, mu * mass * G, 0.02 * mu * mass * G);
  assert(moving.sliding === 1, 'a moving box slides');
  world.dispose();
}

function nonFinite(driver: AdapterDriver): void {
  const bodies = [box('good', [0, 0, 0.1]), box('top', [0, 0, 0.3]), box('bad', [5, 0, 0.1])];
  const world = build(driver, bodies, coulomb({ mu: 0.5 }));
  run(world, 0.5, 1 / 60);
  world.setVelocity('bad', Number.NaN, 0, 0);
  world.setVelocity('good', 1, 0, 0);
  run(world, 1, 1 / 60);
  for (const name of ['good', 'top']) {
    for (const value of [...world.position(name), ...world.velocity(name)]) {
      assert(Number.isFinite(value), `${name} ends at ${value}`);
    }
    assertNear(`height of ${name}`, world.position(name)[2], name === 'good' ? 0.1 : 0.3, 0.01);
    assertNear(`speed of ${name}`, Math.hypot(...world.velocity(name)), 0, 1e-2);
  }
  const { report } = world.friction ?? { report: null };
  assert(report !== null && report.nonFiniteBodies > 0, 'the report counts the non-finite body');
  assert(report.problem !== '', 'the report names the problem');
  world.dispose();
}

function disturbances(driver: AdapterDriver): void {
  const bodies = [box('a', [0, 0, 0.1]), box('b', [0, 0, 0.3]), box('c', [2, 0, 0.1])];
  const world = build(driver, bodies, coulomb({ mu: 0.5 }));
  for (let k = 0; k < 120; k++) world.step([1 / 60, 1 / 30, 1 / 240, 1 / 144][k % 4]);
  world.step(0);
  world.remove('a');
  for (let k = 0; k < 120; k++) world.step(1 / 60);
  world.remove('c');
  world.step(1 / 60);
  assertNear('height of the box whose support was removed', world.position('b')[2], 0.1, 0.01);
  assertNear('its sideways drift', Math.hypot(world.position('b')[0], world.position('b')[1]), 0, 0.05);
  world.dispose();
}

function installs(driver: AdapterDriver): void {
  const world = build(driver, [box('box', [0, 0, 0.1])], null);
  assertThrows('a law that is not one', /friction law/, () => world.install({} as FrictionLaw));
  const first = world.install(coulomb({ mu: 0.5 }));
  assertThrows('a second install', /already/, () => world.install(coulomb({ mu: 0.5 })));
  world.uninstall();
  first.uninstall();
  assertThrows('a handle after uninstall', /uninstall/, () => first.setDefault(coulomb({ mu: 0.1 })));
  world.install(coulomb({ mu: 0.5 }));
  world.step(1 / 60);
  assert(world.friction !== null && world.friction.report.steps === 1, 'the second install runs');
  world.dispose();
}

function uninstalls(driver: AdapterDriver): void {
  const bodies = [box('a', [0, 0, 0.1]), box('b', [0.1, 0, 0.3], 3), box('c', [2, 0, 0.1])];
  const world = build(driver, bodies, coulomb({ mu: 0.2 }));
  run(world, 0.5, 1 / 60);
  world.setVelocity('a', 2, 1, 0);
  run(world, 0.3, 1 / 60);
  world.uninstall();
  const stock = world.cloneStock();
  for (let k = 0; k < 120; k++) {
    world.step(1 / 60);
    stock.step(1 / 60);
    for (const { name } of bodies) {
      const one = bitsOf(world, [name]);
      const other = bitsOf(stock, [name]);
      assert(one === other, `step ${k} after uninstall, ${name}: ${one}, in a stock world ${other}`);
    }
  }
  world.dispose();
  stock.dispose();
}

function repeats(driver: AdapterDriver): void {
  const trace = (): string => {
    const bodies = [0, 1, 2, 3].map((k) => box(`box ${k}`, [0.05 * k, 0.02 * k, 0.11 + 0.21 * k]));
    const world = build(driver, bodies, coulomb({ mu: 0.4 }));
    run(world, 1, 1 / 60);
    world.setVelocity('box 1', 1, -0.5, 0);
    run(world, 1, 1 / 60);
    const text = bodies.flatMap(({ name }) => [...world.position(name), ...world.rotation(name)]).join();
    world.dispose();
    return text;
  };
  const one = trace();
  const other = trace();
  assert(one === other, `two runs differ: ${one} and ${other}`);
}
