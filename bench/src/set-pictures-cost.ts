import { SETS } from './set-pictures-sets.js';

/**
 * Cost of one block step of each set, for docs/sets/README.md: `npm run sets:cost -w @stiction/bench`. A thousand random blocks of a body of
 * 1 kg; nanoseconds per call, the fastest of 60 rounds, sticking and sliding separately.
 */
const COUNT = 1000;
const ROUNDS = 60;

let seed = 1;
function random(): number {
  seed = (seed * 16807) % 2147483647;
  return 2 * (seed / 2147483647) - 1;
}

/** Blocks of a box at its lower face: [a11, a12, a13, a22, a23, a33], slightly coupled. */
const blocks = new Float64Array(6 * COUNT);
const slips = new Float64Array(3 * COUNT);
for (let k = 0; k < COUNT; k++) {
  blocks.set(
    [2 + 0.3 * random(), 0.2 * random(), 2 * random(), 2 + 0.3 * random(), 2 * random(), 60 + 10 * random()],
    6 * k,
  );
  slips.set([random(), random(), 6 * random()], 3 * k);
}

const c = new Float64Array(3);
const out = new Float64Array(3);
const scale = new Float64Array(1);

console.log('| set | sticking, ns | sliding, ns |\n|---|---|---|');
for (const { name, set, shape } of SETS) {
  const times = [0, 1].map((sliding) => {
    // A large load sticks, a small one slides.
    scale[0] = sliding === 1 ? 0.1 : 100;
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = process.hrtime.bigint();
      let slid = 0;
      for (let again = 0; again < 20; again++) {
        for (let k = 0; k < COUNT; k++) {
          for (let e = 0; e < 3; e++) c[e] = slips[3 * k + e];
          if (set.minimize(blocks, 6 * k, c, scale, 0, shape, 0, out)) slid++;
        }
      }
      rounds.push(Number(process.hrtime.bigint() - start) / (20 * COUNT));
      const share = slid / (20 * COUNT);
      if (sliding === 1 ? share < 0.9 : share > 0.1) throw new Error(`${name}: ${share} of the blocks slide`);
    }
    return Math.min(...rounds);
  });
  console.log(`| ${name} | ${times.map((time) => time.toFixed(0)).join(' | ')} |`);
}
