import type { Point } from './law-pictures-runs.js';
import { renderSvg, writeSvg } from './svg.js';

/** Panels of one picture, two per row, rendered by echarts without a browser. Equal data gives equal bytes. */
export interface Panel {
  title: string;
  x: Axis;
  y: Axis;
  marks: Mark[];
}

export interface Axis {
  label: string;
  range: Point;
  /** Distance between tick labels. @default about a fifth */
  step?: number;
  /** Logarithmic axis. */
  log?: boolean;
}

export interface Mark {
  /** Shown in the legend. */
  name?: string;
  colour: string;
  /** 'line' is the default; 'arrows' go from each even point to the next. */
  as?: 'line' | 'dots' | 'area' | 'arrows';
  dashed?: boolean;
  width?: number;
  points: Point[];
}

export const COLOURS = { blue: '#1f5fa8', red: '#c8452f', green: '#2a7f4f', grey: '#8a8f98', violet: '#7a4fa3' };

/** Aspect ratio three to two. */
const GRID = { left: 60, top: 56, width: 282, height: 188, outerBoundsMode: 'none' };
const CELL = { width: 360, height: 300 };
const THUMB = { width: 180, height: 120 };
const INK = '#333';
const FOLDER = 'laws';

/** Writes docs/images/laws/<name>.svg. */
export function writePicture(name: string, title: string, panels: readonly Panel[]): void {
  const columns = Math.min(2, panels.length);
  const rows = Math.ceil(panels.length / columns);
  const grids = panels.map((_, k) => ({
    ...GRID,
    left: GRID.left + CELL.width * (k % columns),
    top: GRID.top + CELL.height * Math.floor(k / columns),
  }));
  const option = {
    grid: grids,
    title: panels.flatMap((panel, k) => headings(panel, grids[k])),
    xAxis: panels.map((panel, k) => ({ ...axis(panel.x), gridIndex: k, nameGap: 26 })),
    yAxis: panels.map((panel, k) => ({ ...axis(panel.y), gridIndex: k, nameGap: 38 })),
    series: panels.flatMap((panel, k) => panel.marks.map((mark) => series(mark, k, pixelsPerUnit(panel, GRID)))),
  };
  writeSvg(FOLDER, name, title, renderSvg(option, CELL.width * columns, CELL.height * rows));
}

/** Writes docs/images/laws/<name>-small.svg: one panel without text, for the table of all laws. */
export function writeThumbnail(name: string, title: string, panel: Panel): void {
  const grid = { left: 6, top: 4, width: 168, height: 112, outerBoundsMode: 'none' };
  const bare = { axisLabel: { show: false }, axisTick: { show: false }, name: '' };
  const option = {
    grid: [grid],
    xAxis: [{ ...axis(panel.x), ...bare }],
    yAxis: [{ ...axis(panel.y), ...bare }],
    series: panel.marks.map((mark) => series(mark, 0, pixelsPerUnit(panel, grid))),
  };
  writeSvg(FOLDER, `${name}-small`, title, renderSvg(option, THUMB.width, THUMB.height));
}

function headings(panel: Panel, grid: { left: number; top: number }): object[] {
  const named = panel.marks.filter(({ name }) => name !== undefined);
  const rich = Object.fromEntries(named.map(({ colour }, k) => [`c${k}`, { color: colour, fontSize: 12 }]));
  const symbol = ({ as, dashed }: Mark) => (as === 'dots' ? '●' : dashed ? '╌' : as === 'arrows' ? '→' : '━');
  const items = named.map((mark, k) => `{c${k}|${symbol(mark)} ${mark.name}}`);
  const length = named.reduce((sum, { name = '' }) => sum + name.length + 6, 0);
  // Wrapped if too long.
  const half = length > 60 ? Math.ceil(items.length / 2) : items.length;
  const text = [items.slice(0, half), items.slice(half)].map((line) => line.join('   ')).join('\n');
  const place = { left: grid.left - 6, padding: 0 };
  const top = grid.top - (half < items.length ? 31 : 24);
  return [
    { ...place, text: panel.title, top: grid.top - 48, textStyle: { fontSize: 13, color: INK } },
    { ...place, text: text.trim(), top, textStyle: { rich, fontSize: 12, lineHeight: 14, fontWeight: 'normal' } },
  ];
}

function axis({ label, range: [min, max], step, log }: Axis): object {
  return {
    type: log ? 'log' : 'value',
    min,
    max,
    ...(step === undefined ? {} : { interval: step }),
    name: label,
    nameLocation: 'middle',
    nameTextStyle: { color: INK, fontSize: 12 },
    axisLabel: { color: INK, fontSize: 11, formatter: log ? decade : plain },
    axisLine: { onZero: false, lineStyle: { color: '#999' } },
    axisTick: { show: false },
    minorTick: { show: false },
    splitLine: { lineStyle: { color: '#e6e8ec' } },
  };
}

