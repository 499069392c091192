// Friction of the physics materials in a glTF file, extension KHR_physics_rigid_bodies:
// https://github.com/eoineoineoin/glTF_Physics/tree/master/extensions/2.0/Khronos/KHR_physics_rigid_bodies (draft). Each material has a
// static and a dynamic coefficient. For a pair, each of them is combined by the mode that comes first in COMBINE_MODES of the two
// materials.
import type { FrictionLaw } from '@stiction/friction-core';
import { requireKnownOptions, requireNumber, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { DEFAULT_STRIBECK_SPEED, presetLaw } from './preset.js';

/** How the coefficients of two materials give that of the pair. */
export type GltfCombine = 'average' | 'minimum' | 'maximum' | 'multiply';

/** A physics material of a glTF file, with the defaults of the extension filled in. */
export interface GltfMaterial {
  /** Unique in the file: its name there, or e.g. 'physicsMaterial 0'. */
  name: string;
  /** Coefficient of friction at rest. */
  static: number;
  /** Coefficient of friction while sliding. */
  dynamic: number;
  combine: GltfCombine;
  /** Coefficient of restitution. Set it on your colliders; friction laws do not use it. */
  restitution: number;
}

/** A pair of materials that nodes use, and its law: the arguments of `setPair`. */
export interface GltfPair {
  a: string;
  b: string;
  /** Coefficient of friction at rest. */
  static: number;
  /** Coefficient of friction while sliding. */
  dynamic: number;
  law: FrictionLaw;
}

export interface GltfLaws {
  /** All physics materials, in the order of the file. */
  materials: GltfMaterial[];
  /** Index of each node whose collider has a physics material, and the name of that material. */
  nodes: Map<number, string>;
  /** Every pair of materials that nodes use, each with itself too. */
  pairs: GltfPair[];
}

export interface GltfOptions {
  /** Speed of the transition from static to dynamic friction [m/s], > 0. The extension has none. @default 0.01 */
  stribeckSpeed?: number;
  /** World units per metre, if you scale the scene: 100 for centimetres. @default 1 */
  lengthUnit?: number;
}

const OWNER = 'lawsFromGltf';
const EXTENSION = 'KHR_physics_rigid_bodies';
/** In order of precedence. */
const COMBINE_MODES: readonly GltfCombine[] = ['average', 'minimum', 'maximum', 'multiply'];

type Json = Record<string, unknown>;

/**
 * Reads the physics materials of a glTF file, the parsed JSON (with three.js: `gltf.parser.json`), and makes the friction law of every
 * pair of them:
 *
 *     const { nodes, pairs } = lawsFromGltf(json);
 *     for (const { a, b, law } of pairs) friction.setPair(a, b, law);
 *
 * Give your colliders the names in `nodes`. Colliders without a physics material keep the default law of the handle. A file without the
 * extension has no materials and no pairs. If dynamic friction is above static friction, the law uses dynamic friction for both.
 */
export function lawsFromGltf(json: unknown, options: GltfOptions = {}): GltfLaws {
  requireKnownOptions(OWNER, options, ['stribeckSpeed', 'lengthUnit']);
  const stribeckSpeed = requirePositive(OWNER, 'stribeckSpeed', options.stribeckSpeed ?? DEFAULT_STRIBECK_SPEED, 'm/s');
  const lengthUnit = requirePositive(OWNER, 'lengthUnit', options.lengthUnit ?? 1);
  const document = requireObject('json', json);
  const materials = readMaterials(extensionOf('json', document));
  const nodes = readNodes(document, materials);

  const names = new Set(nodes.values());
  const used = materials.filter(({ name }) => names.has(name));
  const laws = new Map<string, FrictionLaw>();
  const pairs = used.flatMap((first, k) =>
    used.slice(k).map((second): GltfPair => {
      const dynamic = combine(first, second, 'dynamic');
      const atRest = combine(first, second, 'static');
      const key = `${atRest} ${dynamic}`;
      let law = laws.get(key);
      if (!law) {
        law = presetLaw({ static: Math.max(atRest, dynamic), kinetic: dynamic, stribeckSpeed }, { lengthUnit });
        laws.set(key, law);
      }
      return { a: first.name, b: second.name, static: atRest, dynamic, law };
    }),
  );
  return { materials, nodes, pairs };
}

function combine(a: GltfMaterial, b: GltfMaterial, which: 'static' | 'dynamic'): number {
  const [x, y] = [a[which], b[which]];
  const mode = COMBINE_MODES.find((candidate) => candidate === a.combine || candidate === b.combine);
  if (mode === 'minimum') return Math.min(x, y);
  if (mode === 'maximum') return Math.max(x, y);
  return mode === 'multiply' ? x * y : 0.5 * (x + y);
}

function readMaterials(extension: Json | undefined): GltfMaterial[] {
  const list = requireArray('physicsMaterials', extension?.physicsMaterials ?? []);
  const taken = new Set<string>();
  return list.map((value, k) => {
    const where = `physicsMaterials[${k}]`;
    const material = requireObject(where, value);
    const number = (key: string, missing: number) =>
      requireNumber(OWNER, `${where}.${key}`, material[key] ?? missing, 0);
    return {
      name: uniqueName(taken, where, material.name, k),
      static: number('staticFriction', 0.6),
      dynamic: number('dynamicFriction', 0.6),
      combine: requireOneOf(
        OWNER,
        `${where}.frictionCombine`,
        (material.frictionCombine ?? 'average') as GltfCombine,
        COMBINE_MODES,
      ),
      restitution: number('restitution', 0),
    };
  });
}

/** The name in the file, with the index appended if it is missing or another material has it. */
function uniqueName(taken: Set<string>, where: string, name: unknown = '', index: number): string {
  if (typeof name !== 'string') {
    throw new TypeError(`lawsFromGltf: ${where}.name must be a string (got ${shown(name)})`);
  }
  let unique = name || `physicsMaterial ${index}`;
  while (taken.has(unique)) unique = `${unique} ${index}`;
  taken.add(unique);
  return unique;
}

function readNodes(document: Json, materials: readonly GltfMaterial[]): Map<number, string> {
  const nodes = new Map<number, string>();
  requireArray('nodes', document.nodes ?? []).forEach((value, k) => {
    const where = `nodes[${k}]`;
    const collider = extensionOf(where, requireObject(where, value))?.collider;
    if (collider === undefined) return;
    const index = requireObject(`${where}: collider`, collider).physicsMaterial;
    if (index === undefined) return;
    const material = typeof index === 'number' ? materials[index] : undefined;
    if (!material) {
      const range = `the index of one of the ${materials.length} physicsMaterials`;
      throw new RangeError(`lawsFromGltf: ${where}: collider.physicsMaterial must be ${range} (got ${shown(index)})`);
    }
    nodes.set(k, material.name);
  });
  return nodes;
}

/** Our extension on an object of the file. */
function extensionOf(where: string, { extensions }: Json): Json | undefined {
  const extension = extensions === undefined ? undefined : requireObject(`${where}: extensions`, extensions)[EXTENSION];
  return extension === undefined ? undefined : requireObject(`${where}: ${EXTENSION}`, extension);
}

function requireObject(where: string, value: unknown): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new TypeError(`lawsFromGltf: ${where} must be an object of parsed glTF JSON (got ${shown(value)})`);
  }
  return value as Json;
}

function requireArray(where: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`lawsFromGltf: ${where} must be an array (got ${shown(value)})`);
  return value;
}

/** A value of the file as it stands there, shortened. */
function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 40);
}
