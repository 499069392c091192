import type { FrictionLaw } from './contract.js';

/** Which law two materials have with each other. Symmetric; materials are strings to the user and ids in the step. */
export interface MaterialPairs {
  fallback: FrictionLaw;
  ids: Map<string, number>;
  names: string[];
  laws: Map<number, FrictionLaw>;
}

/** The id of bodies without a material. */
export const NO_MATERIAL = 0;

const MAX_MATERIALS = 65536;

export function createMaterialPairs(fallback: FrictionLaw): MaterialPairs {
  requireLaw('default', fallback);
  return { fallback, ids: new Map(), names: [''], laws: new Map() };
}

/** The id of a material name; a new one where the name is new. */
export function materialId(pairs: MaterialPairs, name: string): number {
  let id = pairs.ids.get(name);
  if (id === undefined) {
    id = pairs.names.length;
    if (id >= MAX_MATERIALS) return NO_MATERIAL;
    pairs.names.push(name);
    pairs.ids.set(name, id);
  }
  return id;
}

export function setDefaultLaw(pairs: MaterialPairs, law: FrictionLaw): void {
  requireLaw('default', law);
  pairs.fallback = law;
}

export function setPairLaw(pairs: MaterialPairs, a: string, b: string, law: FrictionLaw): void {
  requireName('first material', a);
  requireName('second material', b);
  requireLaw(`pair '${a}', '${b}'`, law);
  pairs.laws.set(pairKey(materialId(pairs, a), materialId(pairs, b)), law);
}

export function lawOf(pairs: MaterialPairs, a: number, b: number): FrictionLaw {
  if (pairs.laws.size === 0) return pairs.fallback;
  return pairs.laws.get(pairKey(a, b)) ?? pairs.fallback;
}

function pairKey(a: number, b: number): number {
  return a < b ? a * MAX_MATERIALS + b : b * MAX_MATERIALS + a;
}

function requireName(what: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`setPair: ${what} must be a non-empty name (got ${String(name)})`);
  }
}

function requireLaw(what: string, law: unknown): asserts law is FrictionLaw {
  const candidate = law as Partial<FrictionLaw> | null | undefined;
  if (typeof candidate?.linearize !== 'function' || typeof candidate.set?.minimize !== 'function') {
    throw new TypeError(
      `installFriction: ${what} must be a friction law such as coulomb({ mu: 0.5 }) (got ${show(law)})`,
    );
  }
}

function show(value: unknown): string {
  if (value !== null && typeof value === 'object') return `{ ${Object.keys(value).join(', ')} }`;
  return String(value);
}
