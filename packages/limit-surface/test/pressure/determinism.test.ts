import { expect, test } from 'vitest';
import { lineContact } from '../../src/pressure/line.js';
import { polygon, rectangle } from '../../src/pressure/polygon.js';
import { evaluatePressure, type Pressure } from '../../src/pressure/pressure.js';
import { disc, hertz, powerLaw, ring } from '../../src/pressure/round.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';

/** FNV-1a of the bits of numbers. */
function hashOf(numbers: Float64Array | Float32Array): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

// Kernels use only + - * / and sqrt, so every version of every JavaScript engine must return the same bits. Update these
// hashes only when you change a formula on purpose; otherwise a difference means that determinism is broken.
const shapes: [string, Pressure, string][] = [
  ['disc', disc({ radius: 0.3, gradient: [1, -0.5] }), '34052ede ebdc9ad9'],
  ['ring', ring({ radius: 0.3, inner: 0.1 }), '8ca8db99 b6ce2b59'],
  ['clipped disc', disc({ radius: 0.3, centre: [0.2, 0] }), '373d9e60 f8f76d9d'],
  ['rectangle', rectangle({ width: 0.3, height: 0.2, gradient: [9, 1] }), 'bc8e47a9 d5ddda00'],
  [
    'polygon',
    polygon({
      points: [
        [0, 0],
        [1, 0],
        [0.2, 0.3],
        [0, 1],
      ],
    }),
    'e5306776 a482b868',
  ],
  ['line', lineContact({ length: 0.3, direction: [3, 4], gradient: 2 }), '77d3ddd9 b87d4d6f'],
  ['Hertz', hertz({ radius: 0.3 }), '53e37df9 129c3bc9'],
  ['power law', powerLaw({ a: 0.3, k: 3.3 }), '24e95b87 2b896982'],
];

test.each(shapes)('%s: returns the same bits on every platform', (_, pressure, golden) => {
  const all = new Float64Array(10 * 50);
  for (let k = 0; k < 50; k++) {
    // Exact in binary, and spread over the sphere of directions.
    const twist = Float64Array.of(((37 * k) % 101) / 64 - 0.75, ((53 * k) % 97) / 64 - 0.75, ((k * k) % 89) / 8 - 5);
    evaluatePressure(pressure, twist, all.subarray(10 * k, 10 * k + 10));
  }
  const { nodes } = limitSurface(pressure, { resolution: 8, map: 'spherical' }).table;
  expect(`${hashOf(all)} ${hashOf(nodes)}`).toBe(golden);
});
