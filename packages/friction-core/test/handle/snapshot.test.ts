import { describe, expect, test } from 'vitest';
import {
  beginSnapshot,
  createMaterialPairs,
  createPatchStore,
  finishSnapshot,
  type MaterialPairs,
  openSnapshot,
  type PatchStore,
  readPatches,
  replacePatches,
  setMaterialLaw,
  setPairLaw,
  writePatches,
} from '../../src/adapter/index.js';
import { bristle, coulomb, type FrictionLaw, maxwellSlip } from '../../src/index.js';
import { createBoxes } from '../boxes-world.js';

const ENGINE = 'test engine';

function save(store: PatchStore, pairs: MaterialPairs): Uint8Array {
  const out = beginSnapshot(ENGINE);
  writePatches(out, store, pairs, store.current.key);
  return finishSnapshot(out);
}

function load(data: Uint8Array, pairs: MaterialPairs) {
  return readPatches(openSnapshot(data, ENGINE), pairs);
}

function bentBoxes(law: FrictionLaw = bristle({ mu: 0.5, stiffness: 1e4 })) {
  const world = createBoxes(3, law);
  for (let k = 0; k < 10; k++) {
    for (let b = 1; b <= 3; b++) world.bodies.velocity[6 * b] = 0.01 * b;
    world.step();
  }
  return world;
}

describe('snapshots of patches', () => {
  test('a restored store continues with the same bits', () => {
    const world = bentBoxes();
    const twin = bentBoxes();
    for (let k = 0; k < 5; k++) twin.step(); // goes further, and is set back
    world.store.current.flags[1] = 0b110;
    const data = save(world.store, world.pairs);
    const { patches, sleepingCount } = load(data, twin.pairs);
    expect([...patches.flags.slice(0, 3)]).toEqual([0, 0b110, 0]);
    replacePatches(twin.store, patches, sleepingCount, twin.bodies);
    twin.bodies.velocity.set(world.bodies.velocity);
    expect(save(twin.store, twin.pairs)).toEqual(data);
    for (let k = 0; k < 10; k++) {
      world.step();
      twin.step();
    }
    expect(twin.bodies.velocity).toEqual(world.bodies.velocity);
    expect(save(twin.store, twin.pairs)).toEqual(save(world.store, world.pairs));
  });

  test('an empty store can be saved', () => {
    const pairs = createMaterialPairs(coulomb({ mu: 1 }));
    const { patches, sleepingCount } = load(save(createPatchStore(), pairs), pairs);
    expect([patches.count, sleepingCount]).toEqual([0, 0]);
  });

  test('laws are matched by their order: default, pairs, materials, combined', () => {
    const build = () => {
      const pairs = createMaterialPairs(coulomb({ mu: 1 }));
      setMaterialLaw(pairs, 'a', coulomb({ mu: 0.1 }), 'average');
      setMaterialLaw(pairs, 'b', coulomb({ mu: 0.2 }), 'average');
      setPairLaw(pairs, 'a', 'c', bristle({ mu: 1, stiffness: 1 }));
      return pairs;
    };
    const world = bentBoxes();
    const pairs = build();
    const other = build();
    const laws = (p: MaterialPairs) => [...p.pairLaws.values(), ...p.combinedLaws.values()].map(({ law }) => law);
    [0, 1, 2].forEach((i) => {
      world.store.current.law[i] = laws(pairs)[i];
    });
    const { patches } = load(save(world.store, pairs), other);
    expect([0, 1, 2].map((i) => patches.law[i])).toEqual(laws(other).slice(0, 3));
    [0, 1, 2].forEach((i) => {
      expect(patches.law[i]).toBe(laws(other)[i]);
    });
  });

  test('a law that was replaced since the last step matches none of the current ones', () => {
    const world = bentBoxes();
    const pairs = createMaterialPairs(coulomb({ mu: 0.7 }));
    const { patches } = load(save(world.store, pairs), pairs);
    expect(patches.law[0]).not.toBe(pairs.defaultPair.law);
    expect([...patches.impulse.slice(0, 3)]).toEqual([...world.store.current.impulse.slice(0, 3)]);
  });

  test('other laws are rejected: names, number, order and state size', () => {
    const world = bentBoxes();
    const data = save(world.store, world.pairs);
    const refuse = (pairs: MaterialPairs, got: string) => {
      expect(() => load(data, pairs)).toThrow(`bristle(3) (got ${got})`);
    };
    refuse(createMaterialPairs(coulomb({ mu: 1 })), 'coulomb');
    const more = createMaterialPairs(bristle({ mu: 1, stiffness: 1 }));
    setPairLaw(more, 'a', 'b', coulomb({ mu: 1 }));
    refuse(more, 'bristle(3), coulomb');
    const elements = [{ mu: 1, stiffness: 1 }];
    refuse(createMaterialPairs(maxwellSlip({ elements })), 'maxwellSlip(6)');
  });

  test('foreign, truncated data and other versions and engines are rejected', () => {
    const world = bentBoxes();
    const data = save(world.store, world.pairs);
    const open = (bytes: unknown) => () => openSnapshot(bytes, ENGINE);
    expect(open('text')).toThrow('restore: expected the Uint8Array from snapshot() (got text)');
    expect(open(data.buffer)).toThrow('restore: expected the Uint8Array');
    expect(open(new Uint8Array(3))).toThrow(
      'expected the magic number of a friction snapshot 1398032707 (got undefined)',
    );
    expect(open(new Uint8Array(300))).toThrow('expected the magic number of a friction snapshot 1398032707 (got 0)');
    expect(open(data.slice(0, 8))).toThrow('restore: expected snapshot version 3 (got undefined)');
    expect(open(data.slice(0, 205))).toThrow(`restore: expected length in bytes ${data.length} (got 205)`);
    const newer = data.slice();
    new Float64Array(newer.buffer)[1] = 9;
    expect(open(newer)).toThrow('restore: expected snapshot version 3 (got 9)');
    expect(() => openSnapshot(data, 'rapier')).toThrow('expected a snapshot of rapier (got test engine)');
    // A view into a larger buffer works too.
    const larger = new Uint8Array(data.length + 20);
    larger.set(data, 7);
    expect(load(larger.subarray(7, 7 + data.length), world.pairs).patches.count).toBe(3);
  });

  test('damaged counts are rejected before large buffers are allocated', () => {
    const world = bentBoxes();
    const data = save(world.store, world.pairs);
    // Behind magic number, version, length, engine, the law's name.
    const counts = 3 + 1 + ENGINE.length + 1 + 'bristle(3)'.length;
    for (let k = 0; k < 5; k++) {
      for (const value of [-5, 2e9, Number.NaN]) {
        const bad = data.slice();
        new Float64Array(bad.buffer)[counts + k] = value;
        expect(() => load(bad, world.pairs)).toThrow('restore: the snapshot is damaged');
      }
    }
  });
});
