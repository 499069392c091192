import type { ConvexSet } from '@stiction/lcp-solver';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * A friction law. Once per (sub)step and patch it becomes three things, eps, bias and K:
 *
 *     slip + eps λ + bias = 0,  unless λ leaves the convex set  λN K
 *
 *   λ     friction impulse on body B, [t1, t2, torsion about the normal]            N s, N s, N m s
 *   slip  velocity of B against A at the pressure centre, conjugate to λ             m/s, m/s, rad/s
 *   eps   compliance of the patch, diagonal                                          m/(N s²)…
 *   bias  what the law remembers, as a velocity                                      m/s
 *   λN    normal impulse of the patch                                                N s
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
  /**
   * Before each solve of length `h` seconds: writes eps, bias and shape of patch `i`. The buffers come zeroed for eps
   * and bias. May read the patch's state, last slip, last impulses and `torsionRadius`.
   */
  linearize(patches: PatchBuffers, i: number, h: number): void;
  /** After each solve: updates the patch's state from the final impulse and slip. Left out by laws without memory. */
  commit?(patches: PatchBuffers, i: number, h: number): void;
}
