import { describe, expect, test } from 'vitest';
import {
  createMaterialPairs,
  hasOnlyDefault,
  type MaterialPairs,
  materialId,
  NO_MATERIAL,
  removePairLaw,
  requireCombine,
  setDefaultLaw,
  setMaterialLaw,
  setPairLaw,
} from '../../src/adapter/index.js';
import {
  bristle,
  type Combine,
  type CombineRule,
  coulomb,
  custom,
  type FrictionLaw,
  lugre,
  rolling,
  scaled,
  spinning,
  surfaceVelocity,
  viscoElastic,
} from '../../src/index.js';
import { findPair } from '../../src/materials/material-pairs.js';

const fallback = coulomb({ mu: 1 });
const law = (mu: number): FrictionLaw => coulomb({ mu });

/** The law of two named materials, and the name of the one that is its 'a'. */
function between(pairs: MaterialPairs, a: string, b: string): { law: FrictionLaw; first: string | null } {
  const { law, materialA } = findPair(pairs, materialId(pairs, a), materialId(pairs, b));
  return { law, first: materialA < 0 ? null : pairs.names[materialA] };
}

describe('pairs', () => {
  test("are symmetric, and the first named material is 'a' in any contact order", () => {
    const pairs = createMaterialPairs(fallback);
    const one = law(0.1);
    setPairLaw(pairs, 'steel', 'ice', one);
    expect(between(pairs, 'steel', 'ice')).toEqual({ law: one, first: 'steel' });
    expect(between(pairs, 'ice', 'steel')).toEqual({ law: one, first: 'steel' });
    // Setting it in reverse order replaces the law and the order.
    const other = law(0.2);
    setPairLaw(pairs, 'ice', 'steel', other);
    expect(between(pairs, 'steel', 'ice')).toEqual({ law: other, first: 'ice' });
    expect(pairs.pairLaws.size).toBe(1);
  });

  test('can be one material with itself, and unknown materials have the default', () => {
    const pairs = createMaterialPairs(fallback);
    setPairLaw(pairs, 'ice', 'ice', law(0.01));
    expect(between(pairs, 'ice', 'ice').law.mu).toBe(0.01);
    expect(between(pairs, 'ice', 'moss').law).toBe(fallback);
    expect(findPair(pairs, NO_MATERIAL, NO_MATERIAL).law).toBe(fallback);
    expect(findPair(pairs, NO_MATERIAL, materialId(pairs, 'ice')).law).toBe(fallback);
  });

  test('the default can be replaced, and applies without a pair', () => {
    const pairs = createMaterialPairs(fallback);
    setPairLaw(pairs, 'a', 'b', law(0.3));
    const next = law(0.7);
    setDefaultLaw(pairs, next, 'geometric');
    expect(between(pairs, 'a', 'c').law).toBe(next);
    expect(between(pairs, 'b', 'a').law.mu).toBe(0.3);
  });

  test('fall back to the materials and then to the default when removed', () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'a', law(0.4), 'min');
    setMaterialLaw(pairs, 'b', law(0.9), 'min');
    setPairLaw(pairs, 'a', 'b', law(0.1));
    setPairLaw(pairs, 'a', 'c', law(0.2));
    expect(between(pairs, 'a', 'b').law.mu).toBe(0.1);
    expect(removePairLaw(pairs, 'b', 'a')).toBe(true);
    expect(removePairLaw(pairs, 'b', 'a')).toBe(false);
    expect(between(pairs, 'b', 'a').law.mu).toBe(0.4);
    expect(removePairLaw(pairs, 'a', 'c')).toBe(true);
    expect(between(pairs, 'a', 'c').law.mu).toBe(0.4); // the smaller of its own and the default
    expect(removePairLaw(pairs, 'a', 'never seen')).toBe(false);
  });

  test('are not looked up without pairs and laws of materials', () => {
    const pairs = createMaterialPairs(fallback);
    expect(hasOnlyDefault(pairs)).toBe(true);
    setPairLaw(pairs, 'a', 'b', law(0.1));
    expect(hasOnlyDefault(pairs)).toBe(false);
    removePairLaw(pairs, 'a', 'b');
    expect(hasOnlyDefault(pairs)).toBe(true);
    setMaterialLaw(pairs, 'a', law(0.3), 'geometric');
    expect(hasOnlyDefault(pairs)).toBe(false); // 'a' with itself
  });

  test('invalid laws and names are rejected', () => {
    const pairs = createMaterialPairs(fallback);
    expect(() => createMaterialPairs(undefined as never)).toThrow(
      'installFriction: default must be a friction law such as coulomb({ mu: 0.5 }) (got undefined)',
    );
    expect(() => setDefaultLaw(pairs, 3 as never, 'min')).toThrow('setDefault: law must be a friction law');
    expect(() => setPairLaw(pairs, 'a', 'b', { mu: 1 } as never)).toThrow("setPair: law of 'a' and 'b' must be");
    expect(() => setPairLaw(pairs, 'a', '', fallback)).toThrow('setPair: second material must be a non-empty name');
    expect(() => removePairLaw(pairs, 7 as never, 'b')).toThrow('removePair: first material must be a non-empty name');
    expect(() => setMaterialLaw(pairs, 'a', null as never, 'min')).toThrow("setMaterialLaw: law of 'a' must be");
    expect(() => setMaterialLaw(pairs, '', fallback, 'min')).toThrow('setMaterialLaw: material must be a non-empty');
    expect(pairs.pairLaws.size + pairs.materialLaws.size).toBe(0);
  });
});

