import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Log-log plots as small SVG files under docs/images. */
export interface Panel {
  title: string;
  xLabel: string;
  /** Decades of the two axes, [lowest, highest] as powers of ten. */
  x: [number, number];
  y: [number, number];
  /** Grid spacing in decades of y. @default 1 */
  yStep?: number;
  series: { name: string; colour: string; points: [number, number][] }[];
}

const WIDTH = 440;
const HEIGHT = 300;
const LEFT = 60;
const TOP = 40;

/** x position of a value in a panel [px]. */
export function xPixel(panel: Pick<Panel, 'x'>, value: number): number {
  const [low, high] = panel.x;
  return LEFT + ((Math.log10(value) - low) / (high - low)) * WIDTH;
}

function yPixel(panel: Panel, value: number): number {
  const [low, high] = panel.y;
  const decade = Math.min(high, Math.max(low, Math.log10(Math.max(value, 1e-300))));
  return TOP + ((high - decade) / (high - low)) * HEIGHT;
}

/** Writes the panels side by side into docs/images/<name>.svg. */
export function writePlot(name: string, description: string, panels: readonly Panel[]): void {
  const step = WIDTH + LEFT + 30;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panels.length * step} ${HEIGHT + TOP + 50}" font-family="sans-serif" font-size="12">`,
    `<title>${description}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...panels.flatMap((panel, k) => [`<g transform="translate(${k * step} 0)">`, ...drawPanel(panel), '</g>']),
    '</svg>',
  ];
  const folder = resolve(import.meta.dirname, '../../docs/images');
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, `${name}.svg`), `${svg.join('\n')}\n`);
}

function drawPanel(panel: Panel): string[] {
  const lines = [`<text x="${LEFT}" y="20" font-weight="bold">${panel.title}</text>`];
  for (let decade = panel.y[0]; decade <= panel.y[1]; decade += panel.yStep ?? 1) {
    const at = yPixel(panel, 10 ** decade).toFixed(1);
    lines.push(`<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${at}" y2="${at}" stroke="#ddd"/>`);
    lines.push(`<text x="${LEFT - 8}" y="${at}" dy="4" text-anchor="end">${label(decade)}</text>`);
  }
  for (let decade = panel.x[0]; decade <= panel.x[1]; decade++) {
    const at = xPixel(panel, 10 ** decade).toFixed(1);
    lines.push(`<line x1="${at}" x2="${at}" y1="${TOP}" y2="${TOP + HEIGHT}" stroke="#ddd"/>`);
    lines.push(`<text x="${at}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${label(decade)}</text>`);
  }
  lines.push(`<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 38}" text-anchor="middle">${panel.xLabel}</text>`);
  panel.series.forEach(({ name, colour, points }, k) => {
    const places = points.map(([x, y]) => [xPixel(panel, x).toFixed(1), yPixel(panel, y).toFixed(1)]);
    const dots = places.length < 60 ? places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.5"/>`).join('') : '';
    const path = places.map((place) => place.join()).join(' ');
    lines.push(`<g fill="${colour}"><polyline points="${path}" fill="none" stroke="${colour}"/>${dots}`);
    const y = TOP + HEIGHT - 16 * panel.series.length + 16 * k;
    lines.push(`<text x="${LEFT + WIDTH - 8}" y="${y}" text-anchor="end">${name}</text></g>`);
  });
  return lines;
}

function label(decade: number): string {
  return Math.abs(decade) <= 3 ? `${Number(`1e${decade}`)}` : `1e${decade}`;
}
