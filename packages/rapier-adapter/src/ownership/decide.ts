import type { RigidBody } from '@dimforge/rapier3d-compat';
import type { FrictionLaw } from '@stiction/friction-core';
import {
  findPair,
  hasSurface,
  type LawModifier,
  type MaterialPairs,
  NO_MATERIAL,
  pairKey,
  withoutRestingSurfaces,
  withPairLaws,
} from '@stiction/friction-core/adapter';
import type { InstallState } from '../install/state.js';
import { removeAllJoints } from '../motors/friction-joints.js';
import { withSpring } from '../motors/spring-law.js';
import { type ColliderRecord, colliderA, colliderB, parentOf, slotOfRecord } from './collider-table.js';
import { CORRECTED, exceedsCoulomb, hasInnerCircle, type Kind, kindOf, NATIVE, REPLACED, restMu } from './law-kind.js';
import { writeNative } from './native.js';
import { findPlanar, isAcquiredAsPlanar } from './planar.js';
import { MAX, MULTIPLY, type Representation, representTable } from './represent.js';
import { encodeUser } from './user-coefficient.js';

/**
 * Decides which colliders are acquired, and the coefficient of every collider while nothing slides. Runs again when materials, laws or colliders
 * change.
 *
 * 1. A pair whose law Rapier cannot hold is replaced: the material with fewer colliders is acquired, with a coefficient of nearly 0.
 * 2. All other pairs are expressed with Rapier's combine rules. If that is impossible, step 1 applies to them too.
 *    So do pairs of colliders with materials by place, and of bodies locked in a plane (`planar.ts`); these are acquired one by one.
 * 3. A pair that sticks like Coulomb friction and slides differently is corrected: the material whose colliders all move is acquired (fixed
 *    colliders need no work), otherwise the one with fewer colliders.
 */
export function decideOwnership(install: InstallState): void {
  const { colliders: table } = install;
  if (!table.undecided) return;
  table.undecided = false;
  findPlanar(install);
  table.decisions++;
  const present = countMaterials(install);
  const kinds = new Map<number, Kind>();
  const acquired = (m: number) => kinds.get(m) ?? NATIVE;
  eachPair(install, present, (a, b, law) => {
    if (kindFor(install, a, b, law) !== REPLACED || acquired(a) === REPLACED || acquired(b) === REPLACED) return;
    kinds.set(withFewerColliders(present, a, b), REPLACED);
  });
  if (kinds.size > 0 && install.hasExcluded) for (const m of present.keys()) kinds.set(m, REPLACED);
  const hasSurfaces = install.surfaces.byShape.size > 0;
  const native = writeTable(install, present, kinds, hasSurfaces || hasPlanar(present));
  eachPair(install, present, (a, b, law) => {
    if (acquired(a) !== NATIVE || acquired(b) !== NATIVE) return;
    const kind = install.scopeAll ? CORRECTED : kindFor(install, a, b, law);
    if (kind === CORRECTED) kinds.set(preferMoving(present, a, b), CORRECTED);
  });
  if (install.scopeAll) for (const m of present.keys()) if (acquired(m) === NATIVE) kinds.set(m, CORRECTED);
  const attended = new Set<number>();
  const coupled = new Set<number>();
  const largest = new Map<number, number>();
  const all = hasSurfaces ? withEveryMaterial(install, present) : present;
  eachPair(install, all, (a, b, law) => {
    if (law.extraRows || law.extraTorsion || law.adhesion) attended.add(a).add(b);
    if (law.coupled) coupled.add(a).add(b);
    for (const m of [a, b]) largest.set(m, Math.max(largest.get(m) ?? 0, law.mu ?? 0));
  });
  for (const record of table.byHandle.values()) {
    const isSurface = record.surface !== null;
    record.worksAtRest = isSurface ? attended.size > 0 : attended.has(record.material);
    record.coupled = isSurface ? coupled.size > 0 : coupled.has(record.material);
    const isReplaced = isSurface || isAcquiredAsPlanar(install, record) || kinds.get(record.material) === REPLACED;
    const isFree = isReplaced && !install.hasExcluded && parentOf(record.collider)?.isDynamic();
    const mu = isSurface ? Math.max(0, ...largest.values()) : largest.get(record.material);
    record.flightFriction = isFree ? (mu ?? 0) : 0;
  }
  applyKinds(install, kinds, native);
  install.laws = lawsInUse(install, present, all, kinds);
  swapLaws(install);
}

