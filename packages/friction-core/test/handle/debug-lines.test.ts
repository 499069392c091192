import { describe, expect, test } from 'vitest';
import { createDebugLines, type DebugLines, drawPatches } from '../../src/adapter/index.js';
import {
  anisotropic,
  coulomb,
  type DebugLinesOptions,
  type FrictionLaw,
  polygonCone,
  stribeck,
} from '../../src/index.js';
import { createBoxes } from '../boxes-world.js';

const NOTHING: DebugLinesOptions = { normals: false, forces: false, limits: false, centres: false };

/** One box of 1 kg at x = 2, after some steps; `vx` is its speed before the last one. */
function boxes(law: FrictionLaw, vx = 0, count = 1) {
  const world = createBoxes(count, law);
  for (let k = 0; k < 30; k++) world.step();
  for (let k = 1; k <= count; k++) world.bodies.velocity[6 * k] = vx;
  world.step();
  // The load settles a few micrometres from the middle.
  world.store.current.centre.set([2, 0, 0]);
  return world;
}

function draw(world: ReturnType<typeof createBoxes>, options?: DebugLinesOptions, lengthUnit = 1): DebugLines {
  return drawPatches(createDebugLines(), [world.store.current], world.dt, lengthUnit, options);
}

/** A vertex relative to the middle of the box. */
function vertex({ positions }: DebugLines, v: number): number[] {
  return [positions[3 * v] - 2, positions[3 * v + 1], positions[3 * v + 2]];
}

