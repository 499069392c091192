import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { type ContactInSurface, createContactInSurface } from '../../src/footprint.js';
import { boxMapping } from '../../src/mappings/box.js';
import { planeMapping } from '../../src/mappings/plane.js';
import { moveInside } from '../../src/move-window.js';
import { createPairSample, createSampler, samplePair } from '../../src/patch-sampler.js';
import { surface } from '../../src/surface.js';
import { gaussianMap } from './sample-helpers.js';

const map = gaussianMap(64, 1, 1, 5);
const box = surface({ map, mapping: boxMapping({ halfExtents: [0.1, 0.2, 0.05] }) });
const plane = surface({ map, mapping: planeMapping({ tile: 0.1 }) });
const depth = new Float64Array(1);

/** A point (x, y) on the top face (A) or the bottom face (B) of a box, window axes turned by an angle against the box. */
function contactAt(x: number, y: number, ofB: boolean, angle = 0): ContactInSurface {
  const contact = createContactInSurface();
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const up = ofB ? -1 : 1;
  contact.set([x, y, 0.05 * up, 0, 0, up, cos, sin, 0, -sin, cos, 0]);
  return contact;
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

describe('a window off the face', () => {
  test('moves to the nearest place on it, seed 31', () => {
    const random = seededRandom(31);
    let outside = 0;
    for (let n = 0; n < 500; n++) {
      const [x, y] = [0.3 * (2 * random() - 1), 0.5 * (2 * random() - 1)];
      const contact = contactAt(x, y, false, 7 * random());
      const off = Math.abs(x) > 0.1 || Math.abs(y) > 0.2;
      expect(moveInside(box, contact, null, createContactInSurface(), depth)).toBe(off);
      expect(contact[0]).toBeCloseTo(clamp(x, 0.1), 12);
      expect(contact[1]).toBeCloseTo(clamp(y, 0.2), 12);
      expect(contact[2]).toBeCloseTo(0.05, 12);
      if (off) outside++;
    }
    expect(outside).toBeGreaterThan(200);
    expect(outside).toBeLessThan(480);
  });

  test('moves for both bodies alike, onto both faces', () => {
    // B lies 0.12 m along x of A: they share x = 0.02 to 0.1 of A. The contact has drifted to 0.13 of A.
    const a = contactAt(0.13, 0.25, false);
    const b = contactAt(0.01, 0.25, true);
    expect(moveInside(box, a, box, b, depth)).toBe(true);
    expect(a[0]).toBeCloseTo(0.1, 12);
    expect(b[0]).toBeCloseTo(-0.02, 12);
    expect(a[1]).toBeCloseTo(0.2, 12);
    expect(b[1]).toBeCloseTo(0.2, 12);
  });

  test('an endless plane has no edge to move from', () => {
    const contact = contactAt(5, 5, false);
    expect(moveInside(plane, contact, null, createContactInSurface(), depth)).toBe(false);
    expect(contact[0]).toBe(5);
  });

  test('it saw nothing there and sees half of itself at the edge', () => {
    const sampler = createSampler({ width: 0.02 });
    const sample = createPairSample(sampler);
    const a = contactAt(0.115, 0, false);
    samplePair(sampler, box, a, null, createContactInSurface(), depth, sample);
    expect(sample.coverage[0]).toBe(0);
    moveInside(box, a, null, createContactInSurface(), depth);
    samplePair(sampler, box, a, null, createContactInSurface(), depth, sample);
    expect(sample.coverage[0]).toBeCloseTo(0.5, 9);
    expect(sample.mu[0]).toBeGreaterThan(0.1);
  });
});
