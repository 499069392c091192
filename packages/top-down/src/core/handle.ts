import type { FrictionLaw } from '@stiction/friction-core';
import {
  describe,
  lawOfNames,
  materialId,
  removeMaterialLaw,
  removePairLaw,
  requireMaterialName,
  setDefaultLaw,
  setMaterialLaw,
  setPairLaw,
} from '@stiction/friction-core/adapter';
import type { Footprint } from '../footprint/footprint.js';
import { addTyres } from '../tyres/add-tyres.js';
import type { Tyre, TyreOptions, TyresOptions } from '../tyres/tyre-set.js';
import { requireFloorLaw } from './laws.js';
import type { FloorReport } from './report.js';
import { refreshFootprint, removeTyres, setSlotFootprint, slotFor } from './slots.js';
import { restoreFloor, saveFloor } from './snapshot.js';
import type { FloorState } from './state.js';
import { type FloorContact, iterateFloor } from './view.js';

/** The floor of a world. All methods except `uninstall` throw after `uninstall`. Units are SI. */
export interface Floor<Body> {
  /** Replaces the law of all pairs without their own law. */
  setDefault(law: FrictionLaw): void;
  /** Sets the law between two materials, in either order; '*' stands for every other one. The floor's own material is 'floor'. */
  setPair(a: string, b: string, law: FrictionLaw): void;
  /** Removes the law of a pair and returns true if there was one. */
  removePair(a: string, b: string): boolean;
  /** Sets the law of a material, of the floor or of bodies. Two materials without a law as a pair get a combined law. */
  setMaterialLaw(material: string, law: FrictionLaw): void;
  /** Removes the law of a material and returns true if there was one. */
  removeMaterialLaw(material: string): boolean;
  /** The law between two materials as it applies now. */
  lawBetween(a: string, b: string): FrictionLaw;
  /** Names the material of a body. */
  setMaterial(body: Body, material: string): void;
  /**
   * Sets shape and pressure with which a body lies on the floor, with its centre of mass as origin, instead of uniform pressure on its
   * shapes. null: from the shapes again, as they are now; call it after you have changed them.
   */
  setFootprint(body: Body, footprint: Footprint | null): void;
  /** Puts a body on tyres instead of its footprint. Returns them, to steer, drive and brake. */
  tyres(body: Body, tyres: readonly TyreOptions[], options?: TyresOptions): readonly Tyre[];
  /** Takes the tyres off: the body lies on its footprint again. */
  removeTyres(body: Body): void;
  /** Iterates over the friction of all bodies in the last step. The yielded object is reused: copy what you keep. */
  contacts(): IterableIterator<FloorContact<Body>>;
  /** Saves what friction remembers from step to step. Save the state of the engine separately. */
  snapshot(): Uint8Array;
  /** Continues from a snapshot, with the same bodies in the same order, materials, laws and tyres. Throws, and changes nothing, if it does not fit. */
  restore(data: Uint8Array): void;
  readonly report: Readonly<FloorReport>;
  /** Gives the engine back as it was. */
  uninstall(): void;
}

export function createFloorHandle<Body>(state: FloorState<Body>, uninstall: () => void): Floor<Body> {
  const { pairs } = state;
  const live = (): FloorState<Body> => {
    if (!state.installed) throw new Error('floor: uninstall() has been called on this handle');
    return state;
  };
  const requireBody = (method: string, body: Body): number => {
    live();
    if (typeof body !== 'object' || body === null || state.engine.isBody?.(body) === false) {
      throw new TypeError(`${method}: body must be a body of ${state.engine.name} (got ${describe(body)})`);
    }
    return slotFor(state, body);
  };
  return {
    setDefault(law) {
      live();
      requireFloorLaw('setDefault: law', law);
      setDefaultLaw(pairs, law, state.combine);
    },
    setPair(a, b, law) {
      live();
      requireFloorLaw(`setPair: law of '${a}' and '${b}'`, law);
      setPairLaw(pairs, a, b, law);
    },
    removePair: (a, b) => removePairLaw(live().pairs, a, b),
    setMaterialLaw(material, law) {
      live();
      requireFloorLaw(`setMaterialLaw: law of '${material}'`, law);
      setMaterialLaw(pairs, material, law, state.combine);
    },
    removeMaterialLaw: (material) => removeMaterialLaw(live().pairs, material),
    lawBetween: (a, b) => lawOfNames(live().pairs, a, b),
    setMaterial(body, material) {
      const slot = requireBody('setMaterial', body);
      requireMaterialName('setMaterial', material);
      state.slots.idle[slot] = 0;
      state.slots.material[slot] = materialId(pairs, material);
    },
    setFootprint(body, footprint) {
      const slot = requireBody('setFootprint', body);
      if (footprint === null) refreshFootprint(state, slot);
      else setSlotFootprint(state, slot, requireFootprint(footprint));
    },
    tyres: (body, list, options = {}) => {
      requireBody('tyres', body);
      return addTyres(state, body, list, options);
    },
    removeTyres: (body) => removeTyres(state, requireBody('removeTyres', body)),
    contacts: () => iterateFloor(live()),
    snapshot: () => saveFloor(live()),
    restore: (data) => restoreFloor(live(), data),
    report: state.report,
    uninstall() {
      if (!state.installed) return;
      state.installed = false;
      uninstall();
    },
  };
}

function requireFootprint(footprint: Footprint): Footprint {
  if (Array.isArray(footprint?.parts) && footprint.parts.length > 0 && footprint.u >= 0) return footprint;
  throw new TypeError(
    `setFootprint: footprint must be a pressure such as disc({ radius: 0.2 }), or null (got ${describe(footprint)})`,
  );
}
