import { useAfterPhysicsStep } from '@react-three/rapier';
import type { ImpactOptions } from '@stiction/friction-core';
import type { RapierContact, RapierContactsOptions, RapierImpact } from '@stiction/rapier-adapter';
import { useEffect } from 'react';
import { useFrictionContext } from './friction.js';
import { addPart, type Friction3, type World } from './setup.js';
import { useLatest } from './use-latest.js';

/** The handle of `installFriction` in the world of `<Physics>`. Another one after a new install: name it in the dependencies of your effects. */
export function useFriction(): Friction3 {
  return useFrictionContext('useFriction').friction;
}

/** Calls back after every physics step with the contacts of this step. The iterated object is reused: copy what you keep. */
export function useContacts(
  callback: (contacts: IterableIterator<RapierContact<World>>, friction: Friction3) => void,
  options?: RapierContactsOptions,
): void {
  const { setup } = useFrictionContext('useContacts');
  useAfterPhysicsStep(() => {
    if (setup.friction) callback(setup.friction.contacts(options), setup.friction);
  });
}

/** Calls back after the step for every landing or bounce of two bodies. The object is reused. */
export function useImpact(
  callback: (impact: RapierImpact<World>) => void,
  { minImpulse = 0 }: ImpactOptions = {},
): void {
  const { setup } = useFrictionContext('useImpact');
  const latest = useLatest(callback);
  useEffect(
    () => addPart(setup, (friction) => friction.onImpact((impact) => latest.current(impact), { minImpulse })),
    [setup, latest, minImpulse],
  );
}

/** Calls back after the step for every patch that started or stopped sliding in it; `contact.sliding` says which. The object is reused. */
export function useStickSlip(callback: (contact: RapierContact<World>) => void): void {
  const { setup } = useFrictionContext('useStickSlip');
  const latest = useLatest(callback);
  useEffect(
    () => addPart(setup, (friction) => friction.onStickSlip((contact) => latest.current(contact))),
    [setup, latest],
  );
}
