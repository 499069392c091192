import type { FrictionLaw } from '../laws/friction-law.js';
import { assert } from './check.js';
import type { BodySpec, EngineWorld, ShapeSpec, Vector, WorldSpec } from './engine-world.js';

/** Builds a stock world of the engine. */
export type AdapterDriver = (spec: WorldSpec) => EngineWorld;

export const G = 9.81;

const BOX: ShapeSpec = { kind: 'box', halfExtents: [0.25, 0.25, 0.1] };
const GROUND: BodySpec = {
  name: 'ground',
  kind: 'fixed',
  shape: { kind: 'ground' },
  position: [0, 0, 0],
  material: 'ground',
};

/** A box of 0.5 x 0.5 x 0.2 m whose material has its name. */
export function box(name: string, position: Vector, mass = 1): BodySpec {
  return { name, kind: 'dynamic', shape: BOX, mass, position, material: name };
}

/** Bodies on the ground, with Stiction if a law is given. */
export function build(
  driver: AdapterDriver,
  bodies: readonly BodySpec[],
  law: FrictionLaw | null,
  stockMu = 0.5,
): EngineWorld {
  const world = driver({ name: 'conformance', gravity: [0, 0, -G], bodies: [GROUND, ...bodies], stockMu });
  if (law) world.install(law);
  return world;
}

export function run(world: EngineWorld, seconds: number, dt: number, each?: (time: number) => void): void {
  const steps = Math.round(seconds / dt);
  for (let k = 0; k < steps; k++) {
    each?.(k * dt);
    world.step(dt);
  }
}

/** Poses and velocities, exact to the last bit. */
export function bitsOf(world: EngineWorld, names: readonly string[]): string {
  return names
    .flatMap((name) => [
      ...world.position(name),
      ...world.rotation(name),
      ...world.velocity(name),
      ...world.angularVelocity(name),
    ])
    .join();
}

export function assertThrows(what: string, message: RegExp, act: () => unknown): void {
  let thrown: string | null = null;
  try {
    act();
  } catch (error) {
    thrown = error instanceof Error ? error.message : String(error);
  }
  assert(thrown !== null, `${what} should throw`);
  assert(message.test(thrown), `${what} should throw ${message} but throws: ${thrown}`);
}
