import type { RigidBody, World } from '@dimforge/rapier3d-compat';
import type { ContactsOptions, ContactView } from '@stiction/friction-core';
import { createContactView, type PatchStore } from '@stiction/friction-core/adapter';
import type { BodyOf, ColliderOf, RapierWorld } from '../install/flavours.js';
import type { InstallState } from '../install/state.js';
import { readView } from './read-view.js';

type Unknown = 'frictionForce' | 'torsion' | 'power' | 'approachSpeed';

/** One contact patch. The object and its vectors are reused from patch to patch: copy what you keep. */
export interface RapierContact<W extends RapierWorld = RapierWorld>
  extends Omit<ContactView<BodyOf<W> | null>, Unknown> {
  colliderA: ColliderOf<W>;
  colliderB: ColliderOf<W>;
  /** Friction force on B, world vector [N]; null if Rapier's friction holds the patch and does not report its force. */
  frictionForce: Float64Array | null;
  /** Friction moment on B about the normal [N m]; null as above. */
  torsion: number | null;
  /** Power that friction dissipates [W]; null if force or torsion is. */
  power: number | null;
  /** Closing speed along the normal at the start of the step [m/s]; null if it was not read: see `contacts`. */
  approachSpeed: number | null;
  /** False if Rapier computes the friction of this pair. */
  acquired: boolean;
}

/** Options of `contacts`. */
export interface RapierContactsOptions extends ContactsOptions {
  /** Also lists pairs whose friction Rapier computes. @default false */
  native?: boolean;
}

/** Patches of the last step: those that it handled, then resting ones, and native and sleeping ones if requested. */
export function* listContacts(
  install: InstallState,
  native: boolean,
  sleeping: boolean,
): Generator<RapierContact<World>, undefined> {
  const { store, bodies: table } = install;
  readView(install, native, sleeping);
  const view = createContactView<RigidBody | null>();
  const forces = view.frictionForce;
  const contact = view as unknown as RapierContact<World>;
  const perSecond = Float64Array.of(install.dt > 0 ? 1 / install.dt : 0);
  for (const from of [store, install.view.store] as PatchStore[]) {
    const patches = from.current;
    // A step taken inside the loop would have refilled the buffers.
    for (let i = 0; from.current === patches && i < patches.count && patches.bodyB[i] < table.bodies.count; i++) {
      view.frictionForce = forces;
      if (!install.fillView(view, patches, i, perSecond)) continue;
      hideUnknown(contact);
      contact.acquired = from === store || install.view.acquired[i] === 1;
      contact.sleeping = from !== store && install.view.sleeping[i] === 1;
      yield contact;
    }
  }
}

/** Replaces NaN by null. */
export function hideUnknown(contact: RapierContact<World>): void {
  if (Number.isNaN(contact.frictionForce?.[0])) contact.frictionForce = null;
  if (Number.isNaN(contact.torsion)) contact.torsion = null;
  if (Number.isNaN(contact.power)) contact.power = null;
  if (Number.isNaN(contact.approachSpeed)) contact.approachSpeed = null;
}
