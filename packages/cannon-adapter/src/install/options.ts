import type { FrictionLaw } from '@stiction/friction-core';
import {
  createWarnings,
  requireBoolean,
  requireKnownOptions,
  requireOneOf,
  requireSolverSettings,
  type SolverSettings,
} from '@stiction/friction-core/adapter';
import { createContactCoefficients } from '../extract/contact-materials.js';
import type { StateOptions } from '../state/state.js';

export type CannonFrictionOptions = SolverOptions & (DefaultLawOptions | ContactMaterialOptions);

interface DefaultLawOptions {
  /** Law of pairs without a law of their own. */
  default: FrictionLaw;
  /** Read μ from the materials of the world. @default false */
  fromContactMaterials?: boolean;
}

interface ContactMaterialOptions {
  /**
   * Read μ from the materials of the world, at each step: the product of the two `Material.friction` if both are >= 0, otherwise
   * `ContactMaterial.friction`, otherwise the friction of `world.defaultContactMaterial`. Laws set on the handle take precedence.
   */
  fromContactMaterials: true;
  /** Law of pairs without materials. @default Coulomb friction with the μ of `world.defaultContactMaterial` */
  default?: FrictionLaw;
}

interface SolverOptions extends Omit<SolverSettings, 'default'> {
  /**
   * How joints are solved. `direct`: each island of joints together, exactly. `iterative`: one joint after another. `auto`: direct where
   * that is cheap (chains, ragdolls, vehicles), iterative elsewhere (cloth). @default 'auto'
   */
  solver?: JointSolver;
  /** Called after the step with each new warning, once per message. @default console.warn */
  warn?: (message: string) => void;
}

export type JointSolver = 'auto' | 'iterative' | 'direct';

/** The solver's `directWork` for each choice; undefined is the solver's default. */
const DIRECT_WORK = { auto: undefined, iterative: -1, direct: 1e300 };

const SOLVERS: readonly JointSolver[] = ['auto', 'iterative', 'direct'];

const OPTION_NAMES = [
  'default',
  'substeps',
  'iterations',
  'solver',
  'combine',
  'lengthUnit',
  'fromContactMaterials',
  'warn',
];

export function requireOptions(options: CannonFrictionOptions): StateOptions {
  requireKnownOptions('installFriction', options, OPTION_NAMES);
  const settings = requireSolverSettings('installFriction', options);
  const solver = requireOneOf('installFriction', 'solver', options.solver ?? 'auto', SOLVERS);
  const { fromContactMaterials = false } = options;
  requireBoolean('installFriction', 'fromContactMaterials', fromContactMaterials);
  const warnings = createWarnings('installFriction', options.warn);
  const contactCoefficients = fromContactMaterials ? createContactCoefficients() : null;
  return {
    ...settings,
    // If both are missing, createSolverState throws.
    law: options.default ?? (contactCoefficients?.law as FrictionLaw),
    maxDirectWork: DIRECT_WORK[solver],
    warnings,
    contactCoefficients,
  };
}
