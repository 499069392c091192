import { ANGLE, DSPIN, INERTIA, MASS } from './constants.js';
import type { EngineBodies, FloorEngine } from './engine.js';
import { createFloorHandle, type Floor } from './handle.js';
import { type FloorOptions, requireFloorOptions } from './options.js';
import { createFloorState, type FloorState } from './state.js';
import { stepFloor, visitBody } from './step.js';

/** A floor for an engine without an entry of its own. */
export interface CustomFloor<Body> extends Floor<Body> {
  /** Adds a body that lies on the floor. */
  add(body: Body): void;
  /** Removes it; the floor forgets its material. */
  remove(body: Body): void;
  /** Applies friction for a step of dt seconds. Call it before each step of the engine. */
  step(dt: number): void;
}

/** A floor for any 2-D engine, by five functions. */
export function createFloor<Body extends object>(engine: FloorEngine<Body>, options: FloorOptions): CustomFloor<Body> {
  for (const name of ['velocity', 'mass', 'inertia', 'footprint', 'applyImpulse'] as const) {
    if (typeof engine?.[name] !== 'function') throw new TypeError(`createFloor: engine.${name} must be a function`);
  }
  const settings = requireFloorOptions('createFloor', options);
  const list = new Set<Body>();
  const motion = new Float64Array(DSPIN + 1);
  const port: EngineBodies<Body> = {
    name: 'a custom engine',
    forEach: (visit) => list.forEach(visit),
    isActive: () => true,
    read(body, dt, out) {
      motion.fill(0, ANGLE + 1);
      engine.velocity(body, motion, dt);
      for (let e = 0; e <= DSPIN; e++) out[e] = motion[e];
      out[MASS] = engine.mass(body);
      out[INERTIA] = engine.inertia(body);
    },
    footprint: (body) => engine.footprint(body),
    apply: (body, impulse, dt) => engine.applyImpulse(body, impulse, dt),
  };
  const state = startFloor(port, settings);
  return {
    ...createFloorHandle(state, () => list.clear()),
    add: (body) => void list.add(body),
    remove: (body) => void list.delete(body),
    step: (dt) => {
      if (state.installed) stepFloor(state, dt);
    },
  };
}

/** Creates the state of a floor that is stepped with `stepFloor`. */
export function startFloor<Body>(
  engine: EngineBodies<Body>,
  settings: ReturnType<typeof requireFloorOptions>,
): FloorState<Body> {
  const state = createFloorState(engine, settings);
  state.visit = (body) => visitBody(state, body);
  return state;
}
