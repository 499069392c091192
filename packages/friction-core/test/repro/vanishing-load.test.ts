import { expect, test } from 'vitest';
import { coulomb } from '../../src/index.js';
import { createBoxes } from '../boxes-world.js';

// The impulse of a contact that is about to separate decays by a factor in every sweep. Once its square underflowed, friction divided
// by 0: in a deep heap a ball became NaN after 12 s and fell through the floor.
test.each([1e-140, 1e-160, 1e-165, 1e-200, 1e-300, 5e-324])(
  'a box that slides under a load of %f N s stays finite',
  (load) => {
    const { bodies, store, step } = createBoxes(1, coulomb({ mu: 0.5 }));
    bodies.acceleration.fill(0);
    bodies.velocity[6] = 0.02;
    step();
    store.current.pointImpulse.fill(load, 0, 4);
    for (let k = 0; k < 20; k++) {
      bodies.velocity[8] = -load;
      step();
      for (const v of bodies.velocity) expect(Number.isFinite(v)).toBe(true);
    }
    expect(bodies.velocity[6]).toBeCloseTo(0.02, 12);
  },
);
