import { DYNAMIC } from '../read/body-table.js';
import type { InstallState } from './state.js';

/**
 * Notes which colliders come, go and change. Every change goes through a method of the engine's raw sets, whoever calls it and by
 * whatever object; these methods are wrapped on this world's own sets. So a step need not ask.
 */
export function watchChanges(install: InstallState): () => void {
  const { world, colliders } = install;
  const undo = [
    watch(world.bodies.raw, /^(remove|rbSetBodyType|rbSetDominance)/, () => {
      colliders.dirty = true;
    }),
    // What is not finite would spread to all that the body touches: it is found before the engine sees it.
    watch(
      world.bodies.raw,
      /^rb(SetLinvel|SetAngvel|AddForce|AddTorque|ApplyImpulse|ApplyTorqueImpulse|SetTranslation|SetRotation)/,
      (handle, values) => {
        if (!values.every(isFiniteValue)) install.suspects.add(handle);
      },
    ),
    watch(world.bodies.raw, /^rb(Add|Reset)(Force|Torque)/, (handle) => {
      const slot = install.bodies.slotOf.get(handle);
      if (slot !== undefined) install.bodies.isForceKnown[slot] = 0;
    }),
    // Motion that no contact was read for.
    watch(
      world.bodies.raw,
      /^rb(SetLinvel|SetAngvel|ApplyImpulse|ApplyTorqueImpulse|SetTranslation|SetRotation)/,
      (handle) => {
        const slot = install.bodies.slotOf.get(handle);
        if (slot !== undefined && install.bodies.type[slot] === DYNAMIC) install.moved.add(slot);
      },
    ),
    ...[world.impulseJoints.raw, world.multibodyJoints.raw].map((set) =>
      watch(set, /^(createJoint|remove)/, () => {
        if (!install.writing) install.bodies.jointed.fill(-1);
      }),
    ),
    watch(world.colliders.raw, /^(create|remove|coSetParent)/, () => {
      colliders.dirty = true;
    }),
    watch(world.colliders.raw, /^coSet(Translation|Rotation|Shape|Half|Radius|RoundRadius)/, (handle) => {
      const record = install.writing ? undefined : colliders.of.get(handle);
      if (record) record.placed = false;
    }),
  ];
  return () => {
    for (const unwatch of undo) unwatch();
  };
}

/** Numbers, and vectors of the engine. */
function isFiniteValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  const { x = 0, y = 0, z = 0 } = value as { x?: number; y?: number; z?: number };
  return Number.isFinite(x + y + z);
}

type Method = (...values: unknown[]) => unknown;

/** Wraps the methods of one object; returns what unwraps them. */
function watch(set: object, names: RegExp, note: (handle: number, values: unknown[]) => void): () => void {
  const methods = set as Record<string, Method>;
  const wrapped: [string, PropertyDescriptor | undefined][] = [];
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(set))) {
    if (!names.test(name) || typeof methods[name] !== 'function') continue;
    wrapped.push([name, Object.getOwnPropertyDescriptor(set, name)]);
    const original = methods[name];
    methods[name] = (...values) => {
      note(values[0] as number, values);
      return original.apply(set, values);
    };
  }
  return () => {
    for (const [name, before] of wrapped) {
      if (before) Object.defineProperty(set, name, before);
      else Reflect.deleteProperty(set, name);
    }
  };
}
