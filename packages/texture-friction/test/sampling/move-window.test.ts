import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { boxMapping } from '../../src/mappings/box.js';
import { planeMapping } from '../../src/mappings/plane.js';
import { surface } from '../../src/mappings/surface.js';
import { createLocalContact, type LocalContact } from '../../src/sampling/contact-chart.js';
import { createWindowMover, moveOntoFaces } from '../../src/sampling/move-window.js';
import { createPairSample, createSampler, samplePair } from '../../src/sampling/patch-sampler.js';
import { gaussianMap } from './sample-maps.js';

const map = gaussianMap(64, 1, 1, 5);
const box = surface({ map, mapping: boxMapping({ halfExtents: [0.1, 0.2, 0.05] }) });
const plane = surface({ map, mapping: planeMapping({ tile: 0.1 }) });
const depth = new Float64Array(1);
const mover = createWindowMover();

/** A point (x, y) on the top face (A) or the bottom face (B) of a box, with the window rotated by an angle. */
function contactAt(x: number, y: number, ofB: boolean, angle = 0): LocalContact {
  const contact = createLocalContact();
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const up = ofB ? -1 : 1;
  contact.set([x, y, 0.05 * up, 0, 0, up, cos, sin, 0, -sin, cos, 0]);
  return contact;
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

describe('a window off the face', () => {
  test('moves to the nearest position on it, seed 31', () => {
    const random = seededRandom(31);
    let outside = 0;
    for (let n = 0; n < 500; n++) {
      const [x, y] = [0.3 * (2 * random() - 1), 0.5 * (2 * random() - 1)];
      const contact = contactAt(x, y, false, 7 * random());
      const off = Math.abs(x) > 0.1 || Math.abs(y) > 0.2;
      expect(moveOntoFaces(box, contact, null, createLocalContact(), depth, mover)).toBe(off);
      expect(contact[0]).toBeCloseTo(clamp(x, 0.1), 12);
      expect(contact[1]).toBeCloseTo(clamp(y, 0.2), 12);
      expect(contact[2]).toBeCloseTo(0.05, 12);
      if (off) outside++;
    }
    expect(outside).toBeGreaterThan(200);
    expect(outside).toBeLessThan(480);
  });

  test('moves onto both faces, equally for both bodies', () => {
    // B is offset by 0.12 m along x: the faces share x = 0.02 to 0.1 of A. The contact has drifted to x = 0.13 of A.
    const a = contactAt(0.13, 0.25, false);
    const b = contactAt(0.01, 0.25, true);
    expect(moveOntoFaces(box, a, box, b, depth, mover)).toBe(true);
    expect(a[0]).toBeCloseTo(0.1, 12);
    expect(b[0]).toBeCloseTo(-0.02, 12);
    expect(a[1]).toBeCloseTo(0.2, 12);
    expect(b[1]).toBeCloseTo(0.2, 12);
  });

  test('does not move on an infinite plane', () => {
    const contact = contactAt(5, 5, false);
    expect(moveOntoFaces(plane, contact, null, createLocalContact(), depth, mover)).toBe(false);
    expect(contact[0]).toBe(5);
  });

  test('covers nothing before and half of itself after moving to the edge', () => {
    const sampler = createSampler({ width: 0.02 });
    const sample = createPairSample(sampler);
    const a = contactAt(0.115, 0, false);
    samplePair(sampler, box, a, null, createLocalContact(), depth, sample);
    expect(sample.coverage[0]).toBe(0);
    moveOntoFaces(box, a, null, createLocalContact(), depth, mover);
    samplePair(sampler, box, a, null, createLocalContact(), depth, sample);
    expect(sample.coverage[0]).toBeCloseTo(0.5, 9);
    expect(sample.mu[0]).toBeGreaterThan(0.1);
  });
});
