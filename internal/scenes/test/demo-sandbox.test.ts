import { describe, expect, test } from 'vitest';
import { defaultsOf, startSceneRun } from '../src/demo/index.js';
import {
  type Design,
  defaultChoice,
  type Item,
  itemName,
  PAINTS,
  pairOf,
  readDesign,
  rest,
  SANDBOX_LAWS,
  sandbox,
  writeDesign,
} from '../src/demo/sandbox/sandbox.js';
import { engines } from './engines.js';
import { expectGood, runDemo } from './run-demo.js';

const G = 9.81;
const paint = (name: string): number => PAINTS.findIndex((each) => each.name === name);
const shape = (kind: Item['kind'], name: string, at: Item['at'], more: Partial<Item> = {}): Item => ({
  kind,
  paint: paint(name),
  at,
  turn: 0,
  tilt: 0,
  size: 1,
  speed: 0,
  ...more,
});
const design = (items: Item[], more: Partial<Design> = {}): Design => ({
  floor: 0,
  items,
  laws: new Map(),
  pairs: new Map(),
  ...more,
});
const first = defaultsOf(sandbox).build;

describe('links', () => {
  test('hold everything: reading and writing again gives the same text', () => {
    expect(writeDesign(readDesign(first))).toBe(first);
    const full = design(
      [
        shape('ramp', 'steel', [-6, 6, 8], { turn: 359, tilt: 45, size: 2 }),
        shape('belt', 'glue', [1.23, -4.56, 0.07], { turn: 1, size: 0.5, speed: -1.9 }),
      ],
      {
        floor: 3,
        laws: new Map(SANDBOX_LAWS.map(({ letter }, k) => [k, defaultChoice(letter)])),
        pairs: new Map([[pairOf(5, 2), { letter: 's', options: [1.5, 0] }]]),
      },
    );
    expect(readDesign(writeDesign(full))).toEqual(full);
    expect(writeDesign(full)).toMatch(/^[0-9a-z.]+$/);
  });

  test.each([
    ['the version is missing', ''],
    ["version 1 is known (got '2')", `2${first.slice(1)}`],
    ['size is missing', first.slice(0, 30)],
    ["shape must be one of b o c p r t (got 'x')", first.replace('.r', '.x')],
    ["paint must be 0 to 7 (got '9')", first.replace('.r1', '.r9')],
    ['x must be -6 to 6 m (got 6.95)', first.replace('.r1', '.r1zz')],
    ['there are more than 60', `10.${first.slice(3, 18).repeat(61)}..`],
    ["law must be one of d,s,g,b,r,a (got 'q')", '10..0q00.'],
    ['μ must be 0 to 1.5 (got 12.95)', '10..0dzz.'],
    ['there is too much', '10....'],
    ["version 1 is known (got '<')", '<script>'],
  ])('that are broken say why: %s', (problem, text) => {
    expect(() => readDesign(text)).toThrow(`This link to a sandbox is broken`);
    expect(() => readDesign(text)).toThrow(problem);
  });

  test('never hold what is out of range', () => {
    expect(() => writeDesign(design([shape('box', 'wood', [7, 0, 0])]))).toThrow('x must be -6 to 6 m (got 7)');
  });
});

test('a new shape is put on what is below it, parallel to a ramp', () => {
  const box = shape('box', 'wood', [0, 0, 0]);
  const below = rest(box, []);
  expect(below.at).toEqual([0, 0, 0.2]);
  expect(rest(box, [below]).at[2]).toBeCloseTo(0.6, 6);
  expect(rest({ ...box, at: [0.5, 0, 0] }, [below]).at[2]).toBeCloseTo(0.2, 6);
  const ramp = rest(shape('ramp', 'wood', [0, 0, 0], { tilt: 20, turn: 90 }), []);
  const on = rest({ ...box, at: [0, 0.3, 0] }, [ramp]);
  expect([on.tilt, on.turn]).toEqual([20, 90]);
  expect(on.at[2]).toBeCloseTo(1.5 * Math.tan(Math.PI / 9) + 0.2 / Math.cos(Math.PI / 9), 1);
});