describe('laws of materials', () => {
  const combinedMu = (combine: Combine, a: number, b: number): number | undefined => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'a', law(a), combine);
    setMaterialLaw(pairs, 'b', law(b), combine);
    expect(between(pairs, 'a', 'b')).toEqual(between(pairs, 'b', 'a'));
    return between(pairs, 'a', 'b').law.mu;
  };

  test.each<[CombineRule, number, number, number]>([
    ['geometric', 0.4, 0.9, 0.6],
    ['average', 0.4, 0.9, 0.65],
    ['min', 0.4, 0.9, 0.4],
    ['max', 0.4, 0.9, 0.9],
    ['multiply', 0.4, 0.9, 0.36],
    ['geometric', 0, 0.9, 0],
    ['average', 0, 0.9, 0.45],
    ['average', 0.9, 0, 0.45],
    ['max', 0, 0, 0],
    ['max', 0, 0.5, 0.5],
    ['average', 0.3, 0.3, 0.3],
  ])('%s of %f and %f', (rule, a, b, expected) => {
    expect(combinedMu(rule, a, b)).toBeCloseTo(expected, 14);
    expect(combinedMu(rule, b, a)).toBeCloseTo(expected, 14);
  });

  test('materials without a law, and bodies without a material, count as ones with the default law', () => {
    const pairs = createMaterialPairs(law(0.9));
    const own = law(0.4);
    setMaterialLaw(pairs, 'a', own, 'geometric');
    expect(between(pairs, 'a', 'a').law).toBe(own);
    expect(between(pairs, 'a', 'b').law.mu).toBeCloseTo(0.6, 14);
    expect(findPair(pairs, NO_MATERIAL, materialId(pairs, 'a')).law.mu).toBeCloseTo(0.6, 14);
    setDefaultLaw(pairs, law(0.1), 'geometric');
    expect(between(pairs, 'a', 'b').law.mu).toBeCloseTo(0.2, 14);
    expect(between(pairs, 'c', 'b').law.mu).toBe(0.1);
    setMaterialLaw(pairs, 'b', law(0.9), 'geometric');
    expect(between(pairs, 'a', 'b').law.mu).toBeCloseTo(0.6, 14);
  });

  test('a new law of a material is combined with all others, and pairs stay', () => {
    const pairs = createMaterialPairs(fallback);
    for (const name of ['a', 'b', 'c']) setMaterialLaw(pairs, name, law(0.4), 'average');
    setPairLaw(pairs, 'a', 'c', law(0.05));
    setMaterialLaw(pairs, 'a', law(0.8), 'average');
    expect(between(pairs, 'a', 'b').law.mu).toBeCloseTo(0.6, 14);
    expect(between(pairs, 'b', 'c').law.mu).toBe(0.4);
    expect(between(pairs, 'a', 'c').law.mu).toBe(0.05);
    expect(between(pairs, 'a', 'a').law.mu).toBe(0.8);
  });

  test("the law is that of the weaker material, whose body is 'a'", () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'steel', coulomb({ mu: 0.9 }), 'geometric');
    setMaterialLaw(pairs, 'rubber', bristle({ mu: 0.4, stiffness: 1e4 }), 'geometric');
    const { law: combined, first } = between(pairs, 'steel', 'rubber');
    expect(combined.name).toBe('bristle');
    expect(combined.stateSize).toBe(3);
    expect(first).toBe('rubber');
  });

  test('a frictionless law is not scaled up: the other law is used', () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'ice', coulomb({ mu: 0 }), 'average');
    setMaterialLaw(pairs, 'rubber', viscoElastic({ mu: 0.8, stiffness: 1e4 }), 'average');
    expect(between(pairs, 'ice', 'rubber')).toMatchObject({ law: { name: 'viscoElastic', mu: 0.4 }, first: 'rubber' });
  });

  test('a function gets the laws in the order in which they were set', () => {
    const pairs = createMaterialPairs(fallback);
    const seen: (number | undefined)[][] = [];
    const combine: Combine = (a, b) => {
      seen.push([a.mu, b.mu]);
      return law(0.123);
    };
    setMaterialLaw(pairs, 'a', law(0.1), combine);
    setMaterialLaw(pairs, 'b', law(0.2), combine);
    setMaterialLaw(pairs, 'c', law(0.3), combine);
    // Each first with those that have a law, then with the default.
    expect(seen).toEqual([
      [0.1, 1],
      [0.1, 0.2],
      [0.2, 1],
      [0.1, 0.3],
      [0.2, 0.3],
      [0.3, 1],
    ]);
    expect(between(pairs, 'b', 'a')).toMatchObject({ law: { mu: 0.123 }, first: 'a' });
    // Another law for 'a' does not change the order.
    seen.length = 0;
    setMaterialLaw(pairs, 'b', law(0.5), combine);
    expect(seen).toEqual([
      [0.1, 0.5],
      [0.5, 0.3],
      [0.5, 1],
    ]);
    expect(between(pairs, 'b', 'a').first).toBe('a');
    expect(between(pairs, 'c', 'b').first).toBe('b');
  });

  test('a function that throws or returns no law changes nothing', () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'a', law(0.1), 'min');
    setMaterialLaw(pairs, 'b', law(0.2), 'min');
    const before = between(pairs, 'a', 'b').law;
    expect(() =>
      setMaterialLaw(pairs, 'b', law(0.9), () => {
        throw new Error('no such pair');
      }),
    ).toThrow('no such pair');
    expect(() => setMaterialLaw(pairs, 'b', law(0.9), () => 0.5 as never)).toThrow('what combine returns must be');
    expect(between(pairs, 'a', 'b').law).toBe(before);
    expect(between(pairs, 'b', 'b').law.mu).toBe(0.2);
  });

  test('laws without mu need a function, and the message says so', () => {
    const pairs = createMaterialPairs(fallback);
    const { set, linearize } = fallback;
    const strange = custom({ name: 'strange', set, linearize });
    setMaterialLaw(pairs, 'a', law(0.1), 'geometric');
    expect(() => setMaterialLaw(pairs, 'b', strange, 'geometric')).toThrow(
      "setMaterialLaw: the law 'strange' has no mu that the rule 'geometric' could combine; give combine as a function",
    );
    expect(between(pairs, 'b', 'b').law).toBe(fallback);
    setMaterialLaw(pairs, 'b', strange, (a) => a);
    expect(between(pairs, 'a', 'b').law.mu).toBe(0.1);
  });

  test('mu is the friction at rest', () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'a', lugre({ sigma0: 100, muC: 0.2, muS: 0.4, vS: 0.1 }), 'min');
    setMaterialLaw(pairs, 'b', law(0.3), 'min');
    expect(between(pairs, 'a', 'b').law).toMatchObject({ name: 'coulomb', mu: 0.3 });
  });

  test('combine must be a rule or a function', () => {
    expect(requireCombine('x', 'max')).toBe('max');
    expect(typeof requireCombine('x', () => fallback)).toBe('function');
    for (const bad of ['mean', 'toString', 3, null, undefined]) {
      expect(() => requireCombine('installFriction', bad)).toThrow(
        `installFriction: combine must be a function or one of geometric, average, min, max, multiply (got ${bad})`,
      );
    }
  });
});

