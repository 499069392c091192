import type { DemoScene, Values } from '@stiction/scenes/demo';

/** Data of the chart: one number over time in both worlds, and the reference. */
export interface History {
  readonly times: number[];
  readonly theory: (number | null)[];
  readonly stock: (number | null)[];
  readonly stiction: (number | null)[];
  /** Time range of the chart [s]. */
  readonly span: number;
  /** Index of the latest point; -1 before the first. */
  readonly latest: number;
  add(step: number, stock: number, stiction: number): void;
  /** Recomputes the reference after a live value has changed. */
  renewTheory(): void;
}

const POINTS = 400;

/** The reference is known from the start, the worlds as they run; beyond its span the chart scrolls. */
export function createHistory(demo: DemoScene, values: Values, dt: number): History {
  const { span, theory } = demo.curve;
  const stride = Math.max(1, Math.round(span / POINTS / dt));
  const count = Math.floor(span / (stride * dt)) + 1;
  const toPoint = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const theoryAt = (time: number): number | null => toPoint(theory?.call(demo.curve, time, values) ?? Number.NaN);
  const history = {
    span,
    latest: -1,
    times: Array.from({ length: count }, (_, k) => k * stride * dt),
    theory: [] as (number | null)[],
    stock: new Array<number | null>(count).fill(null),
    stiction: new Array<number | null>(count).fill(null),
    add(step: number, stock: number, stiction: number) {
      if (step % stride !== 0) return;
      let k = step / stride - dropped;
      if (k >= 2 * count) {
        // Keep only what is visible.
        for (const column of [history.times, history.theory, history.stock, history.stiction]) column.splice(0, count);
        dropped += count;
        k -= count;
      }
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
  let dropped = 0;
  history.renewTheory();
  return history;
}
