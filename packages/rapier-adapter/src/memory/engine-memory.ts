import type { Collider, World } from '@dimforge/rapier3d-compat';
import { calibrate } from './calibrate.js';
import type { MemoryLayout } from './layout.js';
import { rawShapesOf, worldClass } from './private-world.js';
import { handleIndex, type MemoryView, openMemory, type RawObject } from './view.js';

/** The memory of an engine, what is where in it, and where one world has its sets. */
export interface EngineMemory {
  view: MemoryView;
  layout: MemoryLayout;
  bodySet: number;
  colliderSet: number;
  narrowPhase: number;
}

interface Calibration {
  view?: MemoryView;
  layout?: MemoryLayout;
  /** Why it did not work out, or ''. */
  failure: string;
}

/** An engine is calibrated once; its class of worlds stands for it. */
const calibrations = new WeakMap<object, Calibration>();

/** Null while the world has no colliders: they lead to the engine's shapes. Throws where the engine cannot be read. */
export function openEngineMemory(world: World, colliders: Iterable<Collider>): EngineMemory | null {
  const engine = worldClass(world);
  let calibration = calibrations.get(engine);
  if (!calibration) {
    const shapes = rawShapesOf(colliders);
    if (!shapes) return null;
    calibration = { failure: '' };
    calibrations.set(engine, calibration);
    try {
      calibration.view = openMemory(shapes);
      calibration.layout = calibrate(world, shapes, calibration.view);
    } catch (error) {
      calibration.failure = error instanceof Error ? error.message : String(error);
    }
  }
  const { view, layout, failure } = calibration;
  if (!view || !layout || failure !== '') throw new Error(failure);
  return {
    view,
    layout,
    bodySet: addressOf(world.bodies.raw),
    colliderSet: addressOf(world.colliders.raw),
    narrowPhase: addressOf(world.narrowPhase.raw),
  };
}

function addressOf(raw: unknown): number {
  return (raw as RawObject).__wbg_ptr;
}

/** The address of a body. */
export function bodyAddress({ view, layout, bodySet }: EngineMemory, handle: number): number {
  const { offset, stride } = layout.bodies.arena;
  return view.u32[(bodySet + offset) >> 2] + handleIndex(handle) * stride;
}
