import type { FrictionLaw } from '../laws/friction-law.js';
import { setMaterialLaw } from '../materials/material-laws.js';
import { removePairLaw, setDefaultLaw, setPairLaw } from '../materials/material-pairs.js';
import type { SolverState } from '../solver/solver-state.js';
import { type ContactView, iterateContacts } from './contact-view.js';
import { type DebugLines, type DebugLinesOptions, drawPatches } from './debug-lines.js';
import type { FrictionReport } from './report.js';
import { subscribe } from './stick-slip.js';

/** The handle that `installFriction` returns. All methods except `uninstall` throw after `uninstall`. */
export interface FrictionHandle<Body, Material, Contact = ContactView<Body>> {
  /** Replaces the law of all pairs without their own law. */
  setDefault(law: FrictionLaw): void;
  /** Sets the law between two materials, in either order. */
  setPair(a: Material, b: Material, law: FrictionLaw): void;
  /** Removes the law of a pair and returns true if there was one. The pair falls back to the laws of its materials, or the default. */
  removePair(a: Material, b: Material): boolean;
  /** Sets the law of a material. Two materials that both have one, and no law as a pair, get a combined law, see `combine`. */
  setMaterialLaw(material: Material, law: FrictionLaw): void;
  /** Iterates over the patches of the last step. The yielded object is reused: copy what you keep. */
  contacts(): IterableIterator<Contact>;
  /**
   * Calls back after each step for every patch that started or stopped sliding in it; `contact.sliding` says which. The object is
   * reused. Patches that disappear are not reported. Returns the function that ends the subscription.
   */
  onStickSlip(callback: (contact: Contact) => void): () => void;
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

export function createHandle<Body, Material>(
  state: SolverState<Body>,
  engine: EngineHooks<Material>,
): FrictionHandle<Body, Material> {
  const { materialName } = engine;
  const live = (): SolverState<Body> => {
    requireInstalled(engine.isInstalled());
    return state;
  };
  return {
    setDefault: (law) => setDefaultLaw(live().pairs, law),
    setPair: (a, b, law) => setPairLaw(live().pairs, materialName('setPair', a), materialName('setPair', b), law),
    removePair: (a, b) => removePairLaw(live().pairs, materialName('removePair', a), materialName('removePair', b)),
    setMaterialLaw: (m, law) => setMaterialLaw(live().pairs, materialName('setMaterialLaw', m), law, state.combine),
    contacts: () => iterateContacts(live().store, state.bodies, state.dt, state.bodyAt),
    onStickSlip: (callback) => subscribe(live().stickSlip, callback),
    debugLines: (options) => drawPatches(live().debugLines, [state.store.current], state.dt, state.lengthUnit, options),
    snapshot() {
      live();
      return engine.snapshot();
    },
    restore(data) {
      live();
      engine.restore(data);
    },
    report: state.report,
    uninstall() {
      if (!engine.isInstalled()) return;
      state.stickSlip.subscribers = [];
      engine.uninstall();
    },
  };
}

export function requireInstalled(isInstalled: boolean): void {
  if (!isInstalled) throw new Error('friction: uninstall() has been called on this handle');
}
