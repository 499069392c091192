import type { Theme } from '../theme.js';

interface Line {
  x: readonly number[];
  y: readonly number[];
  colour: string;
  width: number;
  dashed?: boolean;
}

export interface XyPlot {
  draw(
    lines: readonly Line[],
    theme: Pick<Theme, 'text' | 'grid'>,
    mark?: { x: number; y: number; colour: string },
  ): void;
}

const LEFT = 42;
const BOTTOM = 24;
const TOP = 10;
const RIGHT = 12;

/** Curves that may double back, such as loops, which a chart over time cannot show. The axes span all data. */
export function createXyPlot(canvas: HTMLCanvasElement): XyPlot {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let again: (() => void) | null = null;
  new ResizeObserver(() => again?.()).observe(canvas);

  const plot: XyPlot = {
    draw(lines, theme, mark) {
      again = () => plot.draw(lines, theme, mark);
      const { clientWidth: width, clientHeight: height } = canvas;
      const ratio = Math.min(devicePixelRatio, 2);
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const [left, right] = span(lines.map(({ x }) => x));
      const [low, high] = span(lines.map(({ y }) => y));
      const toX = (x: number): number => LEFT + ((x - left) / (right - left)) * (width - LEFT - RIGHT);
      const toY = (y: number): number => height - BOTTOM - ((y - low) / (high - low)) * (height - BOTTOM - TOP);
      context.font = '12px system-ui, sans-serif';
      context.lineWidth = 1;
      context.strokeStyle = theme.grid;
      context.fillStyle = theme.text;
      context.textAlign = 'center';
      context.textBaseline = 'top';
      for (const x of ticks(left, right, width / 90)) {
        stroke(context, [toX(x), toX(x)], [TOP, height - BOTTOM]);
        context.fillText(label(x), toX(x), height - BOTTOM + 6);
      }
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      for (const y of ticks(low, high, height / 45)) {
        stroke(context, [LEFT, width - RIGHT], [toY(y), toY(y)]);
        context.fillText(label(y), LEFT - 6, toY(y));
      }
      for (const { x, y, colour, width: thick, dashed = false } of lines) {
        context.strokeStyle = colour;
        context.lineWidth = thick;
        context.lineJoin = 'round';
        context.setLineDash(dashed ? [5, 5] : []);
        stroke(context, x.map(toX), y.map(toY));
      }
      context.setLineDash([]);
      if (!mark) return;
      context.fillStyle = mark.colour;
      context.beginPath();
      context.arc(toX(mark.x), toY(mark.y), 5, 0, 2 * Math.PI);
      context.fill();
    },
  };
  return plot;
}

function stroke(context: CanvasRenderingContext2D, x: readonly number[], y: readonly number[]): void {
  context.beginPath();
  for (let k = 0; k < x.length; k++) context.lineTo(x[k], y[k]);
  context.stroke();
}

function span(columns: readonly (readonly number[])[]): [number, number] {
  const all = columns.flat().filter(Number.isFinite);
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const margin = 0.06 * (high - low) || 0.5;
  return [low - margin, high + margin];
}

function ticks(low: number, high: number, most: number): number[] {
  const wanted = (high - low) / Math.max(2, most);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, k) => (first + k) * step);
}

function label(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−');
}
