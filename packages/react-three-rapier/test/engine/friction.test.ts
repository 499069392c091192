import {
  CoefficientCombineRule,
  CuboidCollider,
  type PhysicsProps,
  type RapierContext,
  type RapierRigidBody,
  RigidBody,
  type RigidBodyProps,
  useRapier,
} from '@react-three/rapier';
import { bristle, coulomb, type FrictionLaw, stribeck } from '@stiction/friction-core';
import type { RapierFriction } from '@stiction/rapier-adapter';
import { Component, createElement as h, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import {
  Friction,
  FrictionMaterial,
  FrictionPair,
  useContacts,
  useFriction,
  useImpact,
  useStickSlip,
} from '../../src/index.js';
import { createStage, type Stage } from './stage.js';

const G = 9.81;
const SPEED = 3;
/** A law that Rapier lacks. The box slides at its kinetic coefficient until it stops. */
const sliding = (mu: number): FrictionLaw => stribeck({ muS: mu, muC: mu - 1e-3, vS: 0.01 });
const distanceOf = (mu: number) => SPEED ** 2 / (2 * mu * G);

type BodyRef = { current: RapierRigidBody | null };
type World = RapierContext['world'];

const cuboid = (...args: [number, number, number]) => h(CuboidCollider, { args });
const floor = (props: Partial<RigidBodyProps> = {}) =>
  h(RigidBody, { type: 'fixed', colliders: false, position: [0, -1, 0], ...props }, cuboid(50, 1, 50));
const box = (ref: BodyRef, props: Partial<RigidBodyProps> = {}) =>
  h(
    RigidBody,
    { ref: ref as never, colliders: false, position: [0, 0.25, 0], canSleep: false, ...props },
    cuboid(0.5, 0.25, 0.5),
  );

/** Passes the handle and the context out of the tree. */
function Spy({ tell }: { tell: (friction: RapierFriction<World>, rapier: RapierContext) => void }): null {
  tell(useFriction(), useRapier());
  return null;
}

/** Pushes a box that lies still; the distance to its stop. */
async function slide(stage: Stage, { current }: BodyRef, seconds = 2.5): Promise<number> {
  await stage.run(0.3);
  if (!current) throw new Error('no box');
  const from = current.translation().x;
  current.setLinvel({ x: SPEED, y: 0, z: 0 }, true);
  await stage.run(seconds);
  expect(Math.abs(current.linvel().x)).toBeLessThan(1e-3);
  return current.translation().x - from;
}

function expectStop(measured: number, mu: number): void {
  expect(Math.abs(measured / distanceOf(mu) - 1), `${measured} m at μ ${mu}`).toBeLessThan(0.01);
}

for (const [what, physics] of [
  ['updateLoop follow', {}],
  ['updateLoop independent', { updateLoop: 'independent' }],
  ['interpolate', { interpolate: true }],
  ['timeStep vary', { timeStep: 'vary' }],
] satisfies [string, Partial<PhysicsProps>][]) {
  test(`a box stops after v²/(2 μ g) under StrictMode, with ${what}`, async () => {
    const stage = await createStage();
    const ref: BodyRef = { current: null };
    await stage.render(h(Friction, { default: sliding(0.3) }, floor(), box(ref)), physics);
    expectStop(await slide(stage, ref), 0.3);
  });
}

test('without a default law, the friction props of bodies hold, and pairs of named materials have their law', async () => {
  const stage = await createStage();
  const [plain, named]: BodyRef[] = [{ current: null }, { current: null }];
  const min = { frictionCombineRule: CoefficientCombineRule.Min };
  await stage.render(
    h(
      Friction,
      null,
      h(FrictionPair, { materials: ['ice', 'steel'], law: sliding(0.15) }),
      h(FrictionMaterial, { name: 'ice' }, floor({ friction: 1 })),
      box(plain, { ...min, friction: 0.4 }),
      h(FrictionMaterial, { name: 'steel' }, box(named, { ...min, friction: 0.4, position: [0, 0.25, 3] })),
    ),
  );
  expectStop(await slide(stage, plain), 0.4);
  expectStop(await slide(stage, named, 3), 0.15);
});

test('the laws of two materials are combined, the innermost material counts, and colliders of meshes have it too', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  const mesh = h('mesh' as never, null, h('boxGeometry' as never, { args: [1, 0.5, 1] }));
  await stage.render(
    h(
      Friction,
      { default: sliding(0.9) },
      h(
        FrictionMaterial,
        { name: 'ice', law: sliding(0.1) },
        floor(),
        h(
          FrictionMaterial,
          { name: 'wood', law: sliding(0.4) },
          h(RigidBody, { ref: ref as never, position: [0, 0.25, 0], canSleep: false }, mesh),
        ),
      ),
    ),
  );
  expectStop(await slide(stage, ref), Math.sqrt(0.1 * 0.4));
});

