import { useRapier } from '@react-three/rapier';
import { installFriction } from '@stiction/rapier-adapter';
import { useEffect } from 'react';

/**
 * Put it into <Physics>: friction is Stiction's then, with the coefficients that the colliders have as props.
 * What `installFriction` returns goes into `handle`, a ref, for who wants it.
 */
export function Friction({ handle }) {
  const { world } = useRapier();
  useEffect(() => {
    const friction = installFriction(world, { fromColliders: true, replaceStep: true });
    if (handle) handle.current = friction;
    return () => friction.uninstall();
  }, [world, handle]);
  return null;
}
