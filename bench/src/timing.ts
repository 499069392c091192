/** Times of named cases, in rounds in which they alternate, so that other load on the machine affects all of a round alike. */
export interface Case {
  name: string;
  run(): void;
  /** Items per run: times are per item. @default 1 */
  per?: number;
}

export interface Timed {
  name: string;
  /** Median, ns per item. */
  time: number;
  /** Per round: time relative to a fixed computation in the same round, so that runs on other machines or under other load compare. */
  rounds: number[];
}

export interface RaceOptions {
  /** @default 15 */
  rounds?: number;
  /** Milliseconds of one measurement. @default 10 */
  target?: number;
}

/** Milliseconds. */
const WARM = 60;

export function race(cases: readonly Case[], { rounds = 15, target = 10 }: RaceOptions = {}): Timed[] {
  const counts = cases.map(({ run }) => {
    // Warm up the compiler.
    for (let k = 0, spent = 0; k < 3 || (k < 1000 && spent < WARM); k++) spent += timeOf(run);
    return Math.max(1, Math.round(target / Math.max(timeOf(run), 1e-3)));
  });
  yardstick();
  const times = cases.map((): number[] => []);
  const ratios = cases.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [k, { run, per = 1 }] of cases.entries()) {
      // Time the yardstick next to each case: load varies within a round.
      const unit = timeOf(yardstick);
      const time = timeOf(() => {
        for (let n = 0; n < counts[k]; n++) run();
      });
      times[k].push((1e6 * time) / counts[k] / per);
      ratios[k].push(time / counts[k] / per / unit);
    }
  }
  return cases.map(({ name }, k) => ({ name, time: quantile(times[k], 0.5), rounds: ratios[k] }));
}

/** ms. Wall-clock time includes other processes, CPU time includes the garbage collector's threads: take the smaller one. */
export function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  const start = performance.now();
  run();
  const clock = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return Math.min(clock, (user + system) / 1000);
}

const SIZE = 96;
const A = Float64Array.from({ length: SIZE * SIZE }, (_, k) => ((7 * k) % 13) / 13);
const B = new Float64Array(SIZE * SIZE);

/** A matrix product: some milliseconds of plain arithmetic. */
function yardstick(): void {
  for (let i = 0; i < SIZE; i++) {
    for (let j = 0; j < SIZE; j++) {
      let sum = 0;
      for (let k = 0; k < SIZE; k++) sum += A[i * SIZE + k] * A[j * SIZE + k];
      B[i * SIZE + j] = sum;
    }
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}
