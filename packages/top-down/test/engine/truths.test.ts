import { anisotropic, coulomb, stribeck, surfaceVelocity } from '@stiction/friction-core';
import { createEcpSlider, ecp, ecpState, lugrePatch, ring } from '@stiction/limit-surface';
import { beforeEach, describe, expect, test } from 'vitest';
import { boxPoints, G, once, type ReferenceBody, ringPoints, slideToRest } from './reference.js';
import {
  createWorld,
  ENGINES,
  type EngineName,
  integratorDelay,
  type TestBody,
  type TestWorld,
  type WorldOptions,
} from './worlds.js';

/** Scenes with a known answer, in every engine at 1/60 s. */
const dt = 1 / 60;
const MU = 0.3;
const R = 0.5;
const DISC: ReferenceBody = { mass: 1, inertia: 0.5 * R * R, points: ringPoints(0, R, 10) };
const error = (measured: number, truth: number) => Math.abs(measured / truth - 1);

/**
 * What engines lose of a distance because they move bodies with the velocity at the end of each (sub)step. It is the same for a body
 * that any other force stops, so scenes of short slides are measured without it.
 */
function lost(engine: EngineName, velocity: number): number {
  return integratorDelay(engine, dt) * velocity;
}

function run(world: TestWorld, seconds: number, each: (time: number) => void = () => {}): void {
  const steps = Math.round(seconds / dt);
  for (let k = 1; k <= steps; k++) {
    world.step();
    each(k * dt);
  }
}

/** Centres of nx times ny squares of 2 cm, from (x, y) on. */
function cells(nx: number, ny: number, x: number, y: number): [number, number][] {
  return Array.from({ length: nx * ny }, (_, k) => [
    x + 0.02 * ((k % nx) + 0.5),
    y + 0.02 * (Math.floor(k / nx) + 0.5),
  ]);
}

/** v/(R w) of a disc when its angular velocity falls below `spin`. */
function ratioAt(spin: number): { add(s: { vx: number; spin: number }): void; ratio(): number } {
  let before = { vx: 0, spin: 0 };
  let ratio = 0;
  return {
    add(s) {
      if (before.spin >= spin && s.spin < spin) {
        const f = (before.spin - spin) / (before.spin - s.spin);
        ratio = (before.vx + f * (s.vx - before.vx)) / (R * spin);
      }
      before = { vx: s.vx, spin: s.spin };
    },
    ratio: () => ratio,
  };
}

/** The angle through which a body has turned since it was created; engines wrap theirs. */
function turnOf(body: TestBody): { add(): void; angle: number } {
  let previous = body.state().angle;
  const turn = {
    angle: 0,
    add() {
      const { angle } = body.state();
      turn.angle += Math.atan2(Math.sin(angle - previous), Math.cos(angle - previous));
      previous = angle;
    },
  };
  return turn;
}

/** Rest: no motion but for the rounding of engines that add impulses to velocities. */
function expectRest(world: TestWorld, body: TestBody): void {
  run(world, 0.1);
  const before = body.state();
  expect(Math.hypot(before.vx, before.vy, before.spin)).toBeLessThan(1e-15);
  run(world, 1);
  const after = body.state();
  for (const key of ['x', 'y', 'angle'] as const) expect(Math.abs(after[key] - before[key])).toBeLessThan(1e-15);
}

