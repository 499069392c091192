import type { FrictionLaw } from './friction-law.js';

/** The body of a law that a modifier belongs to. */
export type BodySide = 'a' | 'b';

/**
 * How a law was made from another one. When the laws of two materials are combined, their modifiers are taken off, and added to the
 * combined law: a belt moves whatever lies on it, and a ball resists rolling on any floor.
 */
export interface LawModifier {
  readonly kind: 'surfaceVelocity' | 'rolling' | 'spinning' | 'adhesive';
  /** Of two modifiers of the same kind the larger one applies; surface velocities add up. */
  readonly size: number;
  /** The law without the modifier. */
  readonly inner: FrictionLaw;
  /** For a surface velocity: false while the surface is at rest. */
  isMoving?(): boolean;
  /** The modifier on another law, for the body on this side of it. */
  apply(law: FrictionLaw, side: BodySide): FrictionLaw;
}

/** The law as it acts now: surface velocities of 0 are taken off. */
export function withoutRestingSurfaces(law: FrictionLaw): FrictionLaw {
  let inner = law;
  while (inner.modifier?.isMoving?.() === false) inner = inner.modifier.inner;
  return inner;
}

export interface SidedModifier {
  modifier: LawModifier;
  side: BodySide;
}

export function withoutModifiers(law: FrictionLaw): FrictionLaw {
  let inner = law;
  while (inner.modifier) inner = inner.modifier.inner;
  return inner;
}

/** The modifiers of a law whose body 'a' is on `side`, innermost first. */
export function modifiersOf(law: FrictionLaw, side: BodySide): SidedModifier[] {
  const list: SidedModifier[] = [];
  for (let modifier = law.modifier; modifier; modifier = modifier.inner.modifier) list.unshift({ modifier, side });
  return list;
}

/** True if `other` replaces a modifier of the same kind. Of two equal ones that of 'a' stays. */
export function isStronger(other: SidedModifier, { modifier, side }: SidedModifier): boolean {
  if (other.modifier === modifier || other.modifier.kind !== modifier.kind || modifier.kind === 'surfaceVelocity')
    return false;
  const isLarger = other.modifier.size > modifier.size;
  return isLarger || (other.modifier.size === modifier.size && other.side === 'a' && side === 'b');
}

export function needsTorsion(...laws: readonly FrictionLaw[]): boolean {
  return laws.some((law) => modifiersOf(law, 'a').some(({ modifier }) => modifier.kind === 'spinning'));
}
