import type { Bodies } from './bodies.js';
import { completeFrame, rotate } from './frame.js';
import { type MaterialPairs, pairOf } from './material-pairs.js';
import { flipToCanonical, locate, nextStamp, type PatchStore, sameKey, scaleNormal } from './patches.js';

/**
 * What `gatherPatches` would do, bit for bit, where the contacts are those of the last gathering, in the same order, with
 * other places and impulses: every patch goes on where it is. For engines that have solved the normals (`impulsesGiven`).
 *
 * Returns false, and changes nothing, where something else has changed: gather then. `count` is the number of contacts at the
 * last gathering.
 */
export function refreshPatches(store: PatchStore, bodies: Bodies, pairs: MaterialPairs, count: number): boolean {
  const { contacts, current } = store;
  if (contacts.count !== count || current.bodies !== bodies) return false;
  if (!areContactsSame(store) || !arePatchesSame(store, bodies, pairs)) return false;
  current.stamp = nextStamp();
  placeContacts(store);
  for (let i = 0; i < current.count; i++) {
    scaleNormal(current, i);
    const carrier = current.carrier[i] === 0 ? current.bodyA[i] : current.bodyB[i];
    rotate(bodies.pose, 7 * carrier, current.carriedTangent, 3 * i, current.tangent1, 3 * i);
    completeFrame(current.normal, current.tangent1, current.tangent2, 3 * i);
    locate(current, i, bodies);
    current.normalScale[i] = 1;
  }
  return true;
}

/** Normals that have turned by less than this (cosine) leave their contact in its patch for certain. */
const HARDLY_TURNED = 0.9999;

function areContactsSame({ contacts, current, patchOf }: PatchStore): boolean {
  const { key, body, normal: n, count } = contacts;
  const m = current.normal;
  for (let c = 0; c < count; c++) {
    flipToCanonical(contacts, c);
    const i = patchOf[c];
    if (!sameKey(key, 4 * c, current.key, 4 * i)) return false;
    if (body[2 * c] !== current.bodyA[i] || body[2 * c + 1] !== current.bodyB[i]) return false;
    const cosine = n[3 * c] * m[3 * i] + n[3 * c + 1] * m[3 * i + 1] + n[3 * c + 2] * m[3 * i + 2];
    if (!(cosine > HARDLY_TURNED)) return false;
  }
  return true;
}

/** Does every patch have the law that it had, and is there only one between two shapes? */
function arePatchesSame(store: PatchStore, bodies: Bodies, pairs: MaterialPairs): boolean {
  const { contacts, current } = store;
  for (let c = 0; c < contacts.count; c++) {
    const i = store.patchOf[c];
    if (store.pointOf[c] !== current.firstPoint[i]) continue;
    if (i > 0 && sameKey(current.key, 4 * i, current.key, 4 * i - 4)) return false;
    if (pairOf(pairs, contacts.material[2 * c], contacts.material[2 * c + 1]).law !== current.law[i]) return false;
    // The patch would be a new one if it had turned against the body that carries it.
    const carrier = current.carrier[i] === 0 ? current.bodyA[i] : current.bodyB[i];
    rotate(bodies.pose, 7 * carrier, current.carriedNormal, 3 * i, carried, 0);
    const cosine =
      carried[0] * contacts.normal[3 * c] +
      carried[1] * contacts.normal[3 * c + 1] +
      carried[2] * contacts.normal[3 * c + 2];
    if (!(cosine > HARDLY_TURNED)) return false;
  }
  return true;
}

const carried = new Float64Array(3);

function placeContacts({ contacts, current, patchOf, pointOf }: PatchStore): void {
  const { normal, position, impulse, count } = contacts;
  const { pointPosition, pointImpulse, pointStepImpulse } = current;
  current.normal.fill(0, 0, 3 * current.count);
  for (let c = 0; c < count; c++) {
    const i = 3 * patchOf[c];
    const p = pointOf[c];
    current.normal[i] += normal[3 * c];
    current.normal[i + 1] += normal[3 * c + 1];
    current.normal[i + 2] += normal[3 * c + 2];
    pointPosition[3 * p] = position[3 * c];
    pointPosition[3 * p + 1] = position[3 * c + 1];
    pointPosition[3 * p + 2] = position[3 * c + 2];
    pointImpulse[p] = impulse[c];
    pointStepImpulse[p] = 0;
  }
}
