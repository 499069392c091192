import { useBeforePhysicsStep, useRapier } from '@react-three/rapier';
import type { Combine, FrictionLaw } from '@stiction/friction-core';
import type { RapierFrictionOptions } from '@stiction/rapier-adapter';
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  type Collider,
  createSetup,
  type Friction3,
  install,
  isStale,
  nameColliders,
  type Setup,
  uninstall,
} from './setup.js';
import { useLatest } from './use-latest.js';

export interface FrictionProps {
  /**
   * The law of all pairs without a law of their own; with `fromColliders`, of pairs with a named material only. A new law is swapped in place: keep it
   * outside the component or in `useMemo`.
   */
  default?: FrictionLaw | undefined;
  /**
   * True: `friction` and `frictionCombineRule` of bodies and colliders work as before, for pairs without a named material.
   * @default true without the prop `default`
   */
  fromColliders?: boolean | undefined;
  /** How the laws of two materials are combined. A function is read at the install. @default 'geometric' */
  combine?: Combine | undefined;
  /** `'all'`: Stiction computes every contact, also those that Rapier's own friction could. @default 'special' */
  scope?: 'special' | 'all' | undefined;
  /** Which colliders friction may change; asked once per collider. @default all */
  colliders?: ((collider: Collider) => boolean) | undefined;
  /** World units per metre. @default `lengthUnit` of `<Physics>` */
  lengthUnit?: number | undefined;
  children?: ReactNode;
}

/** What `<Friction>` gives to the hooks inside it. */
const FrictionContext = /* @__PURE__ */ createContext<{ setup: Setup; friction: Friction3 } | null>(null);

/**
 * Installs friction laws into the world of `<Physics>`, its parent. Bodies, laws and hooks go inside it; they are mounted once friction is
 * installed. Changed laws are swapped; every other changed prop installs again, which forgets what bristles remember.
 */
export function Friction(props: FrictionProps): ReactElement | null {
  const { world, rapier, colliderStates } = useRapier();
  const [setup] = useState(createSetup);
  const [friction, setFriction] = useState<Friction3 | null>(null);
  const [isMounted, setMounted] = useState(false);
  const latest = useLatest(props);
  const { default: law, scope, lengthUnit } = props;
  const hasDefault = law !== undefined;
  const fromColliders = props.fromColliders ?? !hasDefault;
  const combine = typeof props.combine === 'function' ? 'function' : props.combine;

  const readOptions = (): RapierFrictionOptions<Collider> => {
    const { current } = latest;
    return {
      ...(current.default && { default: current.default }),
      ...(scope !== undefined && { scope }),
      ...(lengthUnit !== undefined && { lengthUnit }),
      ...(current.combine !== undefined && { combine: current.combine }),
      ...(current.colliders && { colliders: (collider) => latest.current.colliders?.(collider) ?? true }),
      fromColliders: fromColliders as true,
      replaceStep: true,
      rapier,
    };
  };

  // <Physics> sets up its world in an effect of its own, after those of its children: install in the next pass.
  useEffect(() => {
    setMounted(true);
    return () => setMounted(false);
  }, []);

  useEffect(() => {
    if (!isMounted) return;
    setFriction(install(setup, world, readOptions()));
    return () => uninstall(setup);
  }, [isMounted, setup, world, rapier, hasDefault, fromColliders, combine, scope, lengthUnit, !props.colliders]);

  useEffect(() => {
    if (law) setup.friction?.setDefault(law);
  }, [setup, law]);

  useBeforePhysicsStep(() => {
    if (isStale(setup, world)) setFriction(install(setup, world, readOptions()));
    nameColliders(setup, world, colliderStates);
  });

  const context = useMemo(() => friction && { setup, friction }, [setup, friction]);
  return isMounted && context ? createElement(FrictionContext.Provider, { value: context }, props.children) : null;
}

export function useFrictionContext(owner: string): { setup: Setup; friction: Friction3 } {
  const context = useContext(FrictionContext);
  if (context) return context;
  throw new Error(`${owner}: only inside <Friction>, which goes inside <Physics> of @react-three/rapier`);
}
