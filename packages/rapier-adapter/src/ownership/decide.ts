import { type FrictionLaw, type MaterialPairs, NO_MATERIAL, pairKey, pairOf } from '@stiction/friction-core';
import type { InstallState } from '../install/state.js';
import { removeAllJoints } from '../rows/row-joints.js';
import { heldBySprings } from '../rows/spring-law.js';
import { type ColliderRecord, parentOf, slotOfRecord } from './collider-table.js';
import { HELD, isPartlyHeld, type Kind, kindOf, NATIVE, needsRows, ROWS, restOf } from './law-kind.js';
import { writeNative } from './native.js';
import { MAX, MULTIPLY, type Representation, representTable } from './represent.js';
import { encodeUser } from './user-coefficient.js';

/**
 * Which colliders are acquired, and what coefficient every collider has while nothing slides. Decided again when materials, laws
 * or colliders have changed.
 *
 * 1. A pair whose law Rapier cannot hold gets rows: the material with fewer colliders is acquired, with a coefficient of nearly 0.
 * 2. All other pairs are written with Rapier's combine rules. Where that is not possible, step 1 is for them too.
 * 3. A pair that sticks like Coulomb friction and slides in its own way: the material whose colliders all move is acquired (what
 *    does not move needs no work), else the one with fewer colliders.
 */
export function decideOwnership(install: InstallState): void {
  const { colliders: table } = install;
  if (!table.undecided) return;
  table.undecided = false;
  const present = countMaterials(install);
  const kinds = new Map<number, Kind>();
  const acquired = (m: number) => kinds.get(m) ?? NATIVE;
  eachPair(install, present, (a, b, law) => {
    if (kindFor(install, a, b, law) !== ROWS || acquired(a) === ROWS || acquired(b) === ROWS) return;
    kinds.set(fewer(present, a, b), ROWS);
  });
  if (kinds.size > 0 && install.hasVetoed) for (const m of present.keys()) kinds.set(m, ROWS);
  const native = writeTable(install, present, kinds);
  eachPair(install, present, (a, b, law) => {
    if (acquired(a) !== NATIVE || acquired(b) !== NATIVE) return;
    const kind = install.scopeAll ? HELD : kindFor(install, a, b, law);
    if (kind === HELD) kinds.set(moving(present, a, b), HELD);
  });
  if (install.scopeAll) for (const m of present.keys()) if (acquired(m) === NATIVE) kinds.set(m, HELD);
  const attended = new Set<number>();
  const coupled = new Set<number>();
  const largest = new Map<number, number>();
  eachPair(install, present, (a, b, law) => {
    if (law.extraRows || law.extraTorsion) attended.add(a).add(b);
    if (law.coupled) coupled.add(a).add(b);
    for (const m of [a, b]) largest.set(m, Math.max(largest.get(m) ?? 0, law.mu ?? 0));
  });
  for (const record of table.of.values()) {
    record.needsRest = attended.has(record.material);
    record.coupled = coupled.has(record.material);
    const isFree = kinds.get(record.material) === ROWS && !install.hasVetoed && parentOf(record.collider)?.isDynamic();
    record.flight = isFree ? (largest.get(record.material) ?? 0) : 0;
  }
  useKinds(install, kinds, native);
  install.laws = lawsInUse(install, present, kinds);
  swapLaws(install);
}

interface Material {
  colliders: number;
  /** Colliders on dynamic bodies. */
  moving: number;
}
type Present = Map<number, Material>;

function countMaterials(install: InstallState): Present {
  const present: Present = new Map();
  install.hasVetoed = false;
  for (const record of install.colliders.of.values()) {
    if (record.vetoed) {
      install.hasVetoed = true;
      continue;
    }
    const material = present.get(record.material) ?? { colliders: 0, moving: 0 };
    material.colliders++;
    if (parentOf(record.collider)?.isDynamic()) material.moving++;
    present.set(record.material, material);
  }
  return present;
}

