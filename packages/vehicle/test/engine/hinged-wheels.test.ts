import { anisotropic, coulomb, type FrictionLaw } from '@stiction/friction-core';
import { describe, expect, test } from 'vitest';
import { CAR_HEIGHT, HALF_BASE, type HingedCar, hingedCar } from './hinged-car.js';
import { CASES, distance, full, G, type Triple } from './support.js';

const WHEELS = CASES.filter(({ rate }) => full || rate === 60).flatMap((run) =>
  (full ? (['sphere', 'cylinder'] as const) : (['sphere'] as const)).map((wheel) => ({ ...run, wheel })),
);

function run(car: HingedCar, steps: number): void {
  for (let k = 0; k < steps; k++) car.step();
}

/** Deceleration with locked wheels, over g. */
function slide(car: HingedCar, dt: number, front: FrictionLaw, rear: FrictionLaw, velocity: Triple): number {
  car.setLaw('front', front);
  car.setLaw('rear', rear);
  car.brake(2000);
  run(car, Math.round(0.5 / dt));
  car.setVelocity(velocity);
  run(car, Math.round(0.2 / dt));
  const before = Math.hypot(...car.velocity());
  run(car, Math.round(0.4 / dt));
  return (before - Math.hypot(...car.velocity())) / 0.4 / G;
}

describe.each(WHEELS)('$engine at 1/$rate s, wheels are a $wheel on a hinge', ({ engine, dt, wheel }) => {
  test('friction of the hinges parks the car on 10 degrees', () => {
    const car = hingedCar(engine, dt, wheel, (10 * Math.PI) / 180);
    car.brake(500);
    run(car, 2 / dt);
    const from = car.position();
    run(car, 3 / dt);
    // Rapier's joints give way while they hold a load: some mm per 10 s.
    expect(distance(from, car.position())).toBeLessThan(engine === 'cannon' ? 1e-4 : 0.01);
  });

  test('locked wheels slide with the law of tyre and ground, of each axle', () => {
    const [grip, slip] = [coulomb({ mu: 0.8 }), coulomb({ mu: 0.3 })];
    const tolerance = engine === 'rapier' && wheel === 'cylinder' ? 0.03 : 0.015;
    const same = slide(hingedCar(engine, dt, wheel), dt, grip, grip, [0, 0, 8]);
    expect(Math.abs(same / 0.8 - 1)).toBeLessThan(tolerance);
    // Braking shifts load to the front axle.
    const expected = 0.55 / (1 - (0.5 * CAR_HEIGHT) / (2 * HALF_BASE));
    const mixed = slide(hingedCar(engine, dt, wheel), dt, grip, slip, [0, 0, 8]);
    expect(Math.abs(mixed / expected - 1)).toBeLessThan(tolerance);
  });
});

// Contacts of Rapier's cylinders change from step to step: the page says so.
describe.each(WHEELS.filter(({ engine, wheel }) => engine === 'cannon' || wheel === 'sphere'))(
  '$engine at 1/$rate s, wheels are a $wheel on a hinge',
  ({ engine, dt, wheel }) => {
    test('an anisotropic tyre slides more easily sideways', () => {
      const law = anisotropic({ mu: [0.3, 0.8], direction: [1, 0, 0] });
      expect(slide(hingedCar(engine, dt, wheel), dt, law, law, [0, 0, 8]) / 0.8).toBeCloseTo(1, 1.5);
      expect(slide(hingedCar(engine, dt, wheel), dt, law, law, [5, 0, 0]) / 0.3).toBeCloseTo(1, 1.5);
    });
  },
);