function plain(value: number): string {
  if (Math.abs(value) < 1e-9) return '0';
  return `${Number(value.toPrecision(6))}`.replace('-', '−');
}

function decade(value: number): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const power = Math.round(Math.log10(value));
  const text = [...`${Math.abs(power)}`].map((digit) => digits[Number(digit)]).join('');
  return `10${power < 0 ? '⁻' : ''}${text}`;
}

/** None on logarithmic axes: their lines have few points anyway. */
function pixelsPerUnit(panel: Panel, { width, height }: { width: number; height: number }): Point | undefined {
  if (panel.x.log || panel.y.log) return undefined;
  const [x, y] = [panel.x.range, panel.y.range];
  return [width / (x[1] - x[0]), height / (y[1] - y[0])];
}

function series(mark: Mark, k: number, scale: Point | undefined): object {
  const { as = 'line', colour, points, width = 2 } = mark;
  const common = { xAxisIndex: k, yAxisIndex: k, silent: true, clip: true };
  if (as === 'dots')
    return { ...common, type: 'custom', data: [points[0]], renderItem: drawDots(points, colour, mark.width ?? 4) };
  if (as === 'arrows') {
    const pairs = points.filter((_, at) => at % 2 === 0).map((from, at) => [...from, ...points[2 * at + 1]]);
    return { ...common, type: 'custom', data: pairs, encode: { x: [0, 2], y: [1, 3] }, renderItem: drawArrow(colour) };
  }
  const lineStyle = { color: colour, width, type: mark.dashed ? [5, 4] : 'solid' };
  const area = as === 'area' ? { areaStyle: { color: colour, opacity: 0.08 } } : {};
  return {
    ...common,
    type: 'line',
    showSymbol: false,
    lineStyle,
    ...area,
    data: scale ? simplified(points, scale) : points,
  };
}

/** Removes points within a seventh of a pixel of the line between others; `scale` is pixels per unit. */
function simplified(points: readonly Point[], scale: Point): Point[] {
  const kept = new Uint8Array(points.length);
  const open: Point[] = [[0, points.length - 1]];
  kept[0] = 1;
  kept[points.length - 1] = 1;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [first, last] = pair;
    const dx = (points[last][0] - points[first][0]) * scale[0];
    const dy = (points[last][1] - points[first][1]) * scale[1];
    const length = Math.hypot(dx, dy);
    let farthest = 0.15;
    let at = -1;
    for (let k = first + 1; k < last; k++) {
      const x = (points[k][0] - points[first][0]) * scale[0];
      const y = (points[k][1] - points[first][1]) * scale[1];
      // Beyond the ends too: a path may double back on itself.
      const along = length > 0 ? (x * dx + y * dy) / length : 0;
      const off = length > 0 ? Math.abs(x * dy - y * dx) / length : Math.hypot(x, y);
      const away = Math.max(off, -along, along - length);
      if (away > farthest) {
        farthest = away;
        at = k;
      }
    }
    if (at < 0) continue;
    kept[at] = 1;
    open.push([first, at], [at, last]);
  }
  return points.filter((_, k) => kept[k] === 1);
}

interface ItemApi {
  value(index: number): number;
  coord(point: number[]): number[];
}

/** All dots as one path of round caps: separate circles make large files. */
function drawDots(points: readonly Point[], colour: string, lineWidth: number) {
  return (_: unknown, api: ItemApi) => {
    const places = [
      ...new Set(
        points.map((point) =>
          api
            .coord(point)
            .map((x) => x.toFixed(1))
            .join(' '),
        ),
      ),
    ];
    const pathData = places.map((place) => `M${place}h0.1`).join('');
    return {
      type: 'path',
      shape: { pathData },
      style: { fill: 'none', stroke: colour, lineWidth, lineCap: 'round' },
    };
  };
}

function drawArrow(colour: string) {
  return (_: unknown, api: ItemApi) => {
    const [x1, y1] = api.coord([api.value(0), api.value(1)]);
    const [x2, y2] = api.coord([api.value(2), api.value(3)]);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return null;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const head = Math.min(7, length);
    const [bx, by] = [x2 - head * ux, y2 - head * uy];
    const side = 0.4 * head;
    const points = [
      [x2, y2],
      [bx - side * uy, by + side * ux],
      [bx + side * uy, by - side * ux],
    ];
    return {
      type: 'group',
      children: [
        { type: 'line', shape: { x1, y1, x2: bx, y2: by }, style: { stroke: colour, lineWidth: 1.6 } },
        { type: 'polygon', shape: { points }, style: { fill: colour } },
      ],
    };
  };
}