interface Material {
  colliders: number;
  /** Colliders on dynamic bodies, and on those of them that are locked in a plane. */
  moving: number;
  planar: number;
}
type Present = Map<number, Material>;

function hasPlanar(present: Present): boolean {
  return [...present.values()].some(({ planar }) => planar > 0);
}

/** True if every collider of a material that can move is acquired because it is locked in a plane. */
function isPlanar({ moving, planar }: Material): boolean {
  return planar > 0 && planar === moving;
}

function countMaterials(install: InstallState): Present {
  const present: Present = new Map();
  install.hasExcluded = false;
  for (const record of install.colliders.byHandle.values()) {
    if (record.isExcluded) {
      install.hasExcluded = true;
      continue;
    }
    // All of its pairs are replaced, whatever their materials.
    if (record.surface) continue;
    const material = present.get(record.material) ?? { colliders: 0, moving: 0, planar: 0 };
    material.colliders++;
    if (parentOf(record.collider)?.isDynamic()) material.moving++;
    if (isAcquiredAsPlanar(install, record)) material.planar++;
    present.set(record.material, material);
  }
  return present;
}

/** A surface function may return any material that a law names. */
function withEveryMaterial({ pairs }: InstallState, present: Present): Present {
  const all: Present = new Map(present);
  for (let id = NO_MATERIAL; id < pairs.names.length; id++) {
    if (!pairs.blends.has(id)) all.set(id, { colliders: 2, moving: 1, planar: 0 });
  }
  return all;
}

/** Visits the pairs of materials that can touch. */
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
      act(a, b, withoutRestingSurfaces(findPair(install.pairs, a, b).law));
    }
  }
}

/** With `fromColliders`, only the colliders' own coefficients are native. */
function kindFor(install: InstallState, a: number, b: number, law: FrictionLaw): Kind {
  if (law === install.colliderLaw) return NATIVE;
  if (install.colliderLaw && (a === NO_MATERIAL || b === NO_MATERIAL || kindOf(law) !== NATIVE)) return REPLACED;
  return install.colliderLaw ? REPLACED : kindOf(law);
}

function withFewerColliders(present: Present, a: number, b: number): number {
  const one = present.get(a) as Material;
  const other = present.get(b) as Material;
  if (one.colliders !== other.colliders) return one.colliders < other.colliders ? a : b;
  return one.moving >= other.moving ? a : b;
}

function preferMoving(present: Present, a: number, b: number): number {
  const one = present.get(a) as Material;
  const other = present.get(b) as Material;
  const isFree = one.moving === one.colliders;
  if (isFree !== (other.moving === other.colliders)) return isFree ? a : b;
  return withFewerColliders(present, a, b);
}

/**
 * Coefficients of the materials that are not replaced. Adds those that cannot be expressed to `kinds`. `hasSingles` if colliders are replaced whose
 * material is not.
 */
function writeTable(
  install: InstallState,
  present: Present,
  kinds: Map<number, Kind>,
  hasSingles: boolean,
): Map<number, [number, number]> {
  const result = new Map<number, [number, number]>();
  if (install.colliderLaw) return result;
  for (;;) {
    const materials = [...present.keys()].filter((m) => kinds.get(m) !== REPLACED).sort((a, b) => a - b);
    const mu = materials.map(() => materials.map(() => Number.NaN));
    eachPair(install, present, (a, b, law) => {
      const i = materials.indexOf(a);
      const j = materials.indexOf(b);
      if (i < 0 || j < 0) return;
      mu[i][j] = restMu(law);
      mu[j][i] = mu[i][j];
    });
    const table: Representation = representTable(mu, kinds.size === 0 && !hasSingles);
    if (table.wrong.length > 0) {
      const [a, b] = table.wrong[0];
      kinds.set(withFewerColliders(present, materials[a], materials[b]), REPLACED);
      continue;
    }
    materials.forEach((m, k) => {
      // A material that touches no other keeps its coefficient: soft bodies and excluded colliders may lie on it.
      if (mu[k].some((x) => !Number.isNaN(x))) result.set(m, [table.coefficient[k], table.rule[k]]);
    });
    return result;
  }
}