for (const { engine, create } of engines) {
  describe(`sandbox in ${engine}`, () => {
    const start = (built: Design, stiction = true) =>
      startSceneRun(sandbox, create, { build: writeDesign(built) }, { stiction });

    test('what it opens with runs', () => {
      const run = runDemo(sandbox, engine, true, {}, 3);
      expectGood(run);
      expect(run.finite).toBe(true);
    });

    test('the same link gives the same motion, bit for bit', () => {
      const trace = (): number[] => {
        const run = start(readDesign(first));
        while (run.world.time < 1) run.step();
        const places = run.world.names.flatMap((name) => [...run.world.position(name), ...run.world.rotation(name)]);
        run.dispose();
        return places;
      };
      expect(trace()).toEqual(trace());
    });

    test('boxes on a ramp slide by g (sin θ − μ cos θ), with the mean of two paints or the law of their pair', () => {
      const tilt = 30;
      const angle = (Math.PI * tilt) / 180;
      const ramp = rest(shape('ramp', 'wood', [0, 0, 0], { tilt, size: 2 }), []);
      const boxes = [-0.7, 0, 0.7].map((y, k) =>
        rest(shape('box', ['ice', 'steel', 'rubber'][k], [1.2, y, 0], { size: 0.5 }), [ramp]),
      );
      const run = start(
        design([ramp, ...boxes], {
          laws: new Map([[paint('wood'), { letter: 'd', options: [0.36] }]]),
          pairs: new Map([[pairOf(paint('wood'), paint('steel')), { letter: 'd', options: [0.2] }]]),
        }),
      );
      const { world } = run;
      while (world.time < 0.3) run.step();
      const before = boxes.map((_, k) => world.velocity(itemName(k + 1)));
      while (world.time < 0.6) run.step();
      for (const [k, mu] of [Math.sqrt(0.36 * 0.04), 0.2, 0.6].entries()) {
        const now = world.velocity(itemName(k + 1));
        const acceleration = (Math.hypot(...now) - Math.hypot(...before[k])) / 0.3;
        const known = Math.max(0, G * (Math.sin(angle) - mu * Math.cos(angle)));
        expect(Math.abs(acceleration - known), `μ ${mu}: ${acceleration}, ${known}`).toBeLessThan(0.02 * G);
      }
      run.dispose();
    });

    test('every law works on a belt that carries a box, in its direction', () => {
      const belts = SANDBOX_LAWS.map((_, k) =>
        rest(shape('belt', 'rubber', [0, 1.1 * k - 3, 0], { turn: 180, speed: 0.5 }), []),
      );
      const boxes = belts.map(({ at: [x, y] }, k) => rest({ ...shape('box', 'wood', [x, y, 0]), paint: k + 2 }, belts));
      const laws = SANDBOX_LAWS.map(({ letter }, k): [number, ReturnType<typeof defaultChoice>] => [
        k + 2,
        defaultChoice(letter),
      ]);
      const run = start(design([...belts, ...boxes], { laws: new Map(laws) }));
      while (run.world.time < 1.2) run.step();
      for (const k of boxes.keys()) {
        const [vx] = run.world.velocity(itemName(belts.length + k));
        expect(Math.abs(vx + 0.5), `${SANDBOX_LAWS[k].label}: ${vx}`).toBeLessThan(0.05);
      }
      run.dispose();
    });

    test('the stock engine has the same coefficients, but no belts', () => {
      const belt = rest(shape('belt', 'rubber', [0, 2, 0], { speed: 1 }), []);
      const run = start(design([belt, rest(shape('box', 'wood', [0, 2, 0]), [belt])]), false);
      while (run.world.time < 1) run.step();
      expect(Math.abs(run.world.position(itemName(1))[0])).toBeLessThan(0.01);
      run.dispose();
    });
  });
}