describe('laws with combineWith', () => {
  const knowing = (name: string, seen: [string, number][]): FrictionLaw => ({
    ...law(0.4),
    name,
    combineWith(other, mu) {
      if (other.name === 'stranger') return undefined;
      seen.push([other.name, mu]);
      return { ...law(mu), name: `${name} on ${other.name}` };
    },
  });

  test("get the combined mu, and their material is 'a'", () => {
    const pairs = createMaterialPairs(fallback);
    const seen: [string, number][] = [];
    setMaterialLaw(pairs, 'ice', law(0.1), 'geometric');
    setMaterialLaw(pairs, 'stone', knowing('rough', seen), 'geometric');
    setMaterialLaw(pairs, 'wood', knowing('grain', seen), 'geometric');
    expect(between(pairs, 'ice', 'stone')).toMatchObject({ law: { name: 'rough on coulomb' }, first: 'stone' });
    expect(between(pairs, 'wood', 'stone')).toMatchObject({ law: { name: 'rough on grain' }, first: 'stone' });
    expect(seen[0]).toEqual(['coulomb', Math.sqrt(0.4 * 0.1)]);
  });

  test('can leave the decision to the rule', () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'stone', knowing('rough', []), 'min');
    setMaterialLaw(pairs, 'other', { ...law(0.1), name: 'stranger' }, 'min');
    expect(between(pairs, 'stone', 'other').law).toMatchObject({ name: 'stranger', mu: 0.1 });
  });

  test('keep their modifiers', () => {
    const pairs = createMaterialPairs(fallback);
    const rough = scaled(knowing('rough', []), 0.5);
    const added = rolling(spinning(rough, { radius: 0.1 }), { radius: 0.01 });
    setMaterialLaw(pairs, 'stone', surfaceVelocity(added, [1, 0, 0]), 'min');
    setMaterialLaw(pairs, 'ice', law(0.1), 'min');
    const { law: pair, first } = between(pairs, 'ice', 'stone');
    expect(pair).toMatchObject({ name: 'rough on coulomb', mu: 0.05, stateSize: 6 });
    const [belt, roller] = [pair.modifier, pair.modifier?.inner.modifier];
    expect(belt?.kind).toBe('surfaceVelocity');
    expect(roller).toMatchObject({ kind: 'rolling', size: 0.01 });
    expect(roller?.inner.modifier).toMatchObject({ kind: 'spinning', size: 0.1 });
    expect(first).toBe('stone');
  });
});

