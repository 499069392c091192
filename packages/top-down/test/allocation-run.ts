// Run by allocation.test.ts in its own process, with enough room for young objects that nothing is collected.
import { bristle, coulomb, stribeck } from '@stiction/friction-core';
import { disc, rectangle } from '@stiction/limit-surface';
import { createFloor } from '../src/index.js';

interface Body {
  /** vx, vy, spin, x, y, angle. */
  state: Float64Array;
  inertia: number;
  footprint: ReturnType<typeof disc>;
}

const dt = 1 / 60;
const round = disc({ radius: 0.3 });
const square = rectangle({ width: 0.5, height: 0.4 });
const floor = createFloor<Body>(
  {
    velocity: ({ state }, out) => out.set(state),
    mass: () => 1,
    inertia: ({ inertia }) => inertia,
    footprint: ({ footprint }) => footprint,
    applyImpulse({ state, inertia }, impulse) {
      state[0] += impulse[0];
      state[1] += impulse[1];
      state[2] += impulse[2] / inertia;
    },
  },
  { default: coulomb({ mu: 0.3 }), materialAt: (x) => (x > 0.3 && x < 0.6 ? 'ice' : 'floor') },
);
floor.setMaterialLaw('ice', coulomb({ mu: 0.05 }));
floor.setPair('spring', '*', bristle({ mu: 0.5, stiffness: 1000 }));
floor.setPair('steel', '*', stribeck({ muS: 0.4, muC: 0.2, vS: 0.1 }));
const bodies = Array.from({ length: 40 }, (_, k): Body => {
  const state = new Float64Array(6);
  return { state, inertia: 0.03, footprint: k % 2 === 0 ? round : square };
});
for (const [k, body] of bodies.entries()) {
  floor.add(body);
  floor.setMaterial(body, ['plain', 'spring', 'steel'][k % 3]);
}
const [tyre] = floor.tyres(bodies[0], [{ position: [0.2, 0] }, { position: [-0.2, 0.1], brake: 2 }], {
  centreHeight: 0.1,
});

let n = 0;
function step(): void {
  n++;
  for (let k = 0; k < bodies.length; k++) {
    const { state } = bodies[k];
    if (n % 50 === 0) {
      state[0] = 1 - 0.05 * k;
      state[1] = 0.3;
      state[2] = 0.2 * k - 4;
      state[3] = 0;
    }
    for (let e = 0; e < 3; e++) state[3 + e] += dt * state[e];
  }
  floor.step(dt);
}

for (let k = 0; k < 1500; k++) step();
const steps = 300;
const before = process.memoryUsage().heapUsed;
for (let k = 0; k < steps; k++) step();
const bytes = (process.memoryUsage().heapUsed - before) / steps / bodies.length;
process.stdout.write(JSON.stringify({ bytes, patches: floor.report.patches, load: tyre.load }));