describe.each(ENGINES)('%s', (engine) => {
  let create: (options: WorldOptions) => Promise<TestWorld>;
  beforeEach(() => {
    create = (options) => createWorld(engine, options);
  });

  test('a sliding box stops after v²/(2 mu g), and stays there', async () => {
    const world = await create({ default: coulomb({ mu: MU }) });
    const box = world.box(0, 0, 0.4, 0.7);
    box.setVelocity(3, 4);
    run(world, 2);
    const { x, y } = box.state();
    const truth = 25 / (2 * MU * G);
    expect(error(Math.hypot(x, y), truth)).toBeLessThan(0.01);
    expect(error(Math.hypot(x, y) + lost(engine, 5), truth)).toBeLessThan(1e-4);
    expect(Math.atan2(y, x)).toBeCloseTo(Math.atan2(4, 3), 5);
    expectRest(world, box);
  });

  test('a spinning disc stops after 3 R w/(4 mu g)', async () => {
    const world = await create({ default: coulomb({ mu: MU }) });
    const disc = world.disc(0, 0, R);
    disc.setVelocity(0, 0, 12);
    const decay = (4 * MU * G) / (3 * R);
    let stop = 0;
    run(world, 2, (time) => {
      const { spin } = disc.state();
      if (spin > 1e-6) stop = time + spin / decay;
    });
    expect(error(stop, 12 / decay)).toBeLessThan(1e-4);
    expectRest(world, disc);
  });

  test.each([
    { v: 0.5, spin: 4 },
    { v: 2, spin: 4 },
    { v: 2, spin: 1 },
  ])(
    'a disc with $v m/s and $spin rad/s goes as far, turns as far and stops both at once as theory says',
    async ({ v, spin }) => {
      const world = await create({ default: coulomb({ mu: MU }) });
      const disc = world.disc(0, 0, R);
      disc.setVelocity(v, 0, spin);
      let slides = 0;
      let turns = 0;
      const turn = turnOf(disc);
      run(world, 2, (time) => {
        turn.add();
        const s = disc.state();
        if (s.vx > 1e-6) slides = time;
        if (s.spin > 1e-6) turns = time;
      });
      const truth = once(`disc ${v} ${spin}`, () => slideToRest(DISC, { vx: v, spin }, () => MU));
      expect(error(disc.state().x + lost(engine, v), truth.x)).toBeLessThan(0.01);
      expect(error(turn.angle + lost(engine, spin), truth.angle)).toBeLessThan(0.01);
      expect(slides).toBe(turns);
      expect(Math.abs(slides - truth.time)).toBeLessThan(dt);
      expectRest(world, disc);
    },
  );

  test('whatever the start, a sliding and spinning disc ends with v/(R w) near 0.653', async () => {
    const world = await create({ default: coulomb({ mu: MU }) });
    const starts = [0.3, 0.653, 1.5];
    const discs = starts.map((_, k) => world.disc(0, 40 * k, R));
    discs.forEach((disc, k) => {
      disc.setVelocity(10 * starts[k], 0, 20);
    });
    const atEnd = starts.map(() => ratioAt(2));
    run(world, 6, () => {
      for (const [k, disc] of discs.entries()) atEnd[k].add(disc.state());
    });
    const ratios = atEnd.map(({ ratio }) => ratio());
    for (const [k, start] of starts.entries()) {
      const truth = once(`ratio ${start}`, () => {
        const atTenth = ratioAt(2);
        slideToRest(DISC, { vx: 10 * start, spin: 20 }, () => MU, 4e-3, atTenth.add);
        return atTenth.ratio();
      });
      expect(error(ratios[k], truth)).toBeLessThan(0.01);
    }
    expect(error(ratios[1], 0.653)).toBeLessThan(0.002);
    expect(ratios[0]).toBeGreaterThan(0.38);
    expect(ratios[0]).toBeLessThan(0.653);
    expect(ratios[2]).toBeGreaterThan(0.653);
    expect(ratios[2]).toBeLessThan(1);
  });

  test('a box on an anisotropic floor ends where the ellipse of maximum dissipation says', async () => {
    const mu = [0.6, 0.2] as const;
    const world = await create({ default: anisotropic({ mu, frame: 'world' }) });
    // Of the ellipsoid's surface the torsion is not needed: the box does not turn.
    const box = world.box(0, 0, 0.5, 0.5);
    const v0 = 5 * Math.SQRT1_2;
    box.setVelocity(v0, v0);
    run(world, 3);
    const h = 1e-5;
    let [x, y, vx, vy] = [0, 0, v0, v0];
    while (Math.hypot(vx, vy) > 1e-3) {
      const size = Math.hypot(mu[0] * vx, mu[1] * vy);
      const ax = (-G * mu[0] * mu[0] * vx) / size;
      const ay = (-G * mu[1] * mu[1] * vy) / size;
      x += h * (vx + 0.5 * h * ax);
      y += h * (vy + 0.5 * h * ay);
      vx += h * ax;
      vy += h * ay;
    }
    const end = box.state();
    expect(Math.hypot(end.x + lost(engine, v0) - x, end.y + lost(engine, v0) - y) / Math.hypot(x, y)).toBeLessThan(
      0.01,
    );
    expect(end.angle).toBe(0);
    expectRest(world, box);
  });

  test('skates glide along themselves and hold across', async () => {
    const world = await create({ default: coulomb({ mu: MU }) });
    world.floor.setPair('skate', 'floor', anisotropic({ mu: [0.01, 0.8], frame: 'a' }));
    const skate = world.box(0, 0, 0.3, 0.02, 1, 0.5);
    world.floor.setMaterial(skate.handle, 'skate');
    skate.setVelocity(Math.cos(0.5), Math.sin(0.5));
    run(world, 1);
    const { x, y } = skate.state();
    expect(error(Math.hypot(x, y), 1 - 0.5 * 0.01 * G)).toBeLessThan(0.01);
    expect(Math.atan2(y, x)).toBeCloseTo(0.5, 4);
    skate.setVelocity(-Math.sin(0.5), Math.cos(0.5));
    const start = skate.state();
    run(world, 1);
    const end = skate.state();
    expect(error(Math.hypot(end.x - start.x, end.y - start.y) + lost(engine, 1), 1 / (2 * 0.8 * G))).toBeLessThan(0.01);
  });

  test('an ECP slider that slides and spins ends where equations (25)-(28) of its paper say', async () => {
    const world = await create({ default: ecp({ mu: 0.31, er: 0.01 }) });
    const box = world.box(0, 0, 0.05, 0.05, 0.5);
    box.setVelocity(2.1, 2.7, 20);
    const mass = 0.5;
    const inertia = (mass * 2 * 0.05 * 0.05) / 12;
    const slider = createEcpSlider({ mass, inertia, height: 0, mu: 0.31, er: 0.01 });
    const truth = ecpState({ vx: 2.1, vy: 2.7, spin: 20 });
    const h = 1e-4;
    for (let k = 0; k < 2 / h; k++) slider.step(truth, [0, 0, 0, 0, 0, 0], h);
    const turn = turnOf(box);
    run(world, 2, turn.add);
    const { x, y } = box.state();
    const ex = x + lost(engine, 2.1) - truth.x;
    const ey = y + lost(engine, 2.7) - truth.y;
    expect(Math.hypot(ex, ey) / Math.hypot(truth.x, truth.y)).toBeLessThan(0.01);
    expect(error(turn.angle + lost(engine, 20), truth.angle)).toBeLessThan(0.01);
    expectRest(world, box);
  });

  test('curling: a stone goes and turns as far on its ring as a fine integration says, also on ice swept on one side', async () => {
    const swept = (_: number, y: number) => (y > 0 ? 0.014 : 0.018);
    const stones: readonly [law: (x: number, y: number) => number, isSwept: boolean][] = [
      [() => 0.018, false],
      [swept, true],
    ];
    for (const [mu, isSwept] of stones) {
      const world = await create({
        default: coulomb({ mu: 0.018 }),
        materialAt: (_, y) => (isSwept && y > 0 ? 'swept' : 'ice'),
      });
      world.floor.setPair('swept', '*', coulomb({ mu: 0.014 }));
      const stone = world.disc(0, 0, 0.145, 20);
      world.floor.setFootprint(stone.handle, ring({ inner: 0.06, radius: 0.066 }));
      stone.setVelocity(1.5, 0, 1.5);
      const turn = turnOf(stone);
      run(world, 11, turn.add);
      const body = { mass: 20, inertia: 0.5 * 20 * 0.145 * 0.145, points: ringPoints(0.06, 0.066, 6) };
      const truth = once(`stone ${isSwept}`, () => slideToRest(body, { vx: 1.5, spin: 1.5 }, mu, 4e-3));
      const end = stone.state();
      expect(error(end.x + lost(engine, 1.5), truth.x)).toBeLessThan(0.01);
      expect(error(turn.angle + lost(engine, 1.5), truth.angle)).toBeLessThan(0.01);
      expect(Math.abs(end.y)).toBeLessThan(1e-3);
      expectRest(world, stone);
    }
  });

  test('a box half on ice turns as a fine integration says', async () => {
    const world = await create({ default: coulomb({ mu: 0.4 }), materialAt: (_, y) => (y > 0.1 ? 'ice' : 'floor') });
    world.floor.setPair('ice', '*', coulomb({ mu: 0.05 }));
    const box = world.box(0, 0, 0.8, 0.6, 2);
    box.setVelocity(4, 0);
    run(world, 4);
    const body = { mass: 2, inertia: (2 * (0.64 + 0.36)) / 12, points: boxPoints(0.8, 0.6, 18) };
    const truth = once('ice', () => slideToRest(body, { vx: 4 }, (_, y) => (y > 0.1 ? 0.05 : 0.4), 2e-3));
    const end = box.state();
    expect(error(end.x + lost(engine, 4), truth.x)).toBeLessThan(0.02);
    expect(Math.abs(end.y - truth.y)).toBeLessThan(0.02 * truth.x);
    expect(error(end.angle, truth.angle)).toBeLessThan(0.02);
    expectRest(world, box);
  });

  test('an L of two boxes turns about its own centre of pressure as a fine integration says', async () => {
    const world = await create({ default: coulomb({ mu: MU }) });
    const corner = world.corner(0, 0);
    corner.setVelocity(3, 1, 4);
    const start = corner.state();
    const turn = turnOf(corner);
    run(world, 3, turn.add);
    const mass = 0.36;
    // Centre of mass of the boxes 1 x 0.2 and 0.2 x 0.8, and points in proportion to their areas.
    const [cx, cy] = [(0.2 * 0.5 + 0.16 * 0.1) / mass, (0.2 * 0.1 + 0.16 * 0.6) / mass];
    const points = [...cells(50, 10, 0, 0), ...cells(10, 40, 0, 0.2)].map(([x, y]) => [x - cx, y - cy] as const);
    const truth = once('corner', () =>
      slideToRest({ mass, inertia: corner.inertia, points }, { vx: 3, vy: 1, spin: 4 }, () => MU, 2e-3),
    );
    // The engine's position is the centre of mass in Matter.js, else the corner.
    const [ox, oy] = engine === 'Matter' ? [0, 0] : [cx, cy];
    const at = (angle: number) => [
      Math.cos(angle) * ox - Math.sin(angle) * oy,
      Math.sin(angle) * ox + Math.cos(angle) * oy,
    ];
    const end = corner.state();
    const [sx, sy] = at(start.angle);
    const [ex, ey] = at(end.angle);
    const dx = end.x + ex - start.x - sx + lost(engine, 3) - truth.x;
    const dy = end.y + ey - start.y - sy + lost(engine, 1) - truth.y;
    expect(Math.hypot(dx, dy) / Math.hypot(truth.x, truth.y)).toBeLessThan(0.01);
    expect(error(turn.angle + lost(engine, 4), truth.angle)).toBeLessThan(0.01);
    expectRest(world, corner);
  });

  test('stribeck: a body breaks loose at muS and slides with muC', async () => {
    const world = await create({ default: stribeck({ muS: 0.4, muC: 0.2, vS: 0.01 }) });
    const held = world.box(0, 0, 0.5, 0.5);
    const loose = world.box(0, 2, 0.5, 0.5);
    run(world, 1, () => {
      held.push(0.99 * 0.4 * G, 0);
      loose.push(1.01 * 0.4 * G, 0);
    });
    expect(Math.abs(held.state().x)).toBeLessThan(1e-15);
    expect(error(loose.state().vx, (1.01 * 0.4 - 0.2) * G)).toBeLessThan(0.03);
    const thrown = world.box(0, 4, 0.5, 0.5);
    thrown.setVelocity(5, 0);
    run(world, 3);
    expect(error(thrown.state().x + lost(engine, 5), 25 / (2 * 0.2 * G))).toBeLessThan(0.01);
  });

  test('lugrePatch: a push below the limit displaces a body by F/k, and it springs back', async () => {
    const sigma0 = 100;
    const world = await create({ default: lugrePatch({ sigma0, sigma1: 2, muS: 0.4, muC: 0.4, vS: 0.01 }) });
    const box = world.box(0, 0, 0.5, 0.5);
    run(world, 0.5);
    run(world, 3, () => box.push(1.5, 0));
    const shifted = box.state().x;
    run(world, 3);
    expect(error(shifted - box.state().x, 1.5 / (sigma0 * G))).toBeLessThan(0.05);
    expect(Math.abs(box.state().x)).toBeLessThan(2e-4);
  });

  test('a belt carries a body at its own speed after v/(mu g)', async () => {
    const world = await create({ default: surfaceVelocity(coulomb({ mu: MU }), [1.5, 0, 0]) });
    const box = world.box(0, 0, 0.5, 0.5);
    const reached = 1.5 / (MU * G);
    run(world, reached / 2);
    expect(error(box.state().vx, 0.75)).toBeLessThan(0.05);
    run(world, 2);
    expect(box.state().vx).toBeCloseTo(1.5, 5);
    expect(box.state().vy).toBe(0);
  });

  test('a turntable carries a body up to w² r = mu g', async () => {
    const limit = Math.sqrt((MU * G) / 2);
    for (const [factor, stays] of [
      [0.98, true],
      [1.03, false],
    ] as const) {
      const spin = factor * limit;
      const world = await create({
        default: surfaceVelocity(coulomb({ mu: MU }), { angular: [0, 0, spin] }),
      });
      const box = world.box(2, 0, 0.1, 0.1);
      box.setVelocity(0, 2 * spin, spin);
      run(world, 4);
      const { x, y } = box.state();
      if (stays) expect(error(Math.hypot(x, y), 2)).toBeLessThan(0.02);
      else expect(Math.hypot(x, y)).toBeGreaterThan(2.3);
    }
  });
});
