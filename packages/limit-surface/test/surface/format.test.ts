import { describe, expect, test } from 'vitest';
import { loadLimitSurface, saveLimitSurface } from '../../src/format.js';
import { limitSurface, lookUpWrench, supportPoint } from '../../src/limit-surface.js';
import { gaugeOf } from '../../src/limit-surface-gauge.js';
import { disc } from '../../src/shapes.js';
import { exactShape } from './support.js';

describe('a limit surface as bytes', () => {
  const surface = limitSurface(exactShape('lineGrad'), { resolution: 16 });
  const bytes = saveLimitSurface(surface);

  test('comes back with the same numbers', () => {
    // The bytes hold the table, not the pressure that it was made from, so that it is never left for the closed form.
    const { shape, centre, r, u } = surface;
    const alone = { shape, centre, r, u, table: { ...surface.table, coarse: null } };
    expect(loadLimitSurface(bytes)).toEqual(alone);
    const twist = [0.01, 0.002, -1];
    const a = lookUpWrench(alone, twist, new Float64Array(3));
    expect(lookUpWrench(loadLimitSurface(bytes), twist, new Float64Array(3))).toEqual(a);
    // A loaded surface has only its table.
    expect(supportPoint(loadLimitSurface(bytes), twist, new Float64Array(3))).toEqual(a);
    expect(() => gaugeOf(loadLimitSurface(bytes), [1, 0, 0])).toThrow(/gaugeOf: a loaded surface has no pressure/);
  });

  test('is small', () => {
    expect(bytes.length).toBe(60 + 2 * 'lineContact'.length + 4 * 3 * 65 * 17 + 4);
    expect(saveLimitSurface(limitSurface(disc({ radius: 1 }))).length).toBeLessThan(1700);
  });

  test('may lie anywhere in a larger buffer', () => {
    const room = new Uint8Array(bytes.length + 7);
    room.set(bytes, 3);
    expect(loadLimitSurface(room.subarray(3, 3 + bytes.length)).r).toBe(surface.r);
  });

  test.each([0, 3, 8, 40, 60, 100, bytes.length - 1])('cut to %i bytes it is refused', (size) => {
    const message = /loadLimitSurface: (these \d+ bytes are not a limit surface|the bytes end too soon \(\d+ of)/;
    expect(() => loadLimitSurface(bytes.subarray(0, size))).toThrow(message);
  });

  test('another version, other bytes, too many and damaged ones are refused', () => {
    const changed = (at: number, value: number) => {
      const copy = bytes.slice();
      copy[at] = value;
      return () => loadLimitSurface(copy);
    };
    expect(changed(4, 9)).toThrow(/loadLimitSurface: version must be 1 \(got 9\)/);
    expect(changed(0, 0)).toThrow(/are not a limit surface/);
    expect(changed(8, 7)).toThrow(/the header is damaged/);
    expect(changed(20, 7)).toThrow(/the header is damaged/);
    expect(changed(200, bytes[200] ^ 1)).toThrow(/the check sum does not fit/);
    expect(() => loadLimitSurface(Uint8Array.of(...bytes, 0))).toThrow(/go on too long/);
    expect(() => loadLimitSurface('x' as never)).toThrow(/bytes must be a Uint8Array/);
  });
});