describe('debug lines', () => {
  test('the normal force is half a metre long, or scaled by forceScale', () => {
    const world = boxes(coulomb({ mu: 0.5 }));
    const lines = draw(world, { ...NOTHING, normals: true });
    expect(lines.vertices).toBe(2);
    expect(vertex(lines, 0)).toEqual([0, 0, 0]);
    expect(vertex(lines, 1)[2]).toBeCloseTo(0.5, 6);
    const scaled = draw(world, { ...NOTHING, normals: true, forceScale: 0.01 });
    expect(vertex(scaled, 1)[2]).toBeCloseTo(0.0981, 3);
    const centimetres = draw(world, { ...NOTHING, normals: true }, 100);
    expect(vertex(centimetres, 1)[2]).toBeCloseTo(50, 4);
  });

  test('the friction force is an arrow at the same scale, red while it slides', () => {
    const world = boxes(coulomb({ mu: 0.5 }), 5);
    const lines = draw(world, { ...NOTHING, forces: true, forceScale: 0.1 });
    expect(lines.vertices).toBe(8);
    expect(vertex(lines, 1)[0]).toBeCloseTo(-0.1 * 0.5 * 9.81, 2);
    // The head starts at the tip, on both sides.
    for (const v of [2, 5, 6]) expect(vertex(lines, v)).toEqual(vertex(lines, 1));
    expect(vertex(lines, 3)[1]).toBeCloseTo(-vertex(lines, 7)[1], 3);
    expect(Math.abs(vertex(lines, 3)[1])).toBeGreaterThan(0.01);
    expect(lines.colors[0]).toBe(1);
    const sticking = draw(boxes(coulomb({ mu: 0.5 })), { ...NOTHING, forces: true });
    expect(sticking.colors[0]).toBeLessThan(0.5);
  });

  test('torsion is an arc about the normal in the direction of the moment: half a circle at the limit', () => {
    const world = boxes(coulomb({ mu: 0.5 }));
    world.bodies.velocity[11] = 20;
    world.step();
    world.store.current.centre.set([2, 0, 0]);
    const lines = draw(world, { ...NOTHING, forces: true });
    expect(lines.vertices).toBe(8 + 24);
    const start = vertex(lines, 8);
    const next = vertex(lines, 9);
    const end = vertex(lines, 31);
    expect(start[0]).toBeCloseTo(0.06, 6); // along t1
    expect(end[0]).toBeCloseTo(-0.06, 4);
    // The moment brakes, so it is clockwise.
    expect(next[1]).toBeLessThan(0);
  });

  test('the limit is the boundary of the set times the load, as a closed line', () => {
    const world = boxes(coulomb({ mu: 0.5 }), 5);
    const lines = draw(world, { ...NOTHING, limits: true, forceScale: 0.1 });
    expect(lines.vertices).toBe(64);
    const load = world.store.current.stepNormalImpulse[0] / world.dt;
    for (let v = 0; v < 64; v++) {
      const [x, y, z] = vertex(lines, v);
      expect(Math.hypot(x, y)).toBeCloseTo(0.1 * 0.5 * load, 5);
      expect(z).toBe(0);
      if (v % 2 === 1 && v < 63) expect(vertex(lines, v + 1)).toEqual([x, y, z]);
    }
    const first = vertex(lines, 0);
    vertex(lines, 63).forEach((x, e) => {
      expect(x).toBeCloseTo(first[e], 6);
    });
    // The force of a sliding box ends on the line.
    const arrow = draw(world, { ...NOTHING, forces: true, forceScale: 0.1 });
    expect(-vertex(arrow, 1)[0]).toBeCloseTo(0.1 * 0.5 * load, 5);
  });

  test('limits can be an ellipse, a pyramid, or depend on the speed', () => {
    const extent = (law: FrictionLaw, vx: number): [number, number] => {
      const world = boxes(law, vx);
      const lines = draw(world, { ...NOTHING, limits: true, forceScale: 1 });
      const load = world.store.current.stepNormalImpulse[0] / world.dt;
      let x = 0;
      let y = 0;
      for (let v = 0; v < lines.vertices; v++) {
        x = Math.max(x, vertex(lines, v)[0] / load);
        y = Math.max(y, vertex(lines, v)[1] / load);
      }
      return [x, y];
    };
    const [ex, ey] = extent(anisotropic({ mu: [0.8, 0.2], frame: 'world' }), 0);
    expect(ex).toBeCloseTo(0.8, 3);
    expect(ey).toBeCloseTo(0.2, 3);
    const [px, py] = extent(polygonCone({ mu: [0.6, 0.6, 0.6, 0.6], frame: 'world' }), 0);
    expect(px).toBeCloseTo(0.6, 3);
    expect(py).toBeCloseTo(0.6, 3);
    const falling = stribeck({ muS: 0.8, muC: 0.3, vS: 0.1 });
    expect(extent(falling, 0)[0]).toBeCloseTo(0.8, 3);
    expect(extent(falling, 5)[0]).toBeCloseTo(0.3, 3);
  });

  test('centres are crosses of four centimetres in the contact plane', () => {
    const lines = draw(boxes(coulomb({ mu: 0.5 })), { ...NOTHING, centres: true });
    expect(lines.vertices).toBe(8);
    for (const v of [0, 6]) {
      const [a, b] = [vertex(lines, v), vertex(lines, v + 1)];
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeCloseTo(0.04, 6);
    }
  });

  test('non-finite forces and patches without load give finite lines', () => {
    const world = boxes(coulomb({ mu: 0.5 }));
    world.store.current.stepImpulse[0] = Number.NaN;
    world.store.current.shape[0] = Number.POSITIVE_INFINITY;
    const lines = draw(world);
    for (let e = 0; e < 3 * lines.vertices; e++) expect(Number.isFinite(lines.positions[e])).toBe(true);
    world.store.current.stepNormalImpulse[0] = 0;
    const empty = draw(world, { normals: true });
    for (let e = 0; e < 3 * empty.vertices; e++) expect(Number.isFinite(empty.positions[e])).toBe(true);
  });

  test('buffers are reused until they grow, and hold zeros behind the vertices', () => {
    const lines = createDebugLines();
    const few = boxes(coulomb({ mu: 0.5 }), 1, 2);
    const many = boxes(coulomb({ mu: 0.5 }), 1, 5);
    expect(drawPatches(lines, [many.store.current], many.dt, 1, undefined)).toBe(lines);
    const { positions, colors, vertices } = lines;
    drawPatches(lines, [few.store.current], few.dt, 1, undefined);
    expect(lines.positions).toBe(positions);
    expect(lines.colors).toBe(colors);
    expect(lines.vertices).toBeLessThan(vertices);
    expect(positions.subarray(3 * lines.vertices).every((x) => x === 0)).toBe(true);
    expect(colors.subarray(4 * lines.vertices).every((x) => x === 0)).toBe(true);
    const more = boxes(coulomb({ mu: 0.5 }), 1, 40);
    drawPatches(lines, [more.store.current], more.dt, 1, undefined);
    expect(lines.positions.length).toBeGreaterThan(positions.length);
    expect(drawPatches(lines, [more.store.current], 0, 1, undefined).vertices).toBe(0);
  });

  test('options are checked by name, range and value', () => {
    const world = boxes(coulomb({ mu: 0.5 }));
    const bad = (options: object) => () => draw(world, options);
    expect(bad({ limit: true })).toThrow("debugLines: unknown option 'limit', known are forceScale, normals");
    expect(bad({ forceScale: -1 })).toThrow('debugLines: forceScale must be a finite number > 0 m/N (got -1)');
    expect(bad({ forceScale: 0 })).toThrow('debugLines: forceScale must be a finite number > 0 m/N (got 0)');
    expect(bad({ forceScale: Number.NaN })).toThrow('(got NaN)');
    expect(bad({ normals: 1 })).toThrow('debugLines: normals must be true or false (got 1)');
    expect(() => draw(world, null as never)).toThrow('debugLines: options must be an object');
  });
});
