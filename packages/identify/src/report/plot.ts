/** Plots as SVG text, without a library: the same data give the same bytes. */
interface Series {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly kind: 'dots' | 'line';
  readonly colour: string;
  readonly label?: string;
}

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Equal scales of both axes, for paths. */
  readonly equal?: boolean;
  /** A line at y = 0, for residuals. */
  readonly zero?: boolean;
}

export const WIDTH = 420;
export const HEIGHT = 260;
const LEFT = 64;
const RIGHT = 12;
const TOP = 30;
const BOTTOM = 42;
/** Dots and corners of a line: more cannot be seen. */
const MOST_POINTS = 1500;

/** One plot, at (0, 0). */
export function drawPlot({ title, xLabel, yLabel, series, equal, zero }: Plot): string {
  const [x, y] = rangesOf(series, equal === true, zero === true);
  const px = (value: number) => LEFT + ((value - x[0]) / (x[1] - x[0])) * (WIDTH - LEFT - RIGHT);
  const py = (value: number) => HEIGHT - BOTTOM - ((value - y[0]) / (y[1] - y[0])) * (HEIGHT - TOP - BOTTOM);
  const out = [`<text x="${LEFT}" y="16" class="title">${escaped(title)}</text>`];
  for (const tick of ticks(x)) {
    out.push(
      `<path d="M${fixed(px(tick.value))} ${TOP}V${HEIGHT - BOTTOM}" class="grid"/>`,
      `<text x="${fixed(px(tick.value))}" y="${HEIGHT - BOTTOM + 14}" text-anchor="middle">${tick.text}</text>`,
    );
  }
  for (const tick of ticks(y)) {
    out.push(
      `<path d="M${LEFT} ${fixed(py(tick.value))}H${WIDTH - RIGHT}" class="grid"/>`,
      `<text x="${LEFT - 5}" y="${fixed(py(tick.value) + 4)}" text-anchor="end">${tick.text}</text>`,
    );
  }
  out.push(
    `<text x="${fixed((LEFT + WIDTH - RIGHT) / 2)}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text transform="translate(13 ${fixed((TOP + HEIGHT - BOTTOM) / 2)}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
  );
  if (zero && y[0] < 0 && y[1] > 0) out.push(`<path d="M${LEFT} ${fixed(py(0))}H${WIDTH - RIGHT}" class="zero"/>`);
  let legend = WIDTH - RIGHT;
  for (const { x: xs, y: ys, kind, colour, label } of series) {
    const every = Math.max(1, Math.ceil(xs.length / MOST_POINTS));
    let d = '';
    for (let k = 0, pen = false; k < xs.length; k += every) {
      const isDrawn = (xs[k] + ys[k]) * 0 === 0;
      if (isDrawn) {
        const at = `${fixed(px(xs[k]))} ${fixed(py(ys[k]))}`;
        d += kind === 'dots' ? `M${at}h0` : `${pen ? 'L' : 'M'}${at}`;
      }
      pen = isDrawn;
    }
    const style = kind === 'dots' ? 'stroke-width="2.4" stroke-linecap="round"' : 'stroke-width="1.4"';
    if (d !== '') out.push(`<path d="${d}" fill="none" stroke="${colour}" ${style}/>`);
    if (label === undefined) continue;
    out.push(`<text x="${legend}" y="16" text-anchor="end" fill="${colour}">${escaped(label)}</text>`);
    legend -= 7 * label.length + 14;
  }
  return out.join('\n');
}

type Range = [low: number, high: number];

function rangesOf(series: readonly Series[], equal: boolean, zero: boolean): [Range, Range] {
  const x = padded(rangeOf(series.map((s) => s.x)));
  const y = padded(rangeOf([...series.map((s) => s.y), ...(zero ? [[0]] : [])]));
  if (!equal) return [x, y];
  const scale = Math.max((x[1] - x[0]) / (WIDTH - LEFT - RIGHT), (y[1] - y[0]) / (HEIGHT - TOP - BOTTOM));
  return [widened(x, scale * (WIDTH - LEFT - RIGHT)), widened(y, scale * (HEIGHT - TOP - BOTTOM))];
}

function rangeOf(lists: readonly ArrayLike<number>[]): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists) {
    for (let k = 0; k < list.length; k++) {
      if (list[k] < low) low = list[k];
      if (list[k] > high) high = list[k];
    }
  }
  return low <= high ? [low, high] : [0, 1];
}

function padded([low, high]: Range): Range {
  const pad = 0.05 * (high - low) || 0.5 * Math.abs(high) || 1;
  return [low - pad, high + pad];
}

function widened([low, high]: Range, size: number): Range {
  const pad = 0.5 * (size - (high - low));
  return [low - pad, high + pad];
}

/** Four to eight round values within a range. */
function ticks([low, high]: Range): { value: number; text: string }[] {
  const rough = (high - low) / 5;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * ([1, 2, 5, 10].find((n) => n * decade >= rough) ?? 10);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const large = Math.max(Math.abs(low), Math.abs(high));
  const out: { value: number; text: string }[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) {
    const value = n * step;
    out.push({ value, text: large < 1e-3 || large >= 1e5 ? value.toExponential(1) : value.toFixed(digits) });
  }
  return out;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
