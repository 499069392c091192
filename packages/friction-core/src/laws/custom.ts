import type { ConvexSet } from '@stiction/lcp-solver';
import { type FrictionLaw, makeLaw } from '../contract.js';
import { requireInteger, requireKnownOptions } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patch-buffers.js';

export interface CustomOptions {
  /** Shown in `contacts()` and messages. */
  name: string;
  /** The family of sets: `ellipsoidSet`, `quarterEllipseSet`, … of @stiction/lcp-solver, or one's own. */
  set: ConvexSet;
  /** Numbers that a patch remembers for the law, 0 to 64. @default 0 */
  stateSize?: number;
  /** Coefficient of friction at rest, for rules that combine materials. */
  mu?: number;
  /** Where in `shape` the torsion radius stands, for `spinning`. */
  torsionIndex?: number;
  linearize: FrictionLaw['linearize'];
  commit?: NonNullable<FrictionLaw['commit']>;
  initFromImpulse?: NonNullable<FrictionLaw['initFromImpulse']>;
}

/**
 * A law of one's own, see docs/adding-a-law.md. What it throws inside a step, and numbers that it writes which are not finite,
 * are contained: the patch has no friction then, and `report.problem` says so.
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

  function contain(call: NonNullable<FrictionLaw['commit']>, what: string): NonNullable<FrictionLaw['commit']> {
    return (patches, i, h) => {
      try {
        call(patches, i, h);
        if (isFinitePatch(patches, i, stateSize)) return;
        patches.fault = `law '${name}': ${what} wrote a number that is not finite`;
      } catch (error) {
        patches.fault = `law '${name}': ${what} threw: ${String(error)}`;
      }
      letGo(patches, i);
    };
  }

  return makeLaw({
    name,
    set,
    stateSize,
    mu: options.mu,
    torsionIndex: options.torsionIndex,
    linearize: contain(linearize, 'linearize'),
    commit: commit && contain(commit, 'commit'),
    initFromImpulse: initFromImpulse && contain(initFromImpulse, 'initFromImpulse'),
  });
}

function isFinitePatch(patches: PatchBuffers, i: number, stateSize: number): boolean {
  const { eps, bias, shape, state, normalScale, stateStride } = patches;
  let sum = normalScale[i] * 0;
  for (let e = 3 * i; e < 3 * i + 3; e++) sum += (eps[e] + bias[e]) * 0;
  for (let e = SHAPE_STRIDE * i; e < SHAPE_STRIDE * (i + 1); e++) sum += shape[e] * 0;
  for (let e = stateStride * i; e < stateStride * i + stateSize; e++) sum += state[e] * 0;
  return sum === 0;
}

/** No friction for this patch in this solve, and a fresh start after it. */
function letGo(patches: PatchBuffers, i: number): void {
  patches.eps.fill(0, 3 * i, 3 * i + 3);
  patches.bias.fill(0, 3 * i, 3 * i + 3);
  patches.shape.fill(0, SHAPE_STRIDE * i, SHAPE_STRIDE * (i + 1));
  patches.state.fill(0, patches.stateStride * i, patches.stateStride * (i + 1));
  patches.normalScale[i] = 0;
}
