import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { History } from './simulation.js';
import type { Theme } from './theme.js';

export interface Chart {
  draw(history: History): void;
  setTheme(theme: Theme): void;
}

/** Speed over time: theory as a dashed ghost of the whole run, the engines as they go; wide below, so that all show. */
export function createChart(element: HTMLElement, initialTheme: Theme): Chart {
  let theme = initialTheme;
  let history: History | null = null;
  let plot = build();

  function build(): uPlot {
    const axis: uPlot.Axis = {
      stroke: () => theme.text,
      font: '12px system-ui, sans-serif',
      grid: { stroke: () => theme.grid, width: 1 },
      ticks: { show: false },
    };
    const options: uPlot.Options = {
      ...size(),
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: (_, min, max) => [min ?? 0, max ?? 1] },
        // Slips of micrometres per second must not fill the chart.
        y: { range: (_, _min, max) => [0, Math.max(0.5, 1.08 * (max ?? 0))] },
      },
      axes: [
        { ...axis, size: 26, gap: 2 },
        { ...axis, size: 34, gap: 4 },
      ],
      series: [
        {},
        { label: 'theory', stroke: () => theme.theory, width: 2, dash: [5, 5], pxAlign: 0, points: { show: false } },
        { label: 'stock', stroke: () => theme.stock, width: 5, pxAlign: 0, points: { show: false } },
        { label: 'Stiction', stroke: () => theme.stiction, width: 2.5, pxAlign: 0, points: { show: false } },
      ],
    };
    return new uPlot(options, history ? toData(history) : [[], [], [], []], element);
  }

  function size(): { width: number; height: number } {
    return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) };
  }

  new ResizeObserver(() => plot.setSize(size())).observe(element);

  return {
    draw(next) {
      history = next;
      plot.setData(toData(next));
    },
    setTheme(next) {
      theme = next;
      plot.destroy();
      plot = build();
    },
  };
}

function toData({ times, theory, stock, stiction }: History): uPlot.AlignedData {
  return [times, theory, stock, stiction];
}