describe('a wildcard', () => {
  test('applies to every other material and to none, after exact pairs and before laws of materials', () => {
    const pairs = createMaterialPairs(fallback);
    setMaterialLaw(pairs, 'ice', law(0.02), 'min');
    setMaterialLaw(pairs, 'belt', law(0.6), 'min');
    setPairLaw(pairs, 'belt', '*', law(0.5));
    setPairLaw(pairs, 'belt', 'rubber', law(0.9));
    expect(between(pairs, 'crate', 'belt')).toMatchObject({ law: { mu: 0.5 }, first: 'belt' });
    expect(findPair(pairs, NO_MATERIAL, materialId(pairs, 'belt')).law.mu).toBe(0.5);
    expect(between(pairs, 'ice', 'belt').law.mu).toBe(0.5);
    expect(between(pairs, 'rubber', 'belt').law.mu).toBe(0.9);
    expect(between(pairs, 'belt', 'belt').law.mu).toBe(0.5);
    expect(removePairLaw(pairs, '*', 'belt')).toBe(true);
    expect(removePairLaw(pairs, '*', 'belt')).toBe(false);
    expect(between(pairs, 'ice', 'belt').law.mu).toBe(0.02);
  });

  test("of two, the one that was set last applies; named second, the material is 'b'", () => {
    const pairs = createMaterialPairs(fallback);
    setPairLaw(pairs, 'belt', '*', law(0.5));
    setPairLaw(pairs, '*', 'mud', law(0.1));
    expect(between(pairs, 'belt', 'mud')).toMatchObject({ law: { mu: 0.1 }, first: 'belt' });
    expect(between(pairs, 'mud', 'stone').first).toBe('stone');
    setPairLaw(pairs, 'belt', '*', law(0.4));
    expect(between(pairs, 'mud', 'belt')).toMatchObject({ law: { mu: 0.4 }, first: 'belt' });
    expect(() => setPairLaw(pairs, '*', '*', law(1))).toThrow("only one of the two materials can be '*'");
    expect(hasOnlyDefault(pairs)).toBe(false);
  });
});

