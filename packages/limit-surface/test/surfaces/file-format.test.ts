import { describe, expect, test } from 'vitest';
import { disc } from '../../src/pressure/round.js';
import { loadLimitSurface, saveLimitSurface } from '../../src/surfaces/file-format.js';
import { gaugeOf } from '../../src/surfaces/gauge.js';
import { limitSurface, lookUpWrench, supportPoint } from '../../src/surfaces/limit-surface.js';
import { exactShape } from './support.js';

describe('saving and loading a limit surface', () => {
  const surface = limitSurface(exactShape('lineGrad'), { resolution: 16 });
  const bytes = saveLimitSurface(surface);

  test('a loaded surface returns the same wrenches', () => {
    // The file contains the table but not the pressure, so look-ups never use the closed form.
    const { shape, centre, r, u } = surface;
    const alone = { shape, centre, r, u, table: { ...surface.table, coarse: null } };
    expect(loadLimitSurface(bytes)).toEqual(alone);
    const twist = [0.01, 0.002, -1];
    const a = lookUpWrench(alone, twist, new Float64Array(3));
    expect(lookUpWrench(loadLimitSurface(bytes), twist, new Float64Array(3))).toEqual(a);
    // A loaded surface has only its table.
    expect(supportPoint(loadLimitSurface(bytes), twist, new Float64Array(3))).toEqual(a);
    expect(() => gaugeOf(loadLimitSurface(bytes), [1, 0, 0])).toThrow(/gaugeOf: surface must have a pressure/);
  });

  test('the file is small', () => {
    expect(bytes.length).toBe(60 + 2 * 'lineContact'.length + 4 * 3 * 65 * 17 + 4);
    expect(saveLimitSurface(limitSurface(disc({ radius: 1 }))).length).toBeLessThan(1700);
  });

  test('loads from any offset in a larger buffer', () => {
    const buffer = new Uint8Array(bytes.length + 7);
    buffer.set(bytes, 3);
    expect(loadLimitSurface(buffer.subarray(3, 3 + bytes.length)).r).toBe(surface.r);
  });

  test.each([0, 3, 8, 40, 60, 100, bytes.length - 1])('a file truncated to %i bytes throws', (size) => {
    const message = /loadLimitSurface: (bytes must be a limit surface|bytes are truncated \(\d+ of)/;
    expect(() => loadLimitSurface(bytes.subarray(0, size))).toThrow(message);
  });

  test('other versions, other files, extra bytes and corrupt bytes throw', () => {
    const changed = (at: number, value: number) => {
      const copy = bytes.slice();
      copy[at] = value;
      return () => loadLimitSurface(copy);
    };
    expect(changed(4, 9)).toThrow(/loadLimitSurface: version must be 1 \(got 9\)/);
    expect(changed(0, 0)).toThrow(/bytes must be a limit surface/);
    expect(changed(8, 7)).toThrow(/the header is corrupt/);
    expect(changed(20, 7)).toThrow(/the header is corrupt/);
    expect(changed(200, bytes[200] ^ 1)).toThrow(/the checksum does not match/);
    expect(() => loadLimitSurface(Uint8Array.of(...bytes, 0))).toThrow(/bytes are too long/);
    expect(() => loadLimitSurface('x' as never)).toThrow(/bytes must be a Uint8Array/);
  });
});
