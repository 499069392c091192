import {
  disc,
  distributedModel,
  gridPressure,
  limitSurface,
  type PlanarModel,
  type PlanarParams,
  rectangle,
  reducedModel,
} from '@stiction/limit-surface';

/**
 * Cost of the planar models, laid out like [Waltersson] Tables II, V and VI: `tsx bench/src/limit-surface-speed.ts`. Medians of rounds in
 * which the contestants alternate, per second of CPU time, so that other programs disturb less. Also lists other results: the paper's
 * table (i7-1185G7), the authors' program and prototypes, measured on one machine.
 */

const ROUNDS = 9;
/** CPU time of one measurement [ms]. */
const TARGET = 60;

/** The authors' speed test: a square, a constant twist, elasto-plastic. */
const PARAMS: PlanarParams = { sigma0: 1e5, sigma1: 20, sigma2: 0.2, muC: 1, muS: 1.2, vS: 1e-3 };
const [VX, VY, W, DT] = [0.1, -0.05, 1.59, 1e-4];

const PAPER_DISTRIBUTED: Record<number, number> = {
  5: 1.6e5,
  9: 3.9e4,
  13: 2.8e4,
  17: 1.7e4,
  21: 1.1e4,
  25: 7.7e3,
  29: 5.7e3,
  33: 4.5e3,
  101: 4.3e2,
};
/** The authors' program in C++, a plain JavaScript prototype, a scalar C++ prototype. */
const PEERS_DISTRIBUTED: Record<number, [number, number, number]> = {
  5: [1.22e5, 1.61e6, 3.03e6],
  9: [5.17e4, 5.53e5, 9.8e5],
  13: [2.49e4, 2.71e5, 4.9e5],
  17: [1.35e4, 1.79e5, 2.65e5],
  21: [9.46e3, 1.17e5, 1.74e5],
  25: [6.18e3, 9.09e4, 1.37e5],
  29: [4.14e3, 5.54e4, 9.59e4],
  33: [3.55e3, 4.85e4, 7.12e4],
  101: [303, 3420, 7400],
};
const SIZES = [5, 9, 13, 17, 21, 25, 29, 33];

interface Contestant {
  name: string;
  /** Runs n steps. */
  run(n: number): void;
}

function processorTime(): number {
  return process.cpuUsage().user / 1000;
}

/** Steps per second of each contestant: medians. */
function race(contestants: readonly Contestant[]): number[] {
  const counts = contestants.map(({ run }) => {
    let count = 16;
    for (;;) {
      const start = processorTime();
      run(count);
      const time = processorTime() - start;
      if (time > TARGET / 4) return Math.ceil((count * TARGET) / time);
      count *= 4;
    }
  });
  const rates = contestants.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [k, { run }] of contestants.entries()) {
      const start = processorTime();
      run(counts[k]);
      rates[k].push((1000 * counts[k]) / (processorTime() - start));
    }
  }
  return rates.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1]);
}

const show = (value: number): string =>
  value >= 100 ? value.toExponential(1).replace('e+', 'e') : value.toPrecision(2);

