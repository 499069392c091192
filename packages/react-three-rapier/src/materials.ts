import type { FrictionLaw } from '@stiction/friction-core';
import { createElement, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Object3D } from 'three';
import { useFrictionContext } from './friction.js';
import { addPart, nameObject } from './setup.js';

export interface FrictionMaterialProps {
  name: string;
  /** The law of this material; with another material, the laws of both are combined. Without it, laws come from `<FrictionPair>` or the default. */
  law?: FrictionLaw | undefined;
  /** Bodies and colliders of this material. */
  children?: ReactNode;
}

/** A material: gives it a law, and names the material of all colliders inside. Of nested ones the innermost counts. */
export function FrictionMaterial({ name, law, children }: FrictionMaterialProps): ReactElement | null {
  const { setup } = useFrictionContext('FrictionMaterial');
  const group = useRef<Object3D>(null);
  const hasChildren = children !== undefined && children !== null;
  useEffect(
    () =>
      law &&
      addPart(setup, (friction) => {
        friction.setMaterialLaw(name, law);
        return () => friction.removeMaterialLaw(name);
      }),
    [setup, name, law],
  );
  useLayoutEffect(
    () => (hasChildren && group.current ? nameObject(setup, group.current, name) : undefined),
    [setup, name, hasChildren],
  );
  return hasChildren ? createElement('object3D', { ref: group }, children) : null;
}

export interface FrictionPairProps {
  /** Two names, in either order; '*' stands for every other material. */
  materials: readonly [string, string];
  law: FrictionLaw;
}

/** The law between two materials. */
export function FrictionPair({ materials, law }: FrictionPairProps): null {
  if (!Array.isArray(materials) || materials.length !== 2) {
    throw new TypeError(`FrictionPair: materials must be two names (got ${JSON.stringify(materials)})`);
  }
  const [a, b] = materials;
  const { setup } = useFrictionContext('FrictionPair');
  useEffect(
    () =>
      addPart(setup, (friction) => {
        friction.setPair(a, b, law);
        return () => friction.removePair(a, b);
      }),
    [setup, a, b, law],
  );
  return null;
}
