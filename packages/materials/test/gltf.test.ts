import { type FrictionLaw, simulate } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { type GltfCombine, lawsFromGltf } from '../src/index.js';

/** A file with one node per material. */
function file(...physicsMaterials: unknown[]): unknown {
  return {
    asset: { version: '2.0' },
    nodes: physicsMaterials.map((_, physicsMaterial) => withCollider({ physicsMaterial })),
    extensions: { KHR_physics_rigid_bodies: { physicsMaterials } },
  };
}

const withCollider = (collider: unknown): unknown => ({ extensions: { KHR_physics_rigid_bodies: { collider } } });

function kineticOf(law: FrictionLaw): number {
  const { fx } = simulate(law, { mass: 1e9, normalForce: 1, vx: 5 }, () => {}, 1e-6, 1);
  return -fx[0];
}

describe('combine modes', () => {
  const modes: GltfCombine[] = ['average', 'minimum', 'maximum', 'multiply'];
  const expected = { average: [0.6, 0.35], minimum: [0.4, 0.2], maximum: [0.8, 0.5], multiply: [0.32, 0.1] };
  const cases = modes.flatMap((a, i) => modes.map((b, j) => ({ a, b, first: modes[Math.min(i, j)] })));

  test.each(cases)('$a with $b uses $first', ({ a, b, first }) => {
    const { pairs } = lawsFromGltf(
      file(
        { name: 'one', staticFriction: 0.8, dynamicFriction: 0.5, frictionCombine: a },
        { name: 'two', staticFriction: 0.4, dynamicFriction: 0.2, frictionCombine: b },
      ),
    );
    const pair = pairs.find((candidate) => candidate.a === 'one' && candidate.b === 'two');
    const [atRest, dynamic] = expected[first];
    expect(pair?.static).toBeCloseTo(atRest, 12);
    expect(pair?.dynamic).toBeCloseTo(dynamic, 12);
    expect(pair?.law.mu).toBeCloseTo(atRest, 12);
    expect(kineticOf(pair!.law)).toBeCloseTo(dynamic, 9);
  });
});

test('missing properties have the defaults of the extension', () => {
  const { materials, pairs } = lawsFromGltf(file({}));
  expect(materials).toEqual([
    { name: 'physicsMaterial 0', static: 0.6, dynamic: 0.6, combine: 'average', restitution: 0 },
  ]);
  expect(pairs).toHaveLength(1);
  expect(pairs[0].law.name).toBe('coulomb');
  expect(pairs[0].law.mu).toBe(0.6);
});

test('names are unique, and unnamed materials are named after their index', () => {
  const { materials, nodes } = lawsFromGltf(
    file({ name: 'ice' }, {}, { name: 'ice' }, { name: '' }, { name: 'physicsMaterial 5' }, {}),
  );
  const names = ['ice', 'physicsMaterial 1', 'ice 2', 'physicsMaterial 3', 'physicsMaterial 5', 'physicsMaterial 5 5'];
  expect(materials.map(({ name }) => name)).toEqual(names);
  expect([...nodes]).toEqual(names.map((name, k) => [k, name]));
});

test('every pair of used materials has a law, each with itself too', () => {
  const materials = ['a', 'unused', 'b', 'c'].map((name) => ({ name }));
  const { pairs, nodes } = lawsFromGltf({
    nodes: [{}, withCollider({}), ...[3, 2, 0, 2].map((physicsMaterial) => withCollider({ physicsMaterial }))],
    extensions: { KHR_physics_rigid_bodies: { physicsMaterials: materials } },
  });
  expect(pairs.map(({ a, b }) => a + b)).toEqual(['aa', 'ab', 'ac', 'bb', 'bc', 'cc']);
  expect([...nodes]).toEqual([
    [2, 'c'],
    [3, 'b'],
    [4, 'a'],
    [5, 'b'],
  ]);
  expect(new Set(pairs.map(({ law }) => law)).size).toBe(1); // equal numbers share a law
});

test('dynamic above static friction is used for both', () => {
  const { pairs } = lawsFromGltf(file({ staticFriction: 0.2, dynamicFriction: 0.5 }));
  expect(pairs[0]).toMatchObject({ static: 0.2, dynamic: 0.5 });
  expect(pairs[0].law.name).toBe('coulomb');
  expect(pairs[0].law.mu).toBe(0.5);
});

