import type RAPIER from '@dimforge/rapier3d-compat';
import type { Collider, World } from '@dimforge/rapier3d-compat';
import type { Combine, FrictionLaw } from '@stiction/friction-core';
import {
  requireBoolean,
  requireCombine,
  requireKnownOptions,
  requireOneOf,
  requirePositive,
} from '@stiction/friction-core/adapter';
import type { RapierCollider } from './flavours.js';
import type { StateOptions } from './state.js';

export type RapierFrictionOptions<Collider extends RapierCollider = RapierCollider> = CommonOptions<Collider> &
  (WithDefault | FromColliders);

interface WithDefault {
  /** The law of all pairs without a law of their own. */
  default: FrictionLaw;
  /** See `FromColliders`. @default false */
  fromColliders?: boolean;
}

interface FromColliders {
  /**
   * Takes μ from the colliders: two colliders without a named material keep Rapier's friction, with the coefficients and combine rules that you gave
   * them.
   */
  fromColliders: true;
  /** The law of pairs with a named material and no law of their own. @default the same as for unnamed pairs */
  default?: FrictionLaw;
}

interface CommonOptions<Collider> {
  /**
   * The engine's module, `import RAPIER from '@dimforge/rapier3d-compat'`. Required by laws with bristles or directions, which are made of its
   * joints.
   */
  rapier?: unknown;
  /**
   * `'special'`: only colliders with a law that Rapier lacks are acquired; the others keep Rapier's friction with the coefficient of
   * their law. `'all'`: every collider is acquired, with the same mechanism.
   * @default 'special'
   */
  scope?: 'special' | 'all';
  /**
   * Which colliders friction may change. Called once per collider: at install, or before the first step after it was added. An excluded collider keeps its
   * coefficient.
   * @default all
   */
  colliders?: (collider: Collider) => boolean;
  /**
   * Makes `world.step` itself step with friction, for worlds that other code steps. If nothing is acquired, a plain `world.step` is just as good; if
   * something is, it runs without that friction and warns once.
   * @default false
   */
  replaceStep?: boolean;
  /** How the laws of two materials (`setMaterialLaw`) are combined: by their coefficients mu, or by a function. @default 'geometric' */
  combine?: Combine;
  /**
   * World units per metre, > 0: 100 for a world in centimetres. Tolerances are in metres and scale with it.
   * @default `world.lengthUnit` at install
   */
  lengthUnit?: number;
}

const OPTIONS = ['default', 'fromColliders', 'rapier', 'scope', 'colliders', 'replaceStep', 'combine', 'lengthUnit'];

/**
 * @react-three/rapier passes a proxy, which stands for another world once its own has been freed. A getter that is read through it runs on the
 * world itself.
 */
export function behindProxy(world: World): World {
  if (typeof world?.forEachCollider !== 'function') return world;
  const { prototype } = world.constructor;
  const key = Symbol('world');
  const itself = {
    configurable: true,
    get(this: World) {
      return this;
    },
  };
  if (!Reflect.defineProperty(prototype, key, itself)) return world;
  const found: World = Reflect.get(world, key) ?? world;
  Reflect.deleteProperty(prototype, key);
  return found;
}

export function requireOptions(
  world: World,
  options: RapierFrictionOptions<Collider>,
): StateOptions & { replaceStep: boolean } {
  requireKnownOptions('installFriction', options, OPTIONS);
  const combine = requireCombine('installFriction', options.combine ?? 'geometric');
  const fromColliders = requireBoolean('installFriction', 'fromColliders', options.fromColliders ?? false);
  const replaceStep = requireBoolean('installFriction', 'replaceStep', options.replaceStep ?? false);
  if (typeof world?.forEachCollider !== 'function' || !world.bodies) {
    throw new TypeError(`installFriction: world must be a Rapier world that has not been freed (got ${String(world)})`);
  }
  const given = options.lengthUnit ?? world.lengthUnit ?? 1;
  const lengthUnit = requirePositive('installFriction', 'lengthUnit', given, 'units per metre');
  const scope = requireOneOf('installFriction', 'scope', options.scope ?? 'special', ['special', 'all']);
  const isOurs = askWith(options.colliders);
  const rapier = requireModule(options.rapier);
  return {
    law: options.default,
    fromColliders,
    isOurs,
    replaceStep,
    combine,
    lengthUnit,
    scopeAll: scope === 'all',
    rapier,
  };
}

function askWith(filter: unknown): (collider: Collider) => boolean {
  if (filter === undefined) return () => true;
  if (typeof filter !== 'function') {
    throw new TypeError(`installFriction: colliders must be a function (got ${String(filter)})`);
  }
  return (collider) => {
    const answer: unknown = filter(collider);
    if (typeof answer === 'boolean') return answer;
    throw new TypeError(`installFriction: colliders must return true or false (got ${String(answer)})`);
  };
}

function requireModule(given: unknown): typeof RAPIER | null {
  if (given === undefined) return null;
  const module = given as Partial<typeof RAPIER> | null;
  if (typeof module?.JointData?.generic === 'function' && module.RigidBodyDesc && module.ImpulseJoint) {
    return given as typeof RAPIER;
  }
  throw new TypeError(
    `installFriction: rapier must be the module of the engine, after its init() (got ${String(given)})`,
  );
}