function applyKinds(install: InstallState, kinds: Map<number, Kind>, native: Map<number, [number, number]>): void {
  const { colliders: table } = install;
  table.acquired.length = 0;
  table.capped = 0;
  table.allDynamicAcquired = true;
  const replacedRule = install.hasExcluded ? MAX : MULTIPLY;
  const hasReplaced = install.surfaces.byShape.size > 0 || [...kinds.values()].includes(REPLACED);
  for (const record of table.byHandle.values()) {
    if (record.isExcluded) continue;
    readUserFriction(install, record);
    const before = record.kind;
    if (record.material !== NO_MATERIAL || install.colliderLaw || record.surface) record.isUserSet = false;
    record.kind = record.isUserSet ? NATIVE : (kinds.get(record.material) ?? NATIVE);
    if (record.surface || isAcquiredAsPlanar(install, record)) record.kind = REPLACED;
    // The user's Max would win over our 0.
    if (install.colliderLaw && hasReplaced && (record.rule as number) === MAX) record.kind = REPLACED;
    const [rest, rule] = (record.isUserSet ? undefined : native.get(record.material)) ?? [record.friction, record.rule];
    const wanted = Math.fround(record.kind === REPLACED ? encodeUser(record.friction, record.rule) : rest);
    const wantedRule = record.kind === REPLACED ? replacedRule : rule;
    // An acquired collider keeps its current coefficient if its rest coefficient is unchanged.
    if (before !== record.kind) install.joints.stale = true;
    if (before === NATIVE && record.kind === REPLACED && install.hasStepped)
      wakeNeighbours(install, record, () => true);
    if (before !== record.kind || record.restFriction !== wanted || record.restRule !== wantedRule) {
      record.restFriction = wanted;
      record.restRule = wantedRule;
      // Motors start when contacts are known; until then dynamic colliders have Rapier's friction.
      if (record.flightFriction > 0) writeNative(install, record, record.flightFriction, MAX);
      else writeNative(install, record, wanted, wantedRule);
    }
    if (record.kind === NATIVE) {
      if (parentOf(record.collider)?.isDynamic()) table.allDynamicAcquired = false;
      continue;
    }
    slotOfRecord(install, record);
    table.acquired.push(record);
    if (record.hasCap) table.capped++;
  }
  table.acquired.sort(byKey);
  markFullyAcquired(install);
  if (install.joints.stale) removeAllJoints(install);
}

/** A belt that starts takes sleeping bodies along. Where it was Rapier's friction, `applyKinds` wakes them. */
export function wakeOnSurface(install: InstallState, surface: LawModifier): void {
  for (const record of install.colliders.acquired) {
    wakeNeighbours(install, record, (other) => {
      // A place may have any material.
      if (record.surface || other.surface) return true;
      return hasSurface(findPair(install.pairs, record.material, other.material).law, surface);
    });
  }
}

function wakeNeighbours(
  { world, colliders }: InstallState,
  record: ColliderRecord,
  isMeant: (other: ColliderRecord) => boolean,
): void {
  const bodies = new Set<RigidBody | null>();
  world.narrowPhase.raw.contact_pairs_with(record.handle, (handle: number) => {
    const other = colliders.byHandle.get(handle);
    if (other && isMeant(other)) bodies.add(parentOf(record.collider)).add(parentOf(other.collider));
  });
  for (const body of bodies) if (body?.isDynamic() && body.isSleeping()) body.wakeUp();
}

