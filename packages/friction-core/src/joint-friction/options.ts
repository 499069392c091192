import type { FrictionLaw } from '../laws/friction-law.js';
import { requireLaw } from '../materials/material-pairs.js';
import { describe, requireKnownOptions, requireNumber, requirePositive } from '../options.js';

/** Where friction acts in a joint, and under which load. */
export interface JointFrictionOptions {
  /**
   * Force that presses the surfaces of the joint together [N]. `'reaction'`: the force that the joint transmits, measured in every
   * (sub)step; only cannon-es knows it. @default 'reaction' in cannon-es; required in Rapier
   */
  load?: number | 'reaction';
  /** Radius of the pin or ball on which the surfaces slide, > 0 m. Required for hinges and ball joints; sliders have none. */
  radius?: number;
}

/** Checked options. `load` is NaN for the reaction force; `radius` is 1 for a slider. */
export interface JointFrictionSettings {
  law: FrictionLaw;
  load: number;
  radius: number;
}

/** The free axes of a joint: one rotation, one translation, or three rotations. */
export type JointKind = 'hinge' | 'slider' | 'ball';

/** Laws whose friction does not depend on the direction. */
const LAWS = [
  'coulomb',
  'stribeck',
  'fixedStep',
  'bristle',
  'viscoElastic',
  'maxwellSlip',
  'dahl',
  'lugre',
  'elastoPlastic',
];
/** All of them have their torsion radius here, unless they are varied (`cone: 'box'`). */
const TORSION_INDEX = 2;

export function requireJointFriction(
  law: FrictionLaw,
  options: JointFrictionOptions,
  kind: JointKind,
  hasReaction: boolean,
): JointFrictionSettings {
  requireLaw('setJointFriction: law', law);
  if (!LAWS.includes(law.name) || law.torsionIndex !== TORSION_INDEX || law.modifier || law.extraRows) {
    throw new TypeError(
      `setJointFriction: law must be the same in all directions, and one of ${LAWS.join(', ')} (got ${law.name})`,
    );
  }
  requireKnownOptions('setJointFriction', options, ['load', 'radius']);
  const load = options.load ?? (hasReaction ? 'reaction' : undefined);
  if (kind === 'slider' && options.radius !== undefined) {
    throw new TypeError(`setJointFriction: radius must be omitted for a slider (got ${describe(options.radius)})`);
  }
  return {
    law,
    load:
      hasReaction && load === 'reaction'
        ? Number.NaN
        : requireNumber('setJointFriction', 'load', load, 0, hasReaction ? "N, or 'reaction'" : 'N'),
    radius: kind === 'slider' ? 1 : requirePositive('setJointFriction', 'radius', options.radius, 'm'),
  };
}
