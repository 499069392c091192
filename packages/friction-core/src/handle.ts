import { type ContactView, iterateContacts } from './contact-view.js';
import type { FrictionLaw } from './contract.js';
import { type DebugLines, type DebugLinesOptions, drawPatches } from './debug-lines.js';
import { setMaterialLaw } from './material-laws.js';
import { removePairLaw, setDefaultLaw, setPairLaw } from './material-pairs.js';
import type { FrictionReport } from './report.js';
import type { SolverState } from './solver-state.js';
import { subscribe } from './stick-slip.js';

/** What `installFriction` returns. `Material` is what a material may be given as. All but `uninstall` throw once that was called. */
export interface FrictionHandle<Body, Material, Contact = ContactView<Body>> {
  /** Replaces the law of pairs without one of their own. */
  setDefault(law: FrictionLaw): void;
  /** The law between two materials; order does not matter. */
  setPair(a: Material, b: Material, law: FrictionLaw): void;
  /** Forgets the law of a pair; returns whether there was one. The materials' own laws, else the default, hold again. */
  removePair(a: Material, b: Material): boolean;
  /** A material's own law. Two materials that both have one and no law as a pair get a combined one, see `combine`. */
  setMaterialLaw(material: Material, law: FrictionLaw): void;
  /** The patches of the last step. The yielded object is reused: copy what you keep. */
  contacts(): IterableIterator<Contact>;
  /**
   * Calls back after each step for every patch that began or stopped sliding in it; `contact.sliding` says which. The object is
   * reused. A patch that is gone is not reported. Returns the function that ends the subscription.
   */
  onStickSlip(callback: (contact: Contact) => void): () => void;
  /** The patches of the last step as coloured lines: forces, limits and pressure centres. The buffers are reused. */
  debugLines(options?: DebugLinesOptions): DebugLines;
  /** What friction remembers from step to step. What the engine remembers is yours to save. */
  snapshot(): Uint8Array;
  /**
   * Goes on from a snapshot, in this world or in one with the same bodies, shapes and joints in the same order. Set the
   * laws first, as they were. Throws, and changes nothing, where the snapshot does not fit.
   */
  restore(data: Uint8Array): void;
  readonly report: Readonly<FrictionReport>;
  /** Gives the world its own solver and friction back. */
  uninstall(): void;
}

/** What of a handle is the engine's own business. */
export interface HandleParts<Material> {
  isInstalled(): boolean;
  nameOf(method: string, material: Material): string;
  snapshot(): Uint8Array;
  restore(data: Uint8Array): void;
  uninstall(): void;
}

export function createHandle<Body, Material>(
  state: SolverState<Body>,
  parts: HandleParts<Material>,
): FrictionHandle<Body, Material> {
  const { nameOf } = parts;
  const live = (): SolverState<Body> => {
    requireInstalled(parts.isInstalled());
    return state;
  };
  return {
    setDefault: (law) => setDefaultLaw(live().pairs, law),
    setPair: (a, b, law) => setPairLaw(live().pairs, nameOf('setPair', a), nameOf('setPair', b), law),
    removePair: (a, b) => removePairLaw(live().pairs, nameOf('removePair', a), nameOf('removePair', b)),
    setMaterialLaw: (m, law) => setMaterialLaw(live().pairs, nameOf('setMaterialLaw', m), law, state.combine),
    contacts: () => iterateContacts(live().store, state.bodies, state.dt, state.bodyAt),
    onStickSlip: (callback) => subscribe(live().events, callback),
    debugLines: (options) => drawPatches(live().lines, [state.store.current], state.dt, state.lengthUnit, options),
    snapshot() {
      live();
      return parts.snapshot();
    },
    restore(data) {
      live();
      parts.restore(data);
    },
    report: state.report,
    uninstall() {
      if (!parts.isInstalled()) return;
      state.events.subscribers = [];
      parts.uninstall();
    },
  };
}

export function requireInstalled(installed: boolean): void {
  if (!installed) throw new Error('friction: uninstall() has been called on this handle');
}