test('a collider of a body can have its own material', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  await stage.render(
    h(
      Friction,
      { default: sliding(0.9) },
      h(FrictionPair, { materials: ['rubber', '*'], law: sliding(0.35) }),
      floor(),
      h(
        RigidBody,
        { ref: ref as never, colliders: false, position: [0, 0.25, 0], canSleep: false },
        h(FrictionMaterial, { name: 'rubber' }, cuboid(0.5, 0.25, 0.5)),
        h(CuboidCollider, { args: [0.1, 0.1, 0.1], position: [0, 0.4, 0] }),
      ),
    ),
  );
  expectStop(await slide(stage, ref), 0.35);
});

test('laws of props are swapped without a new install, and removed with their components', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  const handles = new Set<RapierFriction<World>>();
  let handle: RapierFriction<World> | undefined;
  const spy = h(Spy, {
    tell: (friction) => {
      handle = friction;
      handles.add(friction);
    },
  });
  const scene = (law: FrictionLaw, ...parts: ReactNode[]) =>
    h(Friction, { default: law }, spy, h(FrictionMaterial, { name: 'wood' }, floor(), box(ref)), ...parts);
  await stage.render(scene(sliding(0.3)));
  expectStop(await slide(stage, ref), 0.3);
  const before = new Set(handles);
  const body = ref.current;

  await stage.render(scene(sliding(0.5)));
  expectStop(await slide(stage, ref), 0.5);
  await stage.render(scene(sliding(0.5), h(FrictionPair, { key: 1, materials: ['wood', 'wood'], law: sliding(0.2) })));
  expectStop(await slide(stage, ref), 0.2);
  await stage.render(scene(sliding(0.5), h(FrictionPair, { key: 1, materials: ['wood', 'wood'], law: sliding(0.25) })));
  expectStop(await slide(stage, ref), 0.25);
  await stage.render(scene(sliding(0.5), h(FrictionMaterial, { key: 2, name: 'wood', law: sliding(0.6) })));
  expectStop(await slide(stage, ref), 0.6);
  await stage.render(scene(sliding(0.5)));
  expect(handle?.lawBetween('wood', 'wood').mu).toBe(0.5);
  expectStop(await slide(stage, ref), 0.5);
  expect(handles).toEqual(before);
  expect(ref.current).toBe(body);
});

test('a law that is new in every render gives the same motion', async () => {
  const distances: number[] = [];
  for (const renders of [1, 15]) {
    const stage = await createStage({ strict: false });
    const ref: BodyRef = { current: null };
    const scene = () => h(Friction, { default: bristle({ mu: 0.3, stiffness: 2000 }) }, floor(), box(ref));
    await stage.render(scene());
    await stage.run(0.3);
    ref.current?.setLinvel({ x: SPEED, y: 0, z: 0 }, true);
    for (let k = 0; k < renders; k++) {
      if (k > 0) await stage.render(scene());
      await stage.run(1.5 / renders);
    }
    distances.push(ref.current?.translation().x ?? Number.NaN);
  }
  expect(Math.abs(distances[1] / distances[0] - 1), String(distances)).toBeLessThan(0.01);
});

test('paused worlds stand still; remounted ones have friction again, and nothing is left of the old one', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  let context: RapierContext | undefined;
  const scene = (key: string) =>
    h(
      Friction,
      { default: sliding(0.3), key },
      h(Spy, {
        tell: (_, rapier) => {
          context = rapier;
        },
      }),
      floor(),
      box(ref),
    );
  await stage.render(scene('a'));
  await stage.run(0.3);
  ref.current?.setLinvel({ x: SPEED, y: 0, z: 0 }, true);
  const from = ref.current?.translation().x ?? Number.NaN;
  await stage.render(scene('a'), { paused: true });
  await stage.run(0.5);
  expect(ref.current?.translation().x).toBe(from);
  await stage.render(scene('a'));
  await stage.run(2.5);
  expectStop((ref.current?.translation().x ?? 0) - from, 0.3);

  await stage.render(scene('b')); // another <Friction> in the same world
  expectStop(await slide(stage, ref), 0.3);
  await stage.render(scene('b'), { key: 'other' } as object); // another world
  expectStop(await slide(stage, ref), 0.3);

  expect(context?.world.step).not.toBe(context?.rapier.World.prototype.step);
  await stage.render(box(ref), { key: 'other' } as object);
  expect(context?.world.step).toBe(context?.rapier.World.prototype.step);
});