function printTable(title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  console.log(`\n${title}\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

const square = (n: number) => gridPressure({ n, size: 0.02, weight: () => 1 });
const out = new Float64Array(3);

/** One call per step. */
function steady(name: string, model: PlanarModel): Contestant {
  return {
    name,
    run(n) {
      for (let k = 0; k < n; k++) model.step(VX, VY, W, 1, DT, out);
    },
  };
}

/** A thousand steps per call. */
function batched(name: string, model: PlanarModel): Contestant {
  const twists = Float64Array.from({ length: 3000 }, (_, k) => [VX, VY, W][k % 3]);
  const wrenches = new Float64Array(3000);
  return {
    name,
    run(n) {
      for (let k = 0; k < n; k += 1000) model.steps(twists, Math.min(1000, n - k), 1, DT, wrenches);
    },
  };
}

const rows = [...SIZES, 101].map((n) => {
  const [explicit, implicit] = race([
    steady('explicit', distributedModel(square(n), PARAMS)),
    steady('implicit', distributedModel(square(n), PARAMS, { method: 'implicit' })),
  ]);
  const [authors, plain, native] = PEERS_DISTRIBUTED[n];
  return [n, show(explicit), show(implicit), show(PAPER_DISTRIBUTED[n]), show(authors), show(plain), show(native)];
});
printTable(
  'Table II: distributed, steps per second by cells N × N',
  ['N', 'explicit', 'implicit', 'paper', "authors' C++", 'plain JS', 'C++ prototype'],
  rows,
);

// Fig. 5: slow enough that many cells need the exponential.
const PROFILE: PlanarParams = { sigma0: 1e6, sigma1: 800, sigma2: 0.2, muC: 1, muS: 1.2, vS: 1e-3 };
const profile = fig5(20_000);
function fig5(count: number): Float64Array {
  const t = [0, 0.6, 0.8, 1.4, 1.6, 2.2, 2.4, 2.7, 3.4, 4, 4.3, 4.6, 5];
  const curves = [
    [0, 0, 0, 0.015, 0.015, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0.006, 0.006, 0.006, 0.006, 0, 0],
    [0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
  ];
  const twists = new Float64Array(3 * count);
  for (let n = 0, k = 0; n < count; n++) {
    const now = (5 * n) / count;
    while (k < t.length - 2 && now >= t[k + 1]) k++;
    const share = (now - t[k]) / (t[k + 1] - t[k]);
    for (const [j, y] of curves.entries()) twists[3 * n + j] = y[k] + share * (y[k + 1] - y[k]);
  }
  return twists;
}
const wrenches = new Float64Array(profile.length);

function following(name: string, model: PlanarModel): Contestant {
  return {
    name,
    run(n) {
      for (let k = 0; k < n; k += 20_000) model.steps(profile, Math.min(20_000, n - k), 1, 1e-5, wrenches);
    },
  };
}
const c = 10;
const shapes = {
  square: square(21),
  circle: gridPressure({ n: 21, size: 0.02, weight: (_x, _y, i, j) => ((i - c) ** 2 + (j - c) ** 2 <= c * c ? 1 : 0) }),
  'gradient line': gridPressure({ n: 21, size: 0.02, weight: (_x, _y, i, j) => (i === c ? 1 - j / 21 : 0) }),
};
const PEERS_PROFILE: Record<string, [string, string]> = {
  square: ['7.1e3-9.8e3', '4.8e4-9.1e4'],
  circle: ['7.5e3-9.6e3', '5.9e4-9.4e4'],
  'gradient line': ['6.7e3-8.7e3', '7.4e5-7.7e5'],
};
printTable(
  'The motion of Fig. 5, N = 21: steps per second',
  ['shape', 'distributed', 'reduced', "authors' C++, distributed", 'JS prototypes, distributed'],
  Object.entries(shapes).map(([name, pressure]) => {
    const [cells, table] = race([
      following(name, distributedModel(pressure, PROFILE)),
      following(name, reducedModel(limitSurface(pressure), PROFILE)),
    ]);
    return [name, show(cells), show(table), ...PEERS_PROFILE[name]];
  }),
);

const PAPER_REDUCED: Record<number, [precompute: number, rate: number]> = {
  5: [24, 8.7e5],
  9: [54, 8.5e5],
  13: [100, 7.7e5],
  17: [180, 8.6e5],
  21: [260, 8.7e5],
  25: [370, 8.6e5],
  29: [490, 8.6e5],
  33: [630, 8.6e5],
};
const PEERS_PRECOMPUTE: Record<number, [authors: number, js: number]> = {
  5: [20.5, 0.352],
  9: [67.3, 0.524],
  13: [142, 0.905],
  17: [234, 1.94],
  21: [345, 3.64],
  25: [440, 4.55],
  29: [533, 6.86],
  33: [658, 9.86],
};

/** Median time to fill a table [ms]; every round uses another grid, because tables are cached by shape. */
function precompute(n: number, resolution: number): number {
  const times: number[] = [];
  for (let round = 0; round < 5 * ROUNDS; round++) {
    const pressure = gridPressure({
      n,
      size: 0.02,
      weight: (_x, _y, i) => (i === 0 ? 1 + 1e-3 * (round + seed++) : 1),
    });
    const start = processorTime();
    limitSurface(pressure, { resolution, interpolation: 'linear' });
    times.push(processorTime() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}
let seed = 0;

const LINEAR = { resolution: 20, interpolation: 'linear' } as const;
printTable(
  'Table V: reduced, by the cells N × N that its table is made from (20 nodes to a quarter turn, linear)',
  [
    'N',
    'precompute, ms',
    'step by step, it/s',
    'in a row, it/s',
    'paper, ms',
    'paper, it/s',
    "authors' C++, ms",
    'JS prototype, ms',
  ],
  SIZES.map((n) => {
    const model = () => reducedModel(limitSurface(square(n), LINEAR), PARAMS);
    const [single, many] = race([steady('step', model()), batched('steps', model())]);
    const [paperTime, paperRate] = PAPER_REDUCED[n];
    return [n, show(precompute(n, 20)), show(single), show(many), paperTime, show(paperRate), ...PEERS_PRECOMPUTE[n]];
  }),
);

const variants: [string, PlanarModel][] = [
  ['linear, 20 nodes (the paper, on a diamond)', reducedModel(limitSurface(square(21), LINEAR), PARAMS)],
  ['the same on a sphere', reducedModel(limitSurface(square(21), { ...LINEAR, map: 'spherical' }), PARAMS)],
  ['quadratic, 128 nodes (default)', reducedModel(limitSurface(square(21)), PARAMS)],
  ['default, of revolution', reducedModel(limitSurface(disc({ radius: 0.01 })), PARAMS)],
  ['default, implicit', reducedModel(limitSurface(square(21)), PARAMS, { method: 'implicit' })],
  ['ellipsoid', reducedModel(limitSurface(square(21)), PARAMS, { surface: 'ellipsoid' })],
];
const single = race(variants.map(([name, model]) => steady(name, model)));
const many = race(variants.map(([name, model]) => batched(name, model)));
printTable(
  'Reduced: tables and methods (JS prototypes: 1.4e7 step by step, 1.7e7 in a row, 7e6 on a sphere)',
  ['table', 'step by step, it/s', 'in a row, it/s'],
  variants.map(([name], k) => [name, show(single[k]), show(many[k])]),
);

const PEERS_NODES: Record<number, [paper: number, authors: number, js: number]> = {
  5: [22, 20.4, 0.728],
  9: [58, 56.7, 1.36],
  13: [110, 128, 1.99],
  17: [190, 314, 2.42],
  21: [290, 412, 3.16],
  25: [390, 463, 3.85],
  29: [530, 652, 4.41],
  33: [700, 813, 5.89],
};
printTable(
  'Table VI: precompute by nodes to a quarter turn, N = 21, ms',
  ['nodes', 'here', 'paper', "authors' C++", 'JS prototype'],
  SIZES.map((nodes) => [nodes, show(precompute(21, nodes)), ...PEERS_NODES[nodes]]),
);

/** Tables from closed forms, at the default resolution. */
function closedForm(make: (round: number) => ReturnType<typeof disc>): number {
  const times: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const pressure = make(round);
    const start = processorTime();
    limitSurface(pressure);
    times.push(processorTime() - start);
  }
  return times.sort((a, b) => a - b)[ROUNDS];
}
printTable(
  'Precompute from closed forms, 128 nodes to a quarter turn, ms',
  ['shape', 'here'],
  [
    ['rectangle', show(closedForm((round) => rectangle({ width: 1, height: 1 + 0.01 * round })))],
    ['tilted disc', show(closedForm((round) => disc({ radius: 1, gradient: [0.01 * (round + 1), 0] })))],
  ],
);
