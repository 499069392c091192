import type { World } from '@dimforge/rapier3d-compat';
import type { Engine } from '../versions.js';
import type { BodyLayout, ColliderLayout } from './layout.js';
import { everyOffset, findVector, holdingByte, holdingFloats, onlyOffset, type VectorPlace } from './search.js';
import { handleIndex, type MemoryView, type RawObject } from './view.js';

/** Largest struct that is searched [bytes]. */
const SET_SIZE = 2048;
const ELEMENT_SIZE = 2048;

/** An arena has places in advance. */
const SPARE = 1000;

type FloatField = Exclude<keyof BodyLayout, 'arena' | 'type' | 'sleeping' | 'enabled'>;
type Getter = (handle: number, out: Float32Array) => unknown;

/** Candidates for every field, fewer with each sample of a world in which bodies differ. */
export interface BodySearch {
  arena: VectorPlace;
  colliderArena: VectorPlace;
  offsets: Map<string, number[]>;
}

/** Needs a world whose bodies and colliders all stand elsewhere, and none of which was ever removed. */
export function startBodySearch(memory: MemoryView, world: World, engine: Engine): BodySearch {
  const bodies = placesOf(world.bodies.getAll(), bind(engine.bodies, 'rbTranslation'));
  const colliders = placesOf(world.colliders.getAll(), bind(engine.colliders, 'coTranslation'));
  return {
    arena: findVector(memory, address(world.bodies.raw), SET_SIZE, bodies, ELEMENT_SIZE, SPARE),
    colliderArena: findVector(memory, address(world.colliders.raw), SET_SIZE, colliders, ELEMENT_SIZE, SPARE),
    offsets: new Map(),
  };
}

function address(raw: unknown): number {
  return (raw as RawObject).__wbg_ptr;
}

function bind<T extends object>(set: T, name: keyof T): Getter {
  return (set[name] as unknown as Getter).bind(set);
}

/** Where everything stands, by index. */
function placesOf(things: { handle: number }[], read: Getter): Float32Array[] {
  const places: Float32Array[] = [];
  for (const { handle } of things) {
    const out = new Float32Array(3);
    read(handle, out);
    places[handleIndex(handle)] = out;
  }
  return places;
}

const FLOATS: [FloatField, keyof Engine['bodies'], number][] = [
  ['translation', 'rbTranslation', 3],
  ['rotation', 'rbRotation', 4],
  ['nextTranslation', 'rbNextTranslation', 3],
  ['nextRotation', 'rbNextRotation', 4],
  ['linvel', 'rbLinvel', 3],
  ['angvel', 'rbAngvel', 3],
  ['worldCom', 'rbWorldCom', 3],
  ['invMass', 'rbEffectiveInvMass', 3],
  ['invInertia', 'rbEffectiveWorldInvInertia', 6],
  ['force', 'rbUserForce', 3],
  ['torque', 'rbUserTorque', 3],
];

/** Drops what does not hold what the API says now. */
export function narrowBodySearch(search: BodySearch, memory: MemoryView, world: World, engine: Engine): void {
  const out = new Float32Array(8);
  const { arena, colliderArena, offsets } = search;
  const bodies = memory.u32[(address(world.bodies.raw) + arena.offset) >> 2];
  const colliders = memory.u32[(address(world.colliders.raw) + colliderArena.offset) >> 2];
  const narrowFloats = (name: string, base: number, size: number, getter: Getter, handle: number, length: number) => {
    getter(handle, out);
    const left = offsets.get(name) ?? everyOffset(size);
    offsets.set(name, holdingFloats(memory, base, left, out.subarray(0, length)));
  };
  const narrowByte = (name: string, base: number, value: number) => {
    const left = offsets.get(name) ?? everyOffset(arena.stride, 1);
    offsets.set(name, holdingByte(memory, base, left, value));
  };
  world.bodies.forEach((body) => {
    const base = bodies + handleIndex(body.handle) * arena.stride;
    for (const [name, getter, length] of FLOATS) {
      narrowFloats(name, base, arena.stride, bind(engine.bodies, getter), body.handle, length);
    }
    narrowByte('type', base, body.bodyType());
    narrowByte('sleeping', base, body.isSleeping() ? 1 : 0);
    narrowByte('enabled', base, body.isEnabled() ? 1 : 0);
  });
  world.colliders.forEach((collider) => {
    const base = colliders + handleIndex(collider.handle) * colliderArena.stride;
    const { stride } = colliderArena;
    narrowFloats('place', base, stride, bind(engine.colliders, 'coTranslation'), collider.handle, 3);
    narrowFloats('turn', base, stride, bind(engine.colliders, 'coRotation'), collider.handle, 4);
  });
}

export function finishBodySearch({ arena, colliderArena, offsets }: BodySearch): [BodyLayout, ColliderLayout] {
  const one = (name: string) => onlyOffset(offsets, name);
  const bodies = { arena, type: one('type'), sleeping: one('sleeping'), enabled: one('enabled') } as BodyLayout;
  for (const [name] of FLOATS) bodies[name] = one(name);
  return [bodies, { arena: colliderArena, translation: one('place'), rotation: one('turn') }];
}
