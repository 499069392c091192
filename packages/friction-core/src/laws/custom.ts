import type { ConvexSet } from '@stiction/lcp-solver';
import { areFinite } from '../math/finite.js';
import { requireInteger, requireKnownOptions } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';
import { type FrictionLaw, makeLaw } from './friction-law.js';

export interface CustomOptions {
  /** Shown in `contacts()` and messages. */
  name: string;
  /** The family of sets: `ellipsoidSet`, `quarterEllipseSet`, … of @stiction/lcp-solver, or your own. */
  set: ConvexSet;
  /** Numbers that a patch stores for the law, 0 to 64. @default 0 */
  stateSize?: number;
  /** Coefficient of friction at rest, for rules that combine materials. */
  mu?: number;
  /** Index of the torsion radius in `shape`, for `spinning`. */
  torsionIndex?: number;
  linearize: FrictionLaw['linearize'];
  commit?: NonNullable<FrictionLaw['commit']>;
  initFromImpulse?: NonNullable<FrictionLaw['initFromImpulse']>;
}

/**
 * Your own law, see docs/adding-a-law.md. If it throws within a step or writes numbers that are not finite, the patch has no
 * friction in that solve, and `report.problem` says why.
 */
export function custom(options: CustomOptions): FrictionLaw {
  requireKnownOptions('custom', options, [
    'name',
    'set',
    'stateSize',
    'mu',
    'torsionIndex',
    'linearize',
    'commit',
    'initFromImpulse',
  ]);
  const { name, set, linearize, commit, initFromImpulse } = options;
  if (typeof name !== 'string' || name === '') throw new TypeError('custom: name must be a non-empty string');
  if (typeof set?.minimize !== 'function') throw new TypeError('custom: set must be a convex set such as ellipsoidSet');
  if (typeof linearize !== 'function') throw new TypeError('custom: linearize must be a function');
  const stateSize = requireInteger('custom', 'stateSize', options.stateSize ?? 0, 0, 64);

  /** Catches errors and checks the numbers that were written. */
  function guard(call: NonNullable<FrictionLaw['commit']>, method: string): NonNullable<FrictionLaw['commit']> {
    return (patches, i, h) => {
      try {
        call(patches, i, h);
        if (isFinitePatch(patches, i, stateSize)) return;
        patches.lawError = `law '${name}': ${method} wrote a number that is not finite`;
      } catch (error) {
        patches.lawError = `law '${name}': ${method} threw: ${String(error)}`;
      }
      clearFriction(patches, i);
    };
  }

  return makeLaw({
    name,
    set,
    stateSize,
    mu: options.mu,
    torsionIndex: options.torsionIndex,
    // Nothing is known about it.
    variesByPlace: true,
    linearize: guard(linearize, 'linearize'),
    commit: commit && guard(commit, 'commit'),
    initFromImpulse: initFromImpulse && guard(initFromImpulse, 'initFromImpulse'),
  });
}

function isFinitePatch(patches: PatchBuffers, i: number, stateSize: number): boolean {
  const { eps, bias, shape, state, normalScale, stateStride } = patches;
  return (
    areFinite(normalScale, i, 1) &&
    areFinite(eps, 3 * i, 3) &&
    areFinite(bias, 3 * i, 3) &&
    areFinite(shape, SHAPE_STRIDE * i, SHAPE_STRIDE) &&
    areFinite(state, stateStride * i, stateSize)
  );
}

/** No friction for this patch in this solve, and a new start after it. */
function clearFriction(patches: PatchBuffers, i: number): void {
  patches.eps.fill(0, 3 * i, 3 * i + 3);
  patches.bias.fill(0, 3 * i, 3 * i + 3);
  patches.shape.fill(0, SHAPE_STRIDE * i, SHAPE_STRIDE * (i + 1));
  patches.state.fill(0, patches.stateStride * i, patches.stateStride * (i + 1));
  patches.normalScale[i] = 0;
}
