import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Box plots like [Waltersson] Fig. 22, but with error magnitudes on a logarithmic axis and whiskers from 5 to 95 % of the time, because
 * both models are right most of the time and the quartiles of the signed error are close to 0.
 */
export type Box = readonly [low: number, q1: number, median: number, q3: number, high: number];

export interface BoxPanel {
  title: string;
  /** Range of the y axis, as powers of ten. */
  decades: readonly [number, number];
  /** Several boxes side by side per shape, one of each kind. */
  groups: readonly { label: string; boxes: readonly { colour: string; box: Box }[] }[];
}

export function boxOf(values: Float64Array): Box {
  const sorted = Float64Array.from(values).sort();
  const quantile = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return [quantile(0.05), quantile(0.25), quantile(0.5), quantile(0.75), quantile(0.95)];
}

const CELL = { width: 450, height: 280 };
const GRID = { left: 56, top: 34, width: 380, height: 200 };
const INK = '#333';
const FOLDER = resolve(import.meta.dirname, '../../docs/images/limit-surface');

/** Writes docs/images/limit-surface/<name>.svg, two panels per row, with `legend` below. */
export function writeBoxes(
  name: string,
  title: string,
  panels: readonly BoxPanel[],
  legend: readonly { name: string; colour: string }[],
): void {
  const rows = Math.ceil(panels.length / 2);
  const [width, height] = [2 * CELL.width, rows * CELL.height + 24];
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="${INK}">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...panels.flatMap((panel, k) => [
      `<g transform="translate(${CELL.width * (k % 2)} ${CELL.height * Math.floor(k / 2)})">`,
      ...drawPanel(panel),
      '</g>',
    ]),
    ...legend.flatMap(({ name: text, colour }, k) => [
      `<rect x="${GRID.left + 220 * k}" y="${height - 22}" width="12" height="12" fill="${colour}" fill-opacity="0.35" stroke="${colour}"/>`,
      `<text x="${GRID.left + 220 * k + 18}" y="${height - 12}">${text}</text>`,
    ]),
    '</svg>',
  ];
  writeFileSync(resolve(FOLDER, `${name}.svg`), `${lines.join('\n')}\n`);
  console.log(`${name}.svg ${(lines.join('\n').length / 1000).toFixed(1)} kB`);
}

function drawPanel({ title, decades: [first, last], groups }: BoxPanel): string[] {
  const { left, top, width, height } = GRID;
  const y = (value: number) => {
    const decade = Math.max(first, Math.min(last, Math.log10(Math.max(value, 1e-30))));
    return (top + (height * (last - decade)) / (last - first)).toFixed(1);
  };
  const lines = [`<text x="${left}" y="20" font-weight="bold">${title}</text>`];
  for (let decade = first; decade <= last; decade++) {
    const at = y(10 ** decade);
    lines.push(
      `<path d="M${left} ${at}h${width}" stroke="#e6e8ec"/>`,
      `<text x="${left - 6}" y="${at}" dy="4" text-anchor="end" font-size="11">${Number(`1e${decade}`)}</text>`,
    );
  }
  const share = width / groups.length;
  groups.forEach(({ label, boxes }, k) => {
    const middle = left + share * (k + 0.5);
    label.split(' ').forEach((word, n) => {
      const at = `x="${middle.toFixed(1)}" y="${top + height + 16 + 13 * n}"`;
      lines.push(`<text ${at} text-anchor="middle" font-size="11">${word}</text>`);
    });
    boxes.forEach(({ colour, box }, n) => {
      lines.push(drawBox(box.map(y), middle + 20 * (n - 0.5 * (boxes.length - 1)), colour));
    });
  });
  return lines;
}

function drawBox([low, q1, median, q3, high]: readonly string[], x: number, colour: string): string {
  const at = (offset: number) => (x + offset).toFixed(1);
  const cap = (height: string) => `M${at(-4)} ${height}h8`;
  return [
    `<g stroke="${colour}" fill="none"><path d="M${at(0)} ${low}V${q1}M${at(0)} ${q3}V${high}${cap(low)}${cap(high)}"/>`,
    `<path d="M${at(-7)} ${q1}V${q3}h14V${q1}z" fill="${colour}" fill-opacity="0.35"/>`,
    `<path d="M${at(-7)} ${median}h14" stroke-width="2"/></g>`,
  ].join('');
}
