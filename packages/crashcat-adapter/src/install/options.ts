import {
  createWarnings,
  requireKnownOptions,
  requireSolverSettings,
  type SolverSettings,
} from '@stiction/friction-core/adapter';
import type { constraints } from 'crashcat';
import type { StateOptions } from '../state/state.js';

export interface CrashcatFrictionOptions extends SolverSettings {
  /**
   * The `constraints` object of crashcat. With it, joints of bodies in contact are solved together with the contacts. Stiction does not
   * import it, so any build of the engine works.
   */
  constraints?: Pick<typeof constraints, 'constraintDefs'>;
  /** Called after the update with each new warning, once per message. @default console.warn */
  warn?: (message: string) => void;
}

const OPTION_NAMES = ['default', 'substeps', 'iterations', 'combine', 'lengthUnit', 'constraints', 'warn'];

export function requireOptions(options: CrashcatFrictionOptions): StateOptions {
  requireKnownOptions('installFriction', options, OPTION_NAMES);
  const settings = requireSolverSettings('installFriction', options);
  const warnings = createWarnings('installFriction', options.warn);
  const { constraints } = options;
  if (constraints !== undefined && typeof constraints?.constraintDefs !== 'object') {
    throw new TypeError(
      `installFriction: constraints must be the constraints object of crashcat (got ${String(constraints)})`,
    );
  }
  return { ...settings, warnings, constraintDefs: constraints?.constraintDefs ?? null };
}
