import { useBeforePhysicsStep, useRapier } from '@react-three/rapier';
import { anisotropic } from '@stiction/friction-core';
import { installFriction } from '@stiction/rapier-adapter';
import { useEffect, useRef } from 'react';

/**
 * Goes inside <Physics>. Colliders keep Rapier's friction, with the coefficients of their props; pairs of named materials get their own
 * law. `handle` is a ref that receives the result of `installFriction`.
 */
export function Friction({ handle }) {
  const { world, rapier } = useRapier();
  useEffect(() => {
    const friction = installFriction(world, { fromColliders: true, replaceStep: true, rapier });
    friction.setPair('runner', 'snow', anisotropic({ mu: [0.1, 0.9], frame: 'a' })); // along and across the runner's x
    handle.current = friction;
    return () => friction.uninstall();
  }, [world, rapier, handle]);
  return null;
}

/** Names the material of a body's colliders as soon as they exist. */
export function useMaterial(friction, body, name) {
  const named = useRef(null);
  useBeforePhysicsStep(() => {
    const count = body.current?.numColliders() ?? 0;
    const key = `${count} ${body.current?.handle}`;
    if (count === 0 || (named.current?.friction === friction.current && named.current?.key === key)) return;
    for (let k = 0; k < count; k++) friction.current.setMaterial(body.current.collider(k), name);
    named.current = { friction: friction.current, key };
  });
}
