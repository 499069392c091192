import { bristle, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import type { BodySpec, Scene, SceneWorld, ShapeSpec, Vector } from '../src/index.js';
import { engines } from './engines.js';
import { some } from './full.js';

/** A scene in other units: `length` units per metre, `mass` units per kilogram. Forces follow. */
interface Units {
  length: number;
  mass: number;
}

const SI: Units = { length: 1, mass: 1 };

function box(name: string, x: number, z: number, mass = 1, velocity: Vector = [0, 0, 0]): BodySpec {
  const shape = { kind: 'box', halfExtents: [0.25, 0.25, 0.1] } as const;
  return { name, kind: 'dynamic', shape, mass, position: [x, 0, z], velocity };
}

const BODIES: readonly BodySpec[] = [
  { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0] },
  box('slides', 0, 0.099, 1, [3, 0.5, 0]),
  box('falls', 10, 0.4, 2, [1, 0, 0]),
  box('below', 20, 0.099),
  box('above', 20.05, 0.298, 3),
  { ...box('rolls', 30, 0.299), shape: { kind: 'sphere', radius: 0.3 }, velocity: [0, 2, 0] },
];
const NAMES = BODIES.slice(1).map(({ name }) => name);

function scale(vector: Vector, factor: number): Vector {
  return [factor * vector[0], factor * vector[1], factor * vector[2]];
}

function scaleShape(shape: ShapeSpec, factor: number): ShapeSpec {
  switch (shape.kind) {
    case 'box':
      return { kind: 'box', halfExtents: scale(shape.halfExtents, factor) };
    case 'sphere':
      return { kind: 'sphere', radius: factor * shape.radius };
    case 'cylinder':
      return { kind: 'cylinder', radius: factor * shape.radius, height: factor * shape.height };
    case 'hull':
      return { kind: 'hull', points: shape.points.map((point) => scale(point, factor)) };
    case 'compound':
      return {
        kind: 'compound',
        parts: shape.parts.map((part) => ({
          ...part,
          shape: scaleShape(part.shape, factor),
          position: scale(part.position, factor),
        })),
      };
    case 'ground':
      return shape;
  }
}

function sceneIn({ length, mass }: Units, law: FrictionLaw): Scene {
  return {
    name: 'units',
    gravity: [0, 0, -9.81 * length],
    stockMu: 0.5,
    lengthUnit: length,
    law,
    duration: 1.5,
    bodies: BODIES.map((spec) => ({
      ...spec,
      shape: scaleShape(spec.shape, length),
      position: scale(spec.position, length),
      velocity: scale(spec.velocity ?? [0, 0, 0], length),
      mass: mass * (spec.mass ?? 0),
    })),
    // Half of the friction limit of the pair.
    drive: (world, time) => {
      if (time < 1) world.push('below', 10 * length * mass, 0, 0);
    },
  };
}

/** Largest difference of positions [m] and velocities [m/s] between the scene in some units and in SI, over all steps. */
function largestDifference(create: (scene: Scene) => SceneWorld, units: Units, law: (units: Units) => FrictionLaw) {
  const world = create(sceneIn(units, law(units)));
  const reference = create(sceneIn(SI, law(SI)));
  let position = 0;
  let velocity = 0;
  for (let k = 0; k < 90; k++) {
    world.step(1 / 60);
    reference.step(1 / 60);
    for (const name of NAMES) {
      for (let e = 0; e < 3; e++) {
        const x = world.position(name)[e] / units.length - reference.position(name)[e];
        const v = world.velocity(name)[e] / units.length - reference.velocity(name)[e];
        position = Math.max(position, Math.abs(x));
        velocity = Math.max(velocity, Math.abs(v));
      }
    }
  }
  const [distance] = reference.position('slides');
  expect(distance).toBeGreaterThan(0.5); // bodies moved
  world.dispose();
  reference.dispose();
  return { position, velocity };
}

const LAWS: Record<string, (units: Units) => FrictionLaw> = {
  coulomb: () => coulomb({ mu: 0.5 }),
  // N/m is kg/s²: it scales with the mass only.
  bristle: ({ mass }) => bristle({ mu: 0.5, stiffness: 1e4 * mass }),
};

/**
 * Scaling by powers of two causes no rounding, so it reveals lengths, speeds or masses that are treated as absolute. It is exact for masses
 * in both engines, and for lengths in cannon-es. Rapier has internal lengths that do not follow its `lengthUnit`: a stock world of these
 * boxes differs by up to 2e-4 m between lengthUnit 1 and 1/128. It also rounds to 24 bits.
 */
const EXACT = { position: 0, velocity: 0 };
const CLOSE = { position: 1e-6, velocity: 1e-6 };
const ROUGH = { position: 2e-4, velocity: 5e-3 };

const UNITS: [string, Units, cannon: typeof EXACT, rapier: typeof EXACT][] = [
  ['masses times 2¹⁰', { length: 1, mass: 1024 }, EXACT, EXACT],
  ['lengths times 2⁷', { length: 128, mass: 1 }, EXACT, ROUGH],
  ['lengths and masses divided', { length: 1 / 128, mass: 1 / 1024 }, EXACT, { ...ROUGH, velocity: 2e-2 }],
  ['centimetres and grams', { length: 100, mass: 1000 }, CLOSE, ROUGH],
  ['centimetres', { length: 100, mass: 1 }, CLOSE, ROUGH],
  ['millimetres', { length: 1000, mass: 1 }, CLOSE, ROUGH],
  ['grams', { length: 1, mass: 1000 }, CLOSE, { position: 1e-5, velocity: 1e-3 }],
];

for (const { engine, create } of engines) {
  describe.each(Object.keys(LAWS))(`%s in other units in ${engine}`, (name) => {
    test.each(some(UNITS, name === 'coulomb' ? 4 : 3))('%s: same motion', (_, units, cannon, rapier) => {
      const tolerance = engine === 'cannon' ? cannon : rapier;
      const found = largestDifference((scene) => create(scene, { stiction: true }), units, LAWS[name]);
      expect(found.position).toBeLessThanOrEqual(tolerance.position);
      expect(found.velocity).toBeLessThanOrEqual(tolerance.velocity);
    });
  });
}

test('without lengthUnit, tolerances in metres apply to centimetres', () => {
  const { create } = engines[0];
  const wrong = (scene: Scene) => create({ ...scene, lengthUnit: 1 }, { stiction: true });
  expect(largestDifference(wrong, { length: 100, mass: 1 }, LAWS.coulomb).position).toBeGreaterThan(1e-4);
});
