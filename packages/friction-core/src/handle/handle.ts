import { requireBoolean } from '../adapter/install.js';
import type { FrictionLaw } from '../laws/friction-law.js';
import { removeMaterialLaw, setDefaultLaw, setMaterialLaw } from '../materials/material-laws.js';
import { lawOfNames, removePairLaw, setPairLaw } from '../materials/material-pairs.js';
import { requireKnownOptions } from '../options.js';
import type { SolverState } from '../solver/solver-state.js';
import { type ContactsOptions, type ContactView, iterateContacts } from './contact-view.js';
import { type DebugLines, type DebugLinesOptions, drawPatches } from './debug-lines.js';
import { subscribe, unsubscribeAll } from './events.js';
import { type Impact, type ImpactOptions, impactFilter } from './impacts.js';
import type { FrictionReport } from './report.js';

/** The handle that `installFriction` returns. All methods except `uninstall` throw after `uninstall`. */
export interface FrictionHandle<Body, Material, Contact = ContactView<Body>, Landing = Impact<Body>> {
  /** Replaces the law of all pairs without their own law. */
  setDefault(law: FrictionLaw): void;
  /** Sets the law between two materials, in either order. '*' stands for every other material. */
  setPair(a: Material, b: Material, law: FrictionLaw): void;
  /** Removes the law of a pair and returns true if there was one. The pair falls back to the laws of its materials, or the default. */
  removePair(a: Material, b: Material): boolean;
  /**
   * Sets the law of a material. Two materials without a law as a pair get a combined law, see `combine`; a material without a law counts as
   * one with the default law.
   */
  setMaterialLaw(material: Material, law: FrictionLaw): void;
  /** Removes the law of a material and returns true if there was one. The material then counts as one with the default law. */
  removeMaterialLaw(material: Material): boolean;
  /** The law between two materials as it applies now; '' stands for bodies without a material. */
  lawBetween(a: Material, b: Material): FrictionLaw;
  /** Iterates over the patches of the last step. The yielded object is reused: copy what you keep. */
  contacts(options?: ContactsOptions): IterableIterator<Contact>;
  /**
   * Calls back after each step for every patch that started or stopped sliding in it; `contact.sliding` says which. The object is
   * reused. Patches that disappear are not reported. Returns the function that ends the subscription.
   */
  onStickSlip(callback: (contact: Contact) => void): () => void;
  /**
   * Calls back after the step for every impact of two bodies: once per landing or bounce, not for contacts that rest or slide. The object
   * is reused. Returns the function that ends the subscription.
   */
  onImpact(callback: (impact: Landing) => void, options?: ImpactOptions): () => void;
  /** Draws the patches of the last step as coloured lines: forces, limits and pressure centres. The buffers are reused. */
  debugLines(options?: DebugLinesOptions): DebugLines;
  /** Saves what friction remembers from step to step. Save the state of the engine separately. */
  snapshot(): Uint8Array;
  /**
   * Continues from a snapshot, in this world or in one with the same bodies, shapes and joints in the same order. Set the same laws
   * first. Throws, and changes nothing, if the snapshot does not fit.
   */
  restore(data: Uint8Array): void;
  readonly report: Readonly<FrictionReport>;
  /** Restores the engine's own solver and friction. */
  uninstall(): void;
}

/** The parts of a handle that depend on the engine. */
export interface EngineHooks<Material> {
  isInstalled(): boolean;
  /** Returns the name of a material as the user gives it; `method` is for error messages. */
  materialName(method: string, material: Material): string;
  snapshot(): Uint8Array;
  restore(data: Uint8Array): void;
  uninstall(): void;
}

/** `Contact` and `Landing` have the fields that `state.describeEngine` sets. */
export function createHandle<
  Body,
  Material,
  Contact extends ContactView<Body> = ContactView<Body>,
  Landing extends Impact<Body> = Impact<Body>,
>(state: SolverState<Body>, engine: EngineHooks<Material>): FrictionHandle<Body, Material, Contact, Landing> {
  const { materialName } = engine;
  const live = (): SolverState<Body> => {
    requireInstalled(engine.isInstalled());
    return state;
  };
  return {
    setDefault: (law) => setDefaultLaw(live().pairs, law, state.combine),
    setPair: (a, b, law) => setPairLaw(live().pairs, materialName('setPair', a), materialName('setPair', b), law),
    removePair: (a, b) => removePairLaw(live().pairs, materialName('removePair', a), materialName('removePair', b)),
    setMaterialLaw: (m, law) => setMaterialLaw(live().pairs, materialName('setMaterialLaw', m), law, state.combine),
    removeMaterialLaw: (m) => removeMaterialLaw(live().pairs, materialName('removeMaterialLaw', m)),
    lawBetween(a, b) {
      const { pairs } = live();
      return lawOfNames(pairs, materialName('lawBetween', a), materialName('lawBetween', b));
    },
    contacts(options) {
      const { store, bodies, dt, fillView } = live();
      const total = store.current.count + (requireContactsOptions(options) ? store.sleepingCount : 0);
      return iterateContacts(store, bodies, dt, fillView, total) as IterableIterator<Contact>;
    },
    onStickSlip: (callback) => subscribe('onStickSlip', live().events.stickSlip, callback as (view: unknown) => void),
    onImpact: (callback, options = {}) =>
      subscribe('onImpact', live().events.impacts, callback as (impact: unknown) => void, impactFilter(options)),
    debugLines: (options) => drawPatches(live().debugLines, [state.store.current], state.dt, state.lengthUnit, options),
    snapshot() {
      live();
      return engine.snapshot();
    },
    restore(data) {
      live();
      engine.restore(data);
      state.events.landings.count = 0;
    },
    report: state.report,
    uninstall() {
      if (!engine.isInstalled()) return;
      unsubscribeAll(state.events);
      engine.uninstall();
    },
  };
}

/** Returns the option `sleeping`. `others`: further options of the adapter. */
export function requireContactsOptions(options: ContactsOptions = {}, others: readonly string[] = []): boolean {
  requireKnownOptions('contacts', options, ['sleeping', ...others]);
  return requireBoolean('contacts', 'sleeping', options.sleeping ?? false);
}

export function requireInstalled(isInstalled: boolean): void {
  if (!isInstalled) throw new Error('friction: uninstall() has been called on this handle');
}