/** Marks bodies whose colliders are all acquired: all their contacts are read. */
function markFullyAcquired({ colliders, bodies }: InstallState): void {
  for (const { slot } of colliders.acquired) bodies.isFullyAcquired[slot] = 1;
  for (const { slot, kind } of colliders.byHandle.values())
    if (slot >= 0 && kind === NATIVE) bodies.isFullyAcquired[slot] = 0;
}

/** Records what the user has set since we last wrote, to give it back later. */
export function readUserFriction(install: InstallState, record: ColliderRecord): void {
  const { collider } = record;
  install.isWriting = true;
  const friction = collider.friction();
  const rule = collider.frictionCombineRule();
  install.isWriting = false;
  if (friction !== record.written || (rule as number) !== record.writtenRule) record.isUserSet = true;
  if (friction !== record.written) record.friction = friction;
  if ((rule as number) !== record.writtenRule) record.rule = rule;
  record.written = friction;
  record.writtenRule = rule;
}

function byKey(a: ColliderRecord, b: ColliderRecord): number {
  return a.key - b.key;
}

/** Patches of the last step continue under the current laws; a new law starts without memory. */
function swapLaws(install: InstallState): void {
  const { store, laws, predicted } = install;
  const { current: patches } = store;
  for (let i = 0; i < patches.count; i++) {
    const a = colliderA(install, i);
    const b = colliderB(install, i);
    if (!a || !b) continue;
    const materialOfA = a.surface ? patches.material[2 * i] : a.material;
    const materialOfB = b.surface ? patches.material[2 * i + 1] : b.material;
    patches.material[2 * i] = materialOfA;
    patches.material[2 * i + 1] = materialOfB;
    const { law, materialA } = findPair(laws, materialOfA, materialOfB);
    if (law === patches.law[i] || law.stateSize > patches.stateStride) continue;
    // Laws of mixtures are made again from the same parts: they keep their memory.
    const isBlend = laws.blends.has(materialOfA) || laws.blends.has(materialOfB);
    const isSame = isBlend && law.name === patches.law[i].name && law.stateSize === patches.law[i].stateSize;
    patches.law[i] = law;
    predicted.isReady = false;
    patches.flipped[i] = materialA === materialOfB && materialA !== materialOfA ? 1 : 0;
    if (!isSame) patches.state.fill(0, patches.stateStride * i, patches.stateStride * (i + 1));
  }
}

/** The law of every pair as it acts: laws with an inner circle get a spring. */
function lawsInUse(install: InstallState, present: Present, all: Present, kinds: Map<number, Kind>): MaterialPairs {
  const { pairs } = install;
  const laws: MaterialPairs['pairLaws'] = new Map();
  install.minRestMu = Number.POSITIVE_INFINITY;
  install.restSpeed = Number.POSITIVE_INFINITY;
  install.hasMemory = hasPlanar(present);
  install.hasAdhesion = false;
  eachPair(install, all, (a, b, law) => {
    const { materialA } = findPair(pairs, a, b);
    const one = all.get(a) as Material;
    const other = all.get(b) as Material;
    // With `fromColliders`, every acquired collider is replaced.
    const isReplaced =
      install.colliderLaw !== null ||
      kinds.get(a) === REPLACED ||
      kinds.get(b) === REPLACED ||
      isPlanar(one) ||
      isPlanar(other) ||
      !(present.has(a) && present.has(b));
    if (law.adhesion) install.hasAdhesion = true;
    if (isReplaced || law.adhesion || exceedsCoulomb(law) || law.commit || law.extraRows || law.extraTorsion)
      install.hasMemory = true;
    if (!isReplaced || (law.commit && law.mu)) {
      install.minRestMu = Math.min(install.minRestMu, restMu(law));
      install.restSpeed = Math.min(install.restSpeed, law.restSpeed ?? Number.POSITIVE_INFINITY);
    }
    laws.set(pairKey(a, b), { law: !isReplaced && hasInnerCircle(law) ? withSpring(law) : law, materialA });
  });
  return withPairLaws(pairs, laws);
}
