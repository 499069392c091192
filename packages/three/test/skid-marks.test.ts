import { Color } from 'three';
import { describe, expect, test } from 'vitest';
import { SkidMarks } from '../src/index.js';

const UP = [0, 1, 0];

/** Corners of piece k: four points. */
function corners(marks: SkidMarks, k: number): number[][] {
  const { array } = marks.geometry.attributes.position;
  return [0, 1, 2, 3].map((c) => [...array.slice(12 * k + 3 * c, 12 * k + 3 * c + 3)]);
}

function alpha(marks: SkidMarks, k: number): number {
  return marks.geometry.attributes.color.array[16 * k + 3];
}

function drive(marks: SkidMarks, from: number, to: number, step: number, key = 'wheel'): void {
  for (let x = from; x <= to + 1e-9; x += step) {
    marks.extend(key, [x, 0, 0], UP);
    marks.update(0.01);
  }
}

describe('SkidMarks', () => {
  test('a straight ribbon has the width, lies above the ground and has no gaps', () => {
    const marks = new SkidMarks({ width: 0.4, spacing: 0.5, lift: 0.01 });
    drive(marks, 0, 2, 0.125);
    expect(marks.pieces).toBe(4);
    for (let k = 0; k < 4; k++) {
      const [left, right, endLeft, endRight] = corners(marks, k);
      expect(left[0]).toBeCloseTo(0.5 * k, 6);
      expect(endLeft[0]).toBeCloseTo(0.5 * (k + 1), 6);
      expect(Math.abs(left[2] - right[2])).toBeCloseTo(0.4, 6);
      expect([left[1], right[1], endLeft[1], endRight[1]].map((y) => Math.round(1e6 * y))).toEqual(
        Array(4).fill(10_000),
      );
      if (k > 0) expect(corners(marks, k - 1).slice(2)).toEqual([left, right]);
    }
  });

  test('a piece grows with the wheel before it has its full length', () => {
    const marks = new SkidMarks({ spacing: 1 });
    drive(marks, 0, 0.3, 0.1);
    expect(marks.pieces).toBe(1);
    expect(corners(marks, 0)[2][0]).toBeCloseTo(0.3, 6);
  });

  test('a step without contact starts a new ribbon', () => {
    const marks = new SkidMarks({ spacing: 0.5 });
    drive(marks, 0, 1, 0.25);
    marks.update(0.01);
    drive(marks, 5, 6, 0.25);
    expect(marks.pieces).toBe(4);
    for (let k = 0; k < 4; k++) {
      const [start, , end] = corners(marks, k);
      expect(end[0] - start[0]).toBeCloseTo(0.5, 6);
    }
  });

  test('the oldest pieces are reused, and ribbons that share the mesh do not take pieces from each other', () => {
    const marks = new SkidMarks({ capacity: 8, spacing: 0.5 });
    for (let x = 0; x <= 10; x += 0.25) {
      marks.extend('left', [x, 0, -1], UP);
      marks.extend('right', [x, 0, 1], UP);
      marks.update(0.01);
    }
    expect(marks.pieces).toBe(8);
    for (let k = 0; k < 8; k++) {
      const [start, , end] = corners(marks, k);
      expect(start[0]).toBeGreaterThanOrEqual(7.5);
      expect(end[0] - start[0]).toBeCloseTo(0.5, 5);
      expect(Math.sign(start[2])).toBe(Math.sign(end[2]));
    }
  });

  test('marks fade linearly and then free their piece', () => {
    const marks = new SkidMarks({ fade: 2, spacing: 1, opacity: 0.5 });
    marks.extend('wheel', [0, 0, 0], UP);
    marks.update(0);
    marks.extend('wheel', [1, 0, 0], UP, 0.8);
    expect(alpha(marks, 0)).toBeCloseTo(0.8, 6);
    marks.update(0.5);
    expect(alpha(marks, 0)).toBeCloseTo(0.6, 6);
    marks.update(1.5);
    expect(marks.pieces).toBe(0);
    expect(alpha(marks, 0)).toBe(0);
  });

  test('grow marks contacts that slide fast enough, on the surface under the body that draws', () => {
    const [box, floor] = [{}, {}];
    const marks = new SkidMarks({ minSpeed: 0.5, lift: 0.01, spacing: 1 });
    const contact = { bodyA: box, bodyB: floor, centre: [0, 0, 0], normal: [0, -1, 0], slipSpeed: 1, sliding: true };
    const slow = { ...contact, slipSpeed: 0.4 };
    const sticking = { ...contact, sliding: false };
    for (let x = 0; x <= 1; x += 0.5) {
      const at = { centre: [x, 0, 0] };
      marks.grow(
        [
          { ...slow, ...at },
          { ...sticking, ...at },
        ],
        ({ bodyA }) => bodyA,
      );
      marks.update(0.01);
    }
    expect(marks.pieces).toBe(0);
    for (let x = 0; x <= 1; x += 0.5) {
      marks.grow([{ ...contact, centre: [x, 0, 0] }], ({ bodyA }) => bodyA);
      marks.update(0.01);
    }
    expect(marks.pieces).toBe(1);
    expect(corners(marks, 0)[0][1]).toBeCloseTo(0.01, 6);
  });

  test('the buffers stay the same while ribbons grow', () => {
    const marks = new SkidMarks({ capacity: 16, color: 'red' });
    const { position, color } = marks.geometry.attributes;
    const [positions, colors] = [position.array, color.array];
    drive(marks, 0, 50, 0.1);
    expect(marks.geometry.attributes.position.array).toBe(positions);
    expect(marks.geometry.attributes.color.array).toBe(colors);
    expect([...colors.slice(0, 3)]).toEqual(new Color('red').toArray());
  });

  test('clear removes all marks, dispose the mesh', () => {
    const marks = new SkidMarks();
    drive(marks, 0, 5, 0.1);
    marks.clear();
    expect(marks.pieces).toBe(0);
    expect(Math.max(...marks.geometry.attributes.position.array)).toBe(0);
    let disposed = 0;
    marks.geometry.addEventListener('dispose', () => disposed++);
    marks.material.addEventListener('dispose', () => disposed++);
    marks.dispose();
    expect(disposed).toBe(2);
  });

  test('options are checked', () => {
    expect(() => new SkidMarks({ capacity: 1 })).toThrow('SkidMarks: capacity must be an integer from 2 to 16000');
    expect(() => new SkidMarks({ width: 0 })).toThrow('SkidMarks: width must be a finite number > 0');
    expect(() => new SkidMarks({ opacity: 2 })).toThrow('SkidMarks: opacity must be <= 1 (got 2)');
    expect(() => new SkidMarks({ fade: -1 })).toThrow('SkidMarks: fade must be a finite number > 0 s');
    expect(() => new SkidMarks({ size: 1 } as never)).toThrow('SkidMarks');
    expect(() => new SkidMarks().update(Number.NaN)).toThrow('dt must be a finite number >= 0');
  });
});
