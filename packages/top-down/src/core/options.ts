import type { Combine, FrictionLaw } from '@stiction/friction-core';
import {
  describe,
  requireCombine,
  requireKnownOptions,
  requireMaterialName,
  requireNumber,
} from '@stiction/friction-core/adapter';
import { FLOOR_MATERIAL, GRAVITY } from './constants.js';
import { requireFloorLaw } from './laws.js';
import type { FloorSettings, MaterialAt } from './state.js';

export interface FloorOptions {
  /** Law of all bodies and materials without their own. */
  default: FrictionLaw;
  /** Presses the bodies onto the floor, >= 0 m/s². @default 9.81 */
  gravity?: number;
  /** Material of the floor where `materialAt` does not say otherwise. @default 'floor' */
  material?: string;
  /** Name of the material of the floor at a place in the world [m]; '' or undefined for `material`. */
  materialAt?: MaterialAt;
  /** How the laws of two materials make the law of the pair. @default 'geometric' */
  combine?: Combine;
}

const FLOOR_OPTIONS: readonly string[] = ['default', 'gravity', 'material', 'materialAt', 'combine'];

export function requireFloorOptions(
  owner: string,
  options: FloorOptions,
  others: readonly string[] = [],
): FloorSettings {
  requireKnownOptions(owner, options, [...FLOOR_OPTIONS, ...others]);
  requireFloorLaw(`${owner}: default`, options.default);
  const { material = FLOOR_MATERIAL, materialAt } = options;
  requireMaterialName(`${owner}: material`, material);
  if (materialAt !== undefined && typeof materialAt !== 'function') {
    throw new TypeError(`${owner}: materialAt must be a function of x and y (got ${describe(materialAt)})`);
  }
  return {
    default: options.default,
    gravity: requireNumber(owner, 'gravity', options.gravity ?? GRAVITY, 0, 'm/s²'),
    material,
    materialAt: materialAt ?? null,
    combine: requireCombine(owner, options.combine ?? 'geometric'),
  };
}
