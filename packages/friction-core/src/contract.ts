import type { ConvexSet } from '@stiction/lcp-solver';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * A friction law. Once per (sub)step and patch it becomes three things, eps, bias and K:
 *
 *     slip + eps λ + bias = 0,  unless λ leaves the convex set  normalScale λN K
 *
 *   λ     friction impulse on body B, [t1, t2, torsion about the normal]            N s, N s, N m s
 *   slip  velocity of B against A at the pressure centre, conjugate to λ             m/s, m/s, rad/s
 *   eps   compliance of the patch, diagonal                                          m/(N s²)…
 *   bias  what the law remembers, as a velocity                                      m/s
 *   λN    normal impulse of the patch                                                N s
 *   normalScale  factor on the load that friction feels, 1 unless a modifier changes it       1
 *
 * Rigid laws leave eps = bias = 0 and only shape K. Bristle laws add both. A law is plain data: it holds no per-contact
 * state itself, the patch carries `stateSize` numbers for it from step to step, in the patch's tangent frame.
 */
export interface FrictionLaw {
  /** Shown in `contacts()` and messages. */
  readonly name: string;
  /** The family of convex sets that K belongs to. */
  readonly set: ConvexSet;
  /** How many numbers the patch remembers for this law; 0 for a law without memory. */
  readonly stateSize: number;
  /** Coefficient of friction at rest, for rules that combine two materials; left out by laws that have no single one. */
  readonly mu?: number | undefined;
  /**
   * For engines with Coulomb friction of their own, which holds what sticks. 'coulomb': the law is just that, with coefficient `mu`.
   * 'round': it sticks like that, and differs only where it slides, spins or rolls. Left out by all other laws.
   */
  readonly coulombMatch?: 'always' | 'sticking' | undefined;
  /**
   * Coefficient of the largest circle in K, for rigid laws whose friction depends on the direction: an engine's own friction may hold
   * that much. Left out by all other laws.
   */
  readonly innerMu?: number | undefined;
  /** Up to this slip speed friction is that at rest, within 1 % [m/s]; left out by laws that do not depend on the speed. */
  readonly restSpeed?: number | undefined;
  /** True where it resists spinning by more than friction at the contact points can: then that is not the engine's to hold. */
  readonly extraTorsion?: boolean | undefined;
  /** True where sliding and spinning weaken each other: an engine that holds each of them up to its own limit holds too much. */
  readonly coupled?: boolean | undefined;
  /** Where in `shape` the torsion radius stands [m], for `spinning`; left out by laws whose set has none. */
  readonly torsionIndex?: number | undefined;
  /**
   * Before each solve of length `h` seconds: writes eps, bias and shape of patch `i`. The buffers come with eps, bias and
   * tangentVelocity 0 and normalScale 1. May read the patch's state, last slip, last impulses, `torsionRadius` and `bodies`.
   */
  linearize(patches: PatchBuffers, i: number, h: number): void;
  /** After each solve: updates the state from the final impulse, slip and slipDisplacement. Left out by laws without memory. */
  commit?: ((patches: PatchBuffers, i: number, h: number) => void) | undefined;
  /** This law takes over a patch from another one: sets the state so that the impulse there goes on acting. */
  initFromImpulse?: ((patches: PatchBuffers, i: number, h: number) => void) | undefined;
  /**
   * The law of a pair of materials, for laws that can say more than a rule for mu: `other` is the law of the other material, `mu`
   * what the rule makes of both. The material of this law is the 'a' of the new one. Asked first of the material that got its
   * law first; undefined leaves it to the other one, then to the rule.
   */
  combineWith?: ((other: FrictionLaw, mu: number) => FrictionLaw | undefined) | undefined;
  /** Rows beside the three of friction, solved along with them: rolling resistance. */
  readonly extraRows?: ExtraRows | undefined;
}

/** Rows of a law's own. Their impulses are part of the law's state, so they are carried like everything else there. */
export interface ExtraRows {
  /** Before each solve; applies the remembered impulse to the bodies where `warm`, and forgets it where not. */
  prepare(patches: PatchBuffers, i: number, warm: boolean): void;
  /** One block step, after each of friction's own. */
  solve(patches: PatchBuffers, i: number): void;
  /** Writes the moment on B that the rows exert, along t1 and t2 [N m]. */
  readMoment(patches: PatchBuffers, i: number, out: Float64Array): void;
}

/** `combineWith` of a law that adds something to another one: the pair has it too. */
export function combineInside(law: FrictionLaw, add: (law: FrictionLaw) => FrictionLaw): FrictionLaw['combineWith'] {
  const { combineWith } = law;
  return (
    combineWith &&
    ((other, mu) => {
      const combined = combineWith(other, mu);
      return combined && add(combined);
    })
  );
}

/** A law with every field in its place: objects of one shape keep the solver's calls fast. */
export function makeLaw(law: FrictionLaw): FrictionLaw {
  return {
    mu: undefined,
    coulombMatch: undefined,
    innerMu: undefined,
    restSpeed: undefined,
    extraTorsion: undefined,
    coupled: undefined,
    torsionIndex: undefined,
    commit: undefined,
    initFromImpulse: undefined,
    combineWith: undefined,
    extraRows: undefined,
    ...law,
  };
}
