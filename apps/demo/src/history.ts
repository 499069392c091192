import type { DemoScene, Values } from '@stiction/scenes/demo';

/** Data of the chart: one number over the whole run in both worlds, and the reference. */
export interface History {
  readonly times: number[];
  readonly theory: (number | null)[];
  readonly stock: (number | null)[];
  readonly stiction: (number | null)[];
  /** Initial time range of the chart [s]. */
  readonly span: number;
  /** Index of the latest point; -1 before the first. */
  readonly latest: number;
  add(step: number, stock: number, stiction: number): void;
  /** Recomputes the reference after a live value has changed. */
  renewTheory(): void;
}

const POINTS = 400;

/** The reference is known from the start, the worlds as they run. A long run keeps every second point, so that the whole of it fits. */
export function createHistory(demo: DemoScene, values: Values, dt: number): History {
  const { span, theory } = demo.curve;
  const toPoint = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const theoryAt = (time: number): number | null => toPoint(theory?.call(demo.curve, time, values) ?? Number.NaN);
  let stride = Math.max(1, Math.round(span / POINTS / dt));
  const count = Math.floor(span / (stride * dt)) + 1;
  const history = {
    span,
    latest: -1,
    times: Array.from({ length: count }, (_, k) => k * stride * dt),
    theory: [] as (number | null)[],
    stock: new Array<number | null>(count).fill(null),
    stiction: new Array<number | null>(count).fill(null),
    add(step: number, stock: number, stiction: number) {
      if (step / stride >= 2 * POINTS) halve();
      if (step % stride !== 0) return;
      const k = step / stride;
      history.latest = k;
      if (k >= history.times.length) {
        history.times.push(step * dt);
        history.theory.push(theoryAt(step * dt));
      }
      history.stock[k] = toPoint(stock);
      history.stiction[k] = toPoint(stiction);
    },
    renewTheory() {
      history.theory = history.times.map(theoryAt);
    },
  };

  function halve(): void {
    const columns: unknown[][] = [history.times, history.theory, history.stock, history.stiction];
    for (const column of columns) {
      const half = Math.ceil(column.length / 2);
      for (let k = 0; k < half; k++) column[k] = column[2 * k];
      column.length = half;
    }
    stride *= 2;
    history.latest = Math.floor(history.latest / 2);
  }

  history.renewTheory();
  return history;
}
