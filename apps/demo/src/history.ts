import type { Show, Values } from '@stiction/scenes/show';

/** What the chart shows: one number over time in both worlds, and the theory. */
export interface History {
  readonly times: number[];
  readonly theory: (number | null)[];
  readonly stock: (number | null)[];
  readonly stiction: (number | null)[];
  /** Seconds that the chart spans. */
  readonly span: number;
  /** The index of the latest point, -1 before there is one. */
  readonly latest: number;
  add(step: number, stock: number, stiction: number): void;
  /** Theory anew, after a live value has changed. */
  renewTheory(): void;
}

const POINTS = 400;

/** Theory is known from the start, the worlds as they go; beyond its span the chart moves on. */
export function createHistory(show: Show, values: Values, dt: number): History {
  const { span, theory } = show.curve;
  const stride = Math.max(1, Math.round(span / POINTS / dt));
  const count = Math.floor(span / (stride * dt)) + 1;
  const toPoint = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const theoryAt = (time: number): number | null => toPoint(theory?.call(show.curve, time, values) ?? Number.NaN);
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
        // Only what is seen is kept.
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