describe('modifiers survive combination', () => {
  const kinds = ({ law }: { law: FrictionLaw }): string[] => {
    const list: string[] = [];
    for (let { modifier } = law; modifier; modifier = modifier.inner.modifier) list.push(modifier.kind);
    return list;
  };

  test('with stronger and weaker laws, named or not', () => {
    const pairs = createMaterialPairs(law(0.3));
    setMaterialLaw(pairs, 'belt', surfaceVelocity(law(0.5), [1, 0, 0]), 'geometric');
    setMaterialLaw(pairs, 'ice', law(0.02), 'geometric');
    setMaterialLaw(pairs, 'rubber', bristle({ mu: 1, stiffness: 1e4 }), 'geometric');
    for (const other of ['ice', 'rubber', 'unknown'])
      expect(kinds(between(pairs, 'belt', other))).toEqual(['surfaceVelocity']);
    expect(kinds({ law: findPair(pairs, NO_MATERIAL, materialId(pairs, 'belt')).law })).toEqual(['surfaceVelocity']);
    expect(between(pairs, 'belt', 'ice').law.mu).toBeCloseTo(0.1, 14);
    expect(kinds(between(pairs, 'ice', 'rubber'))).toEqual([]);
  });

  test('of both materials: velocities add up, of two rolling or spinning resistances the larger one counts', () => {
    const pairs = createMaterialPairs(law(0.3));
    setMaterialLaw(pairs, 'ball', spinning(rolling(law(0.5), { radius: 0.01 }), { radius: 0.02 }), 'min');
    setMaterialLaw(pairs, 'grass', surfaceVelocity(rolling(law(0.4), { radius: 0.03 }), [1, 0, 0]), 'min');
    const pair = between(pairs, 'ball', 'grass');
    expect(kinds(pair).sort()).toEqual(['rolling', 'spinning', 'surfaceVelocity']);
    let size = 0;
    for (let { modifier } = pair.law; modifier; modifier = modifier.inner.modifier) {
      if (modifier.kind === 'rolling') size = modifier.size;
    }
    expect(size).toBe(0.03);
    expect(kinds(between(pairs, 'grass', 'grass'))).toEqual(['surfaceVelocity', 'rolling']);
  });

  test('a law without torsion gives way to one that can resist spinning', () => {
    const pairs = createMaterialPairs(law(0.3));
    const { set, linearize } = fallback;
    setMaterialLaw(pairs, 'odd', custom({ name: 'odd', set, linearize, mu: 0.1 }), 'min');
    setMaterialLaw(pairs, 'ball', spinning(law(0.5), { radius: 0.02 }), 'min');
    const { law: pair } = between(pairs, 'odd', 'ball');
    expect(pair.name).toBe('coulomb');
    expect(pair.mu).toBeCloseTo(0.1, 14);
    expect(kinds({ law: pair })).toEqual(['spinning']);
  });
});