/** Pairs of materials that can touch. */
function eachPair(
  install: InstallState,
  present: Present,
  act: (a: number, b: number, law: FrictionLaw) => void,
): void {
  const materials = [...present.keys()].sort((a, b) => a - b);
  for (const a of materials) {
    for (const b of materials) {
      const { colliders, moving } = present.get(a) as Material;
      const other = present.get(b) as Material;
      if (b < a || moving + other.moving === 0 || (a === b && colliders < 2)) continue;
      act(a, b, pairOf(install.pairs, a, b).law);
    }
  }
}

/** With coefficients from the colliders, nothing but those can be written natively. */
function kindFor(install: InstallState, a: number, b: number, law: FrictionLaw): Kind {
  if (law === install.colliderLaw) return NATIVE;
  if (install.colliderLaw && (a === NO_MATERIAL || b === NO_MATERIAL || kindOf(law) !== NATIVE)) return ROWS;
  return install.colliderLaw ? ROWS : kindOf(law);
}

function fewer(present: Present, a: number, b: number): number {
  const one = present.get(a) as Material;
  const other = present.get(b) as Material;
  if (one.colliders !== other.colliders) return one.colliders < other.colliders ? a : b;
  return one.moving >= other.moving ? a : b;
}

function moving(present: Present, a: number, b: number): number {
  const one = present.get(a) as Material;
  const other = present.get(b) as Material;
  const isFree = one.moving === one.colliders;
  if (isFree !== (other.moving === other.colliders)) return isFree ? a : b;
  return fewer(present, a, b);
}

/** Coefficients of the materials that are not acquired for rows. Adds those to `kinds` that cannot be written. */
function writeTable(install: InstallState, present: Present, kinds: Map<number, Kind>): Map<number, [number, number]> {
  const result = new Map<number, [number, number]>();
  if (install.colliderLaw) return result;
  for (;;) {
    const materials = [...present.keys()].filter((m) => kinds.get(m) !== ROWS).sort((a, b) => a - b);
    const mu = materials.map(() => materials.map(() => Number.NaN));
    eachPair(install, present, (a, b, law) => {
      const i = materials.indexOf(a);
      const j = materials.indexOf(b);
      if (i < 0 || j < 0) return;
      mu[i][j] = restOf(law);
      mu[j][i] = mu[i][j];
    });
    const table: Representation = representTable(mu, kinds.size === 0);
    if (table.wrong.length > 0) {
      const [a, b] = table.wrong[0];
      kinds.set(fewer(present, materials[a], materials[b]), ROWS);
      continue;
    }
    materials.forEach((m, k) => {
      // A material that can touch no other keeps what it has: soft bodies and those left out may lie on it.
      if (mu[k].some((x) => !Number.isNaN(x))) result.set(m, [table.coefficient[k], table.rule[k]]);
    });
    return result;
  }
}

function useKinds(install: InstallState, kinds: Map<number, Kind>, native: Map<number, [number, number]>): void {
  const { colliders: table } = install;
  table.acquired.length = 0;
  table.capped = 0;
  table.readThroughFree = true;
  const ofRows = install.hasVetoed ? MAX : MULTIPLY;
  const hasRows = [...kinds.values()].includes(ROWS);
  for (const record of table.of.values()) {
    if (record.vetoed) continue;
    noteUserChange(install, record);
    const before = record.kind;
    if (record.material !== NO_MATERIAL || install.colliderLaw) record.isOwn = false;
    record.kind = record.isOwn ? NATIVE : (kinds.get(record.material) ?? NATIVE);
    // A user's Max would win over our 0.
    if (install.colliderLaw && hasRows && (record.rule as number) === MAX) record.kind = ROWS;
    const [rest, rule] = (record.isOwn ? undefined : native.get(record.material)) ?? [record.friction, record.rule];
    const wanted = Math.fround(record.kind === ROWS ? encodeUser(record.friction, record.rule) : rest);
    const wantedRule = record.kind === ROWS ? ofRows : rule;
    // What an acquired collider has for the moment stays, where it rests as before.
    if (before !== record.kind) install.joints.stale = true;
    if (before !== record.kind || record.rest !== wanted || record.restRule !== wantedRule) {
      record.rest = wanted;
      record.restRule = wantedRule;
      // Rows begin when contacts are known; until then what can move has Rapier's own friction.
      if (record.flight > 0) writeNative(install, record, record.flight, MAX);
      else writeNative(install, record, wanted, wantedRule);
    }
    if (record.kind === NATIVE) {
      if (parentOf(record.collider)?.isDynamic()) table.readThroughFree = false;
      continue;
    }
    slotOfRecord(install, record);
    table.acquired.push(record);
    if (record.capped) table.capped++;
  }
  table.acquired.sort(byKey);
  noteWhole(install);
  if (install.joints.stale) removeAllJoints(install);
}