test('a material without friction is allowed', () => {
  const { pairs } = lawsFromGltf(file({ staticFriction: 0, dynamicFriction: 0 }));
  expect(pairs[0].law.mu).toBe(0);
});

test('the speed of the transition is an option', () => {
  const material = { staticFriction: 0.8, dynamicFriction: 0.4 };
  const { pairs } = lawsFromGltf(file(material), { stribeckSpeed: 5, lengthUnit: 2 });
  const { fx } = simulate(pairs[0].law, { mass: 1e9, normalForce: 1, vx: 10 }, () => {}, 1e-6, 1);
  expect(-fx[0]).toBeCloseTo(0.4 + 0.4 / Math.E, 6);
});

test('files without physics have no materials', () => {
  const empty = { materials: [], nodes: new Map(), pairs: [] };
  expect(lawsFromGltf({ asset: { version: '2.0' }, nodes: [{ name: 'x', mesh: 0 }] })).toEqual(empty);
  expect(lawsFromGltf({ extensions: { KHR_lights_punctual: {} } })).toEqual(empty);
});

const bad: [what: string, json: unknown, message: string][] = [
  ['text instead of JSON', '{}', 'lawsFromGltf: json must be an object of parsed glTF JSON (got "{}")'],
  ['nothing', undefined, 'lawsFromGltf: json must be an object of parsed glTF JSON (got undefined)'],
  ['a list', [], 'lawsFromGltf: json must be an object'],
  ['extensions that are a list', { extensions: [] }, 'lawsFromGltf: json: extensions must be an object'],
  [
    'an extension that is a number',
    { extensions: { KHR_physics_rigid_bodies: 1 } },
    'lawsFromGltf: json: KHR_physics_rigid_bodies must be an object of parsed glTF JSON (got 1)',
  ],
  [
    'materials that are not a list',
    { extensions: { KHR_physics_rigid_bodies: { physicsMaterials: {} } } },
    'lawsFromGltf: physicsMaterials must be an array (got {})',
  ],
  ['nodes that are not a list', { nodes: 3 }, 'lawsFromGltf: nodes must be an array (got 3)'],
  ['a material that is null', file(null), 'lawsFromGltf: physicsMaterials[0] must be an object'],
  [
    'negative friction',
    file({}, { staticFriction: -1 }),
    'lawsFromGltf: physicsMaterials[1].staticFriction must be a finite number >= 0 (got -1)',
  ],
  [
    'friction as text',
    file({ dynamicFriction: '0.5' }),
    'lawsFromGltf: physicsMaterials[0].dynamicFriction must be a finite number >= 0 (got ',
  ],
  ['NaN restitution', file({ restitution: Number.NaN }), 'lawsFromGltf: physicsMaterials[0].restitution must be'],
  [
    'an unknown mode',
    file({ frictionCombine: 'mean' }),
    'lawsFromGltf: physicsMaterials[0].frictionCombine must be one of average, minimum, maximum, multiply (got ',
  ],
  ['a name that is a number', file({ name: 7 }), 'lawsFromGltf: physicsMaterials[0].name must be a string (got 7)'],
  [
    'a node without its material',
    { ...(file({}) as object), nodes: [{}, withCollider({ physicsMaterial: 1 })] },
    'lawsFromGltf: nodes[1]: collider.physicsMaterial must be the index of one of the 1 physicsMaterials (got 1)',
  ],
  [
    'an index that is text',
    { ...(file({}) as object), nodes: [withCollider({ physicsMaterial: 'length' })] },
    'collider.physicsMaterial must be the index of one of the 1 physicsMaterials (got "length")',
  ],
  ['a collider that is a number', { nodes: [withCollider(2)] }, 'lawsFromGltf: nodes[0]: collider must be an object'],
];

test.each(bad)('%s is an error', (_, json, message) => {
  expect(() => lawsFromGltf(json)).toThrow(message);
});

test('wrong options are an error', () => {
  expect(() => lawsFromGltf({}, { speed: 1 } as never)).toThrow("lawsFromGltf: unknown option 'speed'");
  expect(() => lawsFromGltf({}, { stribeckSpeed: 0 })).toThrow(
    'lawsFromGltf: stribeckSpeed must be a finite number > 0 m/s',
  );
  expect(() => lawsFromGltf({}, { lengthUnit: -1 })).toThrow('lawsFromGltf: lengthUnit must be a finite number > 0');
});
