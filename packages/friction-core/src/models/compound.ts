import { requireKnownOptions } from '../options.js';
import { type ModelInput, requireDimension } from './input.js';
import {
  type ContinuousModel,
  createElement,
  type ViscoElasticElement,
  type ViscoElasticModel,
} from './visco-elastic.js';

export interface CompoundOptions {
  /** The elements, at least one. */
  elements: readonly ViscoElasticElement[];
  /** 1 (the default), 2 or 3. */
  dimension?: 1 | 2 | 3;
}

export interface CompoundModel extends ContinuousModel {
  /** The models of the elements, to read from. Do not step them separately. */
  readonly elements: readonly ViscoElasticModel[];
}

/**
 * The compound continuous model of [Kikuuwe] section IV-B: parallel visco-elastic elements (29), all moved by the same end-point.
 * Elements with less friction slip earlier, so the force levels off smoothly before all of them slip, with hysteresis.
 *
 *     f_k = Σᵢ f_{k,i}
 *
 *   f_{k,i}   force of element i, see `viscoElasticModel`     N
 *
 * With M = 0, B = 0 and constant friction it is the Maxwell slip model: the force depends on the path, not on its speed, and a path
 * that returns to a turning point closes its loop there. Viscosity adds B v for each sticking element, so loops then close only for
 * equal velocities. Passive, like its elements.
 *
 * Differs from the paper: nothing.
 */
export function compoundModel(options: CompoundOptions): CompoundModel {
  const owner = 'compoundModel';
  requireKnownOptions(owner, options, ['elements', 'dimension']);
  if (!Array.isArray(options.elements) || options.elements.length === 0) {
    throw new RangeError(`${owner}: elements must be an array of at least 1 element (got ${String(options.elements)})`);
  }
  const dimension = requireDimension(owner, options.dimension);
  const elements = options.elements.map((element, k) => createElement(`${owner}: elements[${k}]`, element, dimension));
  const force = new Float64Array(dimension);

  function total(): Float64Array {
    force.fill(0);
    for (let k = 0; k < elements.length; k++) for (let i = 0; i < dimension; i++) force[i] += elements[k].force[i];
    return force;
  }

  return {
    dimension,
    force,
    elements,
    step(velocity: ModelInput, dt: number) {
      for (let k = 0; k < elements.length; k++) elements[k].step(velocity, dt);
      return total();
    },
    stepTo(position: ModelInput, dt: number) {
      for (let k = 0; k < elements.length; k++) elements[k].stepTo(position, dt);
      return total();
    },
    reset(position?: ModelInput) {
      for (const element of elements) element.reset(position);
      force.fill(0);
    },
  };
}
