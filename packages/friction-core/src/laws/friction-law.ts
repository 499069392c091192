import type { ConvexSet } from '@stiction/lcp-solver';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import type { PatchRecords } from '../patches/patch-records.js';
import type { Adhesion } from './adhesive.js';
import type { LawModifier } from './modifier.js';

/**
 * A friction law. Once per (sub)step and patch it is linearized into eps, bias and K:
 *
 *     slip + eps λ + bias = 0,  unless λ would leave the convex set  normalScale λN K
 *
 *   λ     friction impulse on body B, [t1, t2, torsion about the normal]             N s, N s, N m s
 *   slip  velocity of B relative to A at the pressure centre, conjugate to λ          m/s, m/s, rad/s
 *   eps   compliance of the patch, diagonal                                          m/(N s²)…
 *   bias  memory of the law, as a velocity                                           m/s
 *   λN    normal impulse of the patch                                                N s
 *   normalScale  factor on the load that friction acts with, 1 unless a modifier changes it   1
 *
 * Rigid laws keep eps = bias = 0 and only shape K. Bristle laws use both. A law is plain data without per-contact state: the patch
 * stores `stateSize` numbers for it from step to step, in the patch's tangent frame.
 */
export interface FrictionLaw {
  /** Shown in `contacts()` and messages. */
  readonly name: string;
  /** The family of convex sets that K belongs to. */
  readonly set: ConvexSet;
  /** Numbers that the patch stores for this law; 0 for a law without memory. */
  readonly stateSize: number;
  /** Coefficient of friction at rest, for rules that combine two materials; omitted by laws without a single one. */
  readonly mu?: number | undefined;
  /**
   * For engines with their own Coulomb friction, which holds sticking patches. 'always': the law is Coulomb friction with coefficient
   * `mu`. 'sticking': it sticks like that, and differs only while it slides, spins or rolls. Omitted by all other laws.
   */
  readonly coulombMatch?: 'always' | 'sticking' | undefined;
  /**
   * Coefficient of the largest circle in K, for rigid laws whose friction depends on the direction: the engine's own friction may
   * hold that much. Omitted by all other laws.
   */
  readonly innerMu?: number | undefined;
  /** Slip speed up to which friction equals that at rest within 1 % [m/s]; omitted by laws that do not depend on the speed. */
  readonly restSpeed?: number | undefined;
  /** True if the law resists spinning more than friction at the contact points can, so that the engine cannot hold it. */
  readonly extraTorsion?: boolean | undefined;
  /** True if the law depends on where on the surfaces the patch is, beyond the motion of a surface. */
  readonly variesByPlace?: boolean | undefined;
  /** True if sliding and spinning weaken each other: an engine that limits them separately holds too much. */
  readonly coupled?: boolean | undefined;
  /** Index of the torsion radius [m] in `shape`, for `spinning`; omitted if the set has none. */
  readonly torsionIndex?: number | undefined;
  /**
   * Called before each solve of length `h` seconds: writes eps, bias and shape of patch `i`. On entry eps, bias and tangentVelocity
   * are 0 and normalScale is 1. May read the patch's state, last slip, last impulses, `torsionRadius` and `bodies`.
   */
  linearize(patches: PatchBuffers, i: number, h: number): void;
  /** Called after each solve: updates the state from the final impulse, slip and slipDisplacement. Omitted by laws without memory. */
  commit?: ((patches: PatchBuffers, i: number, h: number) => void) | undefined;
  /** Called when this law replaces another one on a patch: sets the state so that the current impulse continues. */
  initFromImpulse?: ((patches: PatchBuffers, i: number, h: number) => void) | undefined;
  /**
   * Returns the law of a pair of materials, for laws that need more than a rule for mu. `other` is the law of the other material,
   * `mu` the result of the rule. This law's material is 'a' of the new law. The material that got its law first is asked first;
   * undefined leaves the decision to the other law, then to the rule.
   */
  combineWith?: ((other: FrictionLaw, mu: number) => FrictionLaw | undefined) | undefined;
  /** How the law was made from another one, for modifiers: `combine` adds them to the law of a pair. */
  readonly modifier?: LawModifier | undefined;
  /** Attraction between the surfaces, for `adhesive`; it acts besides friction. */
  readonly adhesion?: Adhesion | undefined;
  /** Rows solved in addition to the three of friction, such as rolling resistance. */
  readonly extraRows?: ExtraRows | undefined;
  /** What the law records about a patch outside of its state; saved states include it. Omitted by most laws. */
  readonly records?: PatchRecords | undefined;
}

/** Additional rows of a law. Their impulses are part of the law's state, so they are carried from step to step with it. */
export interface ExtraRows {
  /** Called before each solve. Applies the stored impulse to the bodies if `warm`, and clears it if not. */
  prepare(patches: PatchBuffers, i: number, warm: boolean): void;
  /** One block step, after each one of friction. */
  solve(patches: PatchBuffers, i: number): void;
  /** Writes the moment of the rows on B, along t1 and t2 [N m]. */
  readMoment(patches: PatchBuffers, i: number, out: Float64Array): void;
}

/** Returns a law with every field present: objects of one shape keep the solver's calls fast. */
export function makeLaw(law: FrictionLaw): FrictionLaw {
  return {
    mu: undefined,
    coulombMatch: undefined,
    innerMu: undefined,
    restSpeed: undefined,
    extraTorsion: undefined,
    variesByPlace: undefined,
    coupled: undefined,
    torsionIndex: undefined,
    commit: undefined,
    initFromImpulse: undefined,
    combineWith: undefined,
    modifier: undefined,
    adhesion: undefined,
    extraRows: undefined,
    records: undefined,
    ...law,
  };
}