/** Bodies all of whose colliders are acquired: all their contacts are read. */
function noteWhole({ colliders, bodies }: InstallState): void {
  for (const { slot } of colliders.acquired) bodies.isWhole[slot] = 1;
  for (const { slot, kind } of colliders.of.values()) if (slot >= 0 && kind === NATIVE) bodies.isWhole[slot] = 0;
}

/** What the user has set since we wrote is theirs to have back. */
export function noteUserChange(install: InstallState, record: ColliderRecord): void {
  const { collider } = record;
  install.writing = true;
  const friction = collider.friction();
  const rule = collider.frictionCombineRule();
  install.writing = false;
  if (friction !== record.written || (rule as number) !== record.writtenRule) record.isOwn = true;
  if (friction !== record.written) record.friction = friction;
  if ((rule as number) !== record.writtenRule) record.rule = rule;
  record.written = friction;
  record.writtenRule = rule;
}

function byKey(a: ColliderRecord, b: ColliderRecord): number {
  return a.key - b.key;
}

/** Patches of the last step go on under the laws that hold now; one that is new to a patch starts without memory. */
function swapLaws({ store, colliders, laws, predicted }: InstallState): void {
  const { current: patches } = store;
  for (let i = 0; i < patches.count; i++) {
    const a = colliders.ofKey.get(patches.key[4 * i + 1]);
    const b = colliders.ofKey.get(patches.key[4 * i + 3]);
    if (!a || !b) continue;
    const { law, first } = pairOf(laws, a.material, b.material);
    if (law === patches.law[i] || law.stateSize > patches.stateStride) continue;
    patches.law[i] = law;
    predicted.isReady = false;
    patches.flipped[i] = first === b.material && first !== a.material ? 1 : 0;
    patches.state.fill(0, patches.stateStride * i, patches.stateStride * (i + 1));
  }
}

/** The law of every pair as it acts: those that rows hold get a spring where they have none. */
function lawsInUse(install: InstallState, present: Present, kinds: Map<number, Kind>): MaterialPairs {
  const { pairs } = install;
  const laws: MaterialPairs['laws'] = new Map();
  install.leastMu = Number.POSITIVE_INFINITY;
  install.restSpeed = Number.POSITIVE_INFINITY;
  install.remembers = false;
  eachPair(install, present, (a, b) => {
    const { law, first } = pairOf(pairs, a, b);
    // With coefficients from the colliders whatever is acquired has rows.
    const byRows = install.colliderLaw !== null || kinds.get(a) === ROWS || kinds.get(b) === ROWS;
    if (byRows || needsRows(law) || law.commit || law.extraRows || law.extraTorsion) install.remembers = true;
    if (!byRows || (law.commit && law.mu)) {
      install.leastMu = Math.min(install.leastMu, restOf(law));
      install.restSpeed = Math.min(install.restSpeed, law.restSpeed ?? Number.POSITIVE_INFINITY);
    }
    laws.set(pairKey(a, b), { law: !byRows && isPartlyHeld(law) ? heldBySprings(law) : law, first });
  });
  return { ...pairs, laws, combined: new Map() };
}
