import { noteFriction } from '../ownership/collider-table.js';
import { DYNAMIC } from '../read/body-table.js';
import type { InstallState } from './state.js';

/**
 * Records which colliders and bodies are added, removed and changed. Every change goes through a method of the engine's raw sets, whoever calls it; these
 * methods are wrapped for this world's sets, so that a step does not have to poll.
 */
export function watchChanges(install: InstallState): () => void {
  const { world, colliders } = install;
  const disturb: Rule = {
    names:
      /^(create|remove|(rb|co|joint)(Set|Add|Apply|Reset|WakeUp|Lock|Enable|Recompute|Configure|Combine|Propagate))/,
    note: () => {
      install.worldChanged = true;
    },
  };
  const markDirty = (): void => {
    colliders.dirty = true;
  };
  const joints: Rule = {
    names: /^(createJoint|remove)/,
    note: () => {
      if (!install.isWriting) install.bodies.userJointCount.fill(-1);
    },
  };
  const bodies: Rule[] = [
    {
      names: /^(remove|rbSetBodyType|rbSetDominance)/,
      note: markDirty,
    },
    {
      names: /^rb(SetBodyType|Lock|SetEnabled(Translations|Rotations))/,
      note: () => {
        colliders.haveLocksChanged = true;
        colliders.undecided = true;
      },
    },
    {
      // A value that is not finite would spread to everything that the body touches: it is found before the engine sees it.
      names: /^rb(SetLinvel|SetAngvel|AddForce|AddTorque|ApplyImpulse|ApplyTorqueImpulse|SetTranslation|SetRotation)/,
      note: (handle, values) => {
        if (!values.every(isFiniteValue)) install.suspects.add(handle);
      },
    },
    {
      names: /^rb(Add|Reset)(Force|Torque)/,
      note: (handle) => {
        const slot = install.bodies.slotOf.get(handle);
        if (slot !== undefined) install.bodies.isForceKnown[slot] = 0;
      },
    },
    {
      // Motion that no contact was read for.
      names: /^rb(SetLinvel|SetAngvel|ApplyImpulse|ApplyTorqueImpulse|SetTranslation|SetRotation)/,
      note: (handle) => {
        const slot = install.bodies.slotOf.get(handle);
        if (slot !== undefined && install.bodies.type[slot] === DYNAMIC) install.movedByUser.add(slot);
      },
    },
  ];
  const shapes: Rule[] = [
    {
      names: /^(create|remove|coSetParent)/,
      note: markDirty,
    },
    {
      names: /^coSetFriction/,
      note: (handle) => noteFriction(install, handle),
    },
    {
      names: /^coSet(Translation|Rotation|Shape|Half|Radius|RoundRadius)/,
      note: (handle) => {
        const record = install.isWriting ? undefined : colliders.byHandle.get(handle);
        if (record) record.isPlaced = false;
      },
    },
  ];
  const undo = [
    watch(world.bodies.raw, [disturb, ...bodies]),
    watch(world.colliders.raw, [disturb, ...shapes]),
    watch(world.impulseJoints.raw, [disturb, joints]),
    watch(world.multibodyJoints.raw, [disturb, joints]),
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

interface Rule {
  names: RegExp;
  note(handle: number, values: unknown[]): void;
}

/**
 * Wraps the methods of one object; returns a function that unwraps them. The wrappers live in a prototype between the object and its own: an object with
 * this many properties of its own would slow every call of the engine down.
 */
function watch(set: object, rules: readonly Rule[]): () => void {
  const prototype: object = Object.getPrototypeOf(set);
  const methods = prototype as Record<string, Method>;
  const wrappers = Object.create(prototype) as Record<string, Method>;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const notes = rules.filter(({ names }) => names.test(name)).map(({ note }) => note);
    if (notes.length === 0 || typeof methods[name] !== 'function') continue;
    const original = methods[name];
    wrappers[name] = (...values) => {
      for (const note of notes) note(values[0] as number, values);
      return original.apply(set, values);
    };
  }
  Object.setPrototypeOf(set, wrappers);
  return () => {
    if (Object.getPrototypeOf(set) === wrappers) Object.setPrototypeOf(set, prototype);
  };
}
