import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { History } from './history.js';
import type { Theme } from './theme.js';

export interface Chart {
  /** The reference is drawn only if the numbers may be compared with it. */
  draw(history: History, isComparable: boolean): void;
  setTheme(theme: Theme): void;
  /** Index of the point under the pointer; null if the pointer is elsewhere. */
  readonly hovered: number | null;
  /** Ends a zoom. */
  showAll(): void;
}

/** `change`: the pointer is over another point, or the time range has changed. `zoomed`: it is only a part of the run. */
export interface ChartEvents {
  change(zoomed: boolean): void;
}

/** Shortest time range that a drag selects [px]. */
const SHORTEST_DRAG = 8;

/**
 * A number over time: both worlds as they run, and the reference dashed over them and over the whole range. Lines below are wider, so that
 * all are visible. A drag zooms into a time range; a double click shows the whole run again.
 */
export function createChart(element: HTMLElement, initialTheme: Theme, on: ChartEvents): Chart {
  let theme = initialTheme;
  let history: History | null = null;
  let hasTheory = true;
  let hovered: number | null = null;
  /** The chosen time range [s]. */
  let zoom: [number, number] | null = null;
  let plot = build();

  function build(): uPlot {
    const axis: uPlot.Axis = {
      stroke: () => theme.text,
      font: '12px system-ui, sans-serif',
      grid: { stroke: () => theme.grid, width: 1 },
      ticks: { show: false },
    };
    const line = { pxAlign: 0, points: { show: false }, spanGaps: false } as const;
    const options: uPlot.Options = {
      ...size(),
      padding: [6, 10, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        points: { size: 7 },
        bind: { dblclick: () => showAll },
      },
      scales: {
        x: { time: false, range: () => zoom ?? timeRange(history) },
        y: { range: () => valueRange(history, zoom) },
      },
      hooks: { setCursor: [hover], setSelect: [select] },
      axes: [
        { ...axis, size: 24, gap: 2 },
        {
          ...axis,
          size: axisWidth,
          gap: 4,
          values: (_, splits) => format(splits),
        },
      ],
      series: [
        {},
        { ...line, label: 'stock', stroke: () => theme.stock, width: 4 },
        { ...line, label: 'Stiction', stroke: () => theme.stiction, width: 3 },
        { ...line, label: 'reference', show: hasTheory, stroke: () => theme.theory, width: 1.5, dash: [5, 5] },
      ],
    };
    return new uPlot(options, data(), element);
  }

  function data(): uPlot.AlignedData {
    return history ? [history.times, history.stock, history.stiction, history.theory] : [[], [], [], []];
  }

  function setZoom(next: [number, number] | null): void {
    zoom = next;
    plot.setData(data());
    on.change(zoom !== null);
  }

  function showAll(): null {
    setZoom(null);
    return null;
  }

  function hover({ cursor }: uPlot): void {
    const next = cursor.idx ?? null;
    if (next === hovered) return;
    hovered = next;
    on.change(zoom !== null);
  }

  function select({ select: { left, width }, posToVal, setSelect }: uPlot): void {
    if (width === 0) return;
    setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (width >= SHORTEST_DRAG) setZoom([posToVal(left, 'x'), posToVal(left + width, 'x')]);
  }

  function size(): { width: number; height: number } {
    return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) };
  }

  new ResizeObserver(() => plot.setSize(size())).observe(element);

  return {
    get hovered() {
      return hovered;
    },
    showAll,
    draw(next, isComparable) {
      // Another run is shown as a whole.
      if (zoom && history && next.span !== history.span) setZoom(null);
      history = next;
      if (isComparable !== hasTheory) {
        hasTheory = isComparable;
        plot.setSeries(3, { show: hasTheory });
      }
      plot.setData(data());
    },
    setTheme(next) {
      theme = next;
      plot.destroy();
      plot = build();
    },
  };
}

/** Width of the longest number. */
function axisWidth(_plot: uPlot, labels: string[] | null): number {
  const longest = (labels ?? []).reduce((length, label) => Math.max(length, label?.length ?? 0), 3);
  return 12 + 7 * longest;
}

/** The whole run. */
function timeRange(history: History | null): [number, number] {
  if (!history) return [0, 1];
  const now = history.latest < 0 ? 0 : history.times[history.latest];
  return [0, Math.max(history.span, now)];
}

/** Curves that deviate less from a level reference, as a share of the stock world's, are level to the eye. */
const LEVEL = 0.05;

/** The stock world may be off by orders of magnitude: it gets room, but must not flatten the correct curves, unless these are level anyway. */
function valueRange(history: History | null, zoom: readonly [number, number] | null): [number, number] {
  if (!history) return [0, 1];
  const { times } = history;
  const isShown = zoom ? (k: number) => times[k] >= zoom[0] && times[k] <= zoom[1] : () => true;
  const right = extent([history.theory, history.stiction], isShown);
  const all = extent([history.theory, history.stiction, history.stock], isShown);
  if (!(all[0] <= all[1])) return [0, 1];
  const exact = extent([history.theory], isShown);
  const isLevel = exact[0] === exact[1] && right[1] - right[0] < LEVEL * (all[1] - all[0]);
  const [low, high] = right[0] <= right[1] && !isLevel ? right : all;
  const room = 0.6 * Math.max(high - low, 0.2 * Math.max(Math.abs(low), Math.abs(high)));
  let bottom = Math.max(all[0], low - room);
  let top = Math.min(all[1], high + room);
  if (bottom > 0 && bottom < 0.5 * top) bottom = 0;
  if (top - bottom < 1e-9) {
    const middle = Math.abs(top);
    bottom -= middle > 0 ? 0.5 * middle : 0.5;
    top += middle > 0 ? 0.5 * middle : 0.5;
  }
  const margin = 0.06 * (top - bottom);
  return [bottom === 0 ? 0 : bottom - margin, top + margin];
}

/** Formats ticks with as many digits as they need: 0.025, not 0.03. */
function format(ticks: readonly number[]): string[] {
  const distance = Math.abs(ticks[1] - ticks[0]);
  const styles = [0, 1, 2, 3, 4].map((digits) => (tick: number) => tick.toFixed(digits));
  const small = [0, 1, 2, 3].map((digits) => (tick: number) => tick.toExponential(digits));
  const all = [...styles, ...small];
  const isExact = (style: (tick: number) => string) =>
    ticks.every((tick) => Math.abs(tick - Number(style(tick))) < 1e-6 * distance);
  const style = all.find(isExact) ?? all[all.length - 1];
  return ticks.map((tick) => (tick === 0 ? '0' : style(tick).replaceAll('-', '−')));
}

function extent(
  columns: readonly (readonly (number | null)[])[],
  isShown: (index: number) => boolean,
): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (let k = 0; k < column.length; k++) {
      const value = column[k];
      if (value === null || value === undefined || !isShown(k)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}