test('after setWorld the next step has the laws and materials already', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  let context: RapierContext | undefined;
  let impacts = 0;
  function Impacts(): null {
    useImpact(() => impacts++);
    return null;
  }
  const spy = h(Spy, {
    tell: (_, rapier) => {
      context = rapier;
    },
  });
  await stage.render(
    h(
      Friction,
      { default: coulomb({ mu: 0.9 }) },
      spy,
      h(Impacts),
      h(FrictionPair, { materials: ['ice', 'ice'], law: sliding(0.1) }),
      h(FrictionMaterial, { name: 'ice' }, floor(), box(ref)),
    ),
  );
  await stage.run(0.3);
  ref.current?.setLinvel({ x: SPEED, y: 0, z: 0 }, true);
  await stage.run(0.2);
  if (!context || !ref.current) throw new Error('no context');
  const { rapier, world, setWorld } = context;
  const saved = world.takeSnapshot();
  await stage.run(0.5);
  const [end, { handle }] = [ref.current.translation().x, ref.current];
  const restored = rapier.World.restoreSnapshot(saved);
  setWorld(restored);
  await stage.run(0.5);
  expect(restored.getRigidBody(handle).translation().x).toBeCloseTo(end, 3);
  impacts = 0;
  restored.getRigidBody(handle).setTranslation({ x: 0, y: 0.6, z: 0 }, true);
  await stage.run(0.5);
  expect(impacts).toBeGreaterThan(0);
});

test('lengthUnit of <Physics> reaches the install', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  let length = 0;
  const spy = h(Spy, { tell: (_, { world }) => (length = world.lengthUnit) });
  const scene = h(
    Friction,
    { default: coulomb({ mu: 0.3 }) },
    spy,
    floor({ position: [0, -100, 0] }),
    h(RigidBody, { ref: ref as never, colliders: false, position: [0, 25, 0] }, cuboid(50, 25, 50)),
  );
  await stage.render(scene, { lengthUnit: 100, gravity: [0, -981, 0] });
  expect(length).toBe(100);
});

test('useContacts, useImpact and useStickSlip tell what happens in a step', async () => {
  const stage = await createStage();
  const ref: BodyRef = { current: null };
  const log = { load: 0, law: '', impulse: 0, events: '' };
  function Listener(): null {
    useContacts(
      (contacts) => {
        log.load = 0;
        for (const { normalForce, law } of contacts) {
          log.load += normalForce;
          log.law = law;
        }
      },
      { native: true },
    );
    useImpact(({ impulse }) => (log.impulse = Math.max(log.impulse, impulse)), { minImpulse: 1 });
    useStickSlip(({ sliding: slides }) => {
      log.events += slides ? '+' : '-';
    });
    return null;
  }
  await stage.render(
    h(Friction, { default: sliding(0.3), scope: 'all' }, h(Listener), floor(), box(ref, { position: [0, 1.25, 0] })),
  );
  await stage.run(1);
  const mass = ref.current?.mass() ?? 0;
  expect(log.load / (mass * G)).toBeCloseTo(1, 2);
  expect(log.law).toBe('stribeck');
  expect(log.impulse / (mass * Math.sqrt(2 * G))).toBeCloseTo(1, 1);
  log.events = '';
  await slide(stage, ref);
  expect(log.events).toBe('+-');
});

test('outside <Friction>, components and hooks say where they belong', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const messages: string[] = [];
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = (error: Error) => {
      messages.push(error.message);
      return { failed: true };
    };
    override render(): ReactNode {
      return this.state.failed ? null : this.props.children;
    }
  }
  const stage = await createStage({ strict: false });
  await stage.render(h(Boundary, null, h(FrictionPair, { materials: ['a', 'b'], law: coulomb({ mu: 1 }) })));
  logged.mockRestore();
  expect(messages[0]).toBe('FrictionPair: only inside <Friction>, which goes inside <Physics> of @react-three/rapier');
});
