// Run by allocation.test.ts in a separate process, with a young generation so large that nothing is collected.
import { DISC_SIZE, evalDisc } from '../../src/kernels/disc.js';
import { createPolygonWriter, maxPolygonSize, writeDisc, writePolygon } from '../../src/kernels/kernel-data.js';
import { evalPolygon } from '../../src/kernels/polygon.js';
import { distributedModel } from '../../src/models/distributed.js';
import { reducedModel } from '../../src/models/reduced.js';
import { lineContact } from '../../src/pressure/line.js';
import { loadDependentPressure, loadDependentSurface } from '../../src/pressure/load-dependent.js';
import { rectangle } from '../../src/pressure/polygon.js';
import { evaluatePressure } from '../../src/pressure/pressure.js';
import { disc, hertz } from '../../src/pressure/round.js';
import { sumPressure } from '../../src/pressure/sum.js';
import { limitSurface } from '../../src/surfaces/limit-surface.js';
import { P1 } from './support.js';

const COUNT = 64;
const writer = createPolygonWriter();
const twists = Float64Array.from({ length: 3 * COUNT }, (_, k) => Math.sin(1.3 * k));
const slow = twists.map((v) => 1e-3 * v);
const out = new Float64Array(3 * COUNT);
const twist = new Float64Array(3);
const values = new Float64Array(10);
const polygonPatch = new Float64Array(maxPolygonSize(6));
const discPatch = new Float64Array(DISC_SIZE);
const xy = Float64Array.of(-1, -0.7, 1, -0.9, 1.2, 0.5, 0.4, 0.9, -0.6, 0.8, -1, 0.2);
const ends = Int32Array.of(6);
const centre = new Float64Array(2);
let edges = 0;
let far = 0;

function write(clipped: boolean): void {
  far = 1 - far;
  centre[0] = (clipped ? 0.7 : 0.05) + 0.01 * far;
  centre[1] = 0.1;
  edges = writePolygon(writer, xy, ends, 1, centre, polygonPatch, 0);
}
write(false);
centre.fill(0.1);
writeDisc(1, 0, 0, 0, centre, discPatch, 0);

function evaluate(kernel: () => void): void {
  for (let k = 0; k < COUNT; k++) {
    for (let j = 0; j < 3; j++) twist[j] = twists[3 * k + j];
    kernel();
  }
}
const polygon = () => evalPolygon(polygonPatch, 0, edges, twist, values);
const round = () => evalDisc(discPatch, 0, twist, values);

const several = sumPressure([
  { pressure: disc({ radius: 1 }), at: [2, 0.3] },
  { pressure: rectangle({ width: 1, height: 2, gradient: [0.1, 0.2] }) },
  { pressure: hertz({ radius: 1 }), at: [-2, 0.1] },
  { pressure: lineContact({ length: 1 }), load: 0.7 },
]);
const sum = () => evaluatePressure(several, twist, values);

const explicit = distributedModel(disc({ radius: 0.01 }), P1, { cells: 5 });
const implicit = distributedModel(disc({ radius: 0.01 }), P1, { method: 'implicit', cells: 5 });
const table = reducedModel(limitSurface(disc({ radius: 0.01, gradient: [10, 0] }), { resolution: 16 }), P1);
const growing = reducedModel(loadDependentSurface(loadDependentPressure({ radius: 0.01 })), P1, { method: 'implicit' });

const TURNS = 60;
/** Minimum over several rounds: in earlier ones the runtime may still be compiling. */
function measure(act: () => void, rounds = 300): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least >= 0.5; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < TURNS; k++) act();
    const used = process.memoryUsage().heapUsed - before;
    if (used >= 0) least = Math.min(least, used / TURNS / COUNT);
  }
  return least;
}

console.log(
  JSON.stringify({
    polygon: measure(() => evaluate(polygon)),
    disc: measure(() => evaluate(round)),
    sum: measure(() => evaluate(sum)),
    write: measure(() => {
      for (let k = 0; k < COUNT; k++) write(false);
    }),
    clip: measure(() => {
      for (let k = 0; k < COUNT; k++) write(true);
    }),
    explicit: measure(() => explicit.steps(slow, COUNT, 1, 1e-6, out)),
    implicit: measure(() => implicit.steps(slow, COUNT, 1, 1e-2, out)),
    table: measure(() => table.steps(twists, COUNT, 1, 1e-7, out)),
    growing: measure(() => growing.steps(twists, COUNT, 1, 1e-2, out)),
  }),
);
