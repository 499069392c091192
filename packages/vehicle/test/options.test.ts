import * as CANNON from 'cannon-es';
import { expect, test } from 'vitest';
import { createVehicle } from '../src/cannon/index.js';
import { magicFormula, tyre, type WheelOptions } from '../src/index.js';

function createCar() {
  const world = new CANNON.World();
  const chassis = new CANNON.Body({ mass: 1000, shape: new CANNON.Box(new CANNON.Vec3(1, 0.3, 2)) });
  world.addBody(chassis);
  return createVehicle(null, chassis);
}

const good: WheelOptions = { position: [0, 0, 1], radius: 0.3, suspension: { rest: 0.4 } };

test.each<[Partial<Record<string, unknown>>, string]>([
  [{ radius: 0 }, 'addWheel: radius must be a finite number > 0 m (got 0)'],
  [{ radius: '1' }, "addWheel: radius must be a finite number > 0 m (got '1', a string)"],
  [{ position: [0, 1] }, 'addWheel: position must be three finite numbers [x, y, z] (got 0,1)'],
  [{ suspension: { rest: -1 } }, 'addWheel: suspension.rest must be a finite number > 0 m (got -1)'],
  [
    { suspension: { rest: 1, frequency: 1, stiffness: 1 } },
    'addWheel: suspension must have either frequency or stiffness, not both',
  ],
  [
    { suspension: { rest: 1, stiffness: 1 } },
    'addWheel: suspension.damping must be given in N s/m together with stiffness',
  ],
  [{ drives: -1 }, 'addWheel: drives must be true, false or a number >= 0 (got -1)'],
  [{ material: '' }, "addWheel: material must be a non-empty name (got '', a string)"],
  [{ cast: 'cone' }, 'addWheel: cast must be one of ray, cylinder (got cone)'],
  [{ colour: 1 }, "addWheel: unknown option 'colour'"],
])('addWheel refuses %o and changes nothing', (bad, message) => {
  const car = createCar();
  expect(() => car.addWheel({ ...good, ...bad } as WheelOptions)).toThrow(message);
  expect(car.wheels).toHaveLength(0);
});

test('controls refuse numbers that are not finite', () => {
  const car = createCar();
  const wheel = car.addWheel({ ...good, drives: true });
  expect(() => car.setSteering(Number.NaN)).toThrow('setSteering: angle must be a finite number (got NaN)');
  expect(() => car.setBrake(-1)).toThrow('setBrake: the value must be a number >= 0 (got -1)');
  expect(() => {
    wheel.drive = Number.POSITIVE_INFINITY;
  }).toThrow('wheel: drive must be a finite number (got Infinity)');
  expect(() => car.couple(wheel, wheel, 1)).toThrow('couple: both wheels must be different wheels of this vehicle');
});

test('tyres refuse contradictions', () => {
  expect(() => tyre({ peak: 0.1, stiffnessX: 10 })).toThrow('tyre: peak must not be combined');
  expect(() => tyre({ falloff: 2 })).toThrow('tyre: falloff must be a number from 0 to 1 (got 2)');
  expect(() => magicFormula({ B: 10, C: 3, D: 1 })).toThrow('magicFormula: C must be');
});

test('the peak of a magic formula is at its value D', () => {
  const { tyre: curve } = magicFormula({ B: 10, C: 1.6, D: 0.9, E: 0.5 });
  expect(curve.shape?.(curve.peakSlip ?? 0)).toBeCloseTo(1, 9);
  expect(curve.shape?.(1)).toBeLessThan(0.9);
});
