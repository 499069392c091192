// Run by allocation.test.ts in its own process, with enough room for young objects that nothing is collected.
import { anisotropic } from '@stiction/friction-core';
import type { Port } from '../src/core/port.js';
import { createState } from '../src/core/state.js';
import { stepVehicle } from '../src/core/step.js';
import { addWheelTo } from '../src/vehicle/options.js';

const h = 1 / 60;
const grain = anisotropic({ mu: [0.5, 0.7] });
const state = createState(Float64Array.of(0, 1, 0), Float64Array.of(-1, 0, 0));
for (const z of [1.4, -1.4]) {
  for (const x of [0.8, -0.8]) {
    addWheelTo(state, {
      position: [x, -0.1, z],
      radius: 0.35,
      suspension: { rest: 0.4, stiffness: 25_000, damping: 2500 },
    });
  }
}
state.couplings.push({ a: 2, b: 3, torque: 300 });
state.bars.push({ a: 0, b: 1, stiffness: 20_000 });

/** Flat ground at y = 0, and a chassis that this port integrates. */
const position = Float64Array.of(0, 0.75, 0);
const velocity = new Float64Array(6);
const port: Port = {
  readChassis({ bodies, gravity }) {
    gravity[1] = -9.81;
    bodies.kind[0] = 2;
    for (let e = 0; e < 3; e++) {
      bodies.origin[e] = position[e];
      bodies.com[e] = position[e];
      bodies.invMass[e] = 1e-3;
    }
    bodies.rotation[3] = 1;
    for (let e = 0; e < 6; e++) bodies.velocity[e] = velocity[e];
    bodies.known[1] = -9.81 * h;
    bodies.invInertia[0] = bodies.invInertia[3] = bodies.invInertia[5] = 1 / 1500;
    return true;
  },
  cast({ wheels }) {
    for (let i = 0; i < wheels.count; i++) {
      wheels.hit[i] = 1;
      wheels.distance[i] = position[1] + wheels.position[3 * i + 1];
      wheels.normal[3 * i] = wheels.normal[3 * i + 2] = 0;
      wheels.normal[3 * i + 1] = 1;
      wheels.groundKey[i] = 7;
    }
  },
  readGround({ bodies }, slot) {
    bodies.kind[slot] = 0;
    bodies.rotation[4 * slot + 3] = 1;
  },
  groundLaw: (_, i) => (i < 2 ? grain : 0.7),
  apply({ bodies }) {
    for (let e = 0; e < 3; e++) {
      velocity[e] += bodies.known[e] + bodies.invMass[e] * bodies.impulse[e];
      position[e] += h * velocity[e];
    }
  },
};

let k = 0;
function step(): void {
  k++;
  state.wheels.drive.fill(k % 100 < 60 ? 500 : 0, 0, 4);
  state.wheels.brake.fill(k % 100 > 70 ? 3000 : 0, 0, 4);
  stepVehicle(state, port, h);
}

for (let i = 0; i < 4000; i++) step();
const steps = 400;
const before = process.memoryUsage().heapUsed;
for (let i = 0; i < steps; i++) step();
const bytes = (process.memoryUsage().heapUsed - before) / steps;
process.stdout.write(JSON.stringify({ bytes, speed: velocity[2], load: state.wheels.load[0] / h }));
