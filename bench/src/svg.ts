import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as echarts from 'echarts';

/** Charts as small SVG files under docs/images, rendered by echarts without a browser. Equal data gives equal bytes. */
const IMAGES = resolve(import.meta.dirname, '../../docs/images');

export function renderSvg(option: object, width: number, height: number): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, backgroundColor: '#fff', textStyle: { fontFamily: 'sans-serif' }, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** Removes interactive parts, and rounds to a tenth of a pixel. */
export function writeSvg(folder: string, name: string, title: string, svg: string): void {
  const text = svg
    .replace(/<style ?>[\s\S]*?<\/style>/g, '')
    .replace(/ (?:pointer-events|class|xml:space)="[^"]*"/g, '')
    .replace(/zr\d+-/g, `${name}-`)
    .replace(/<[^>]*>/g, (tag) => tag.replace(/-?\d+\.\d{2,}/g, (number) => `${Number(Number(number).toFixed(1))}`))
    .replace(/(<svg[^>]*>)/, `$1\n<title>${title}</title>`)
    .replace(/\n+/g, '\n');
  mkdirSync(resolve(IMAGES, folder), { recursive: true });
  const file = resolve(IMAGES, folder, `${name}.svg`);
  writeFileSync(file, `${text.trim()}\n`);
  const size = Buffer.byteLength(text);
  if (size > 60_000) throw new Error(`${file} has ${size} bytes`);
  console.log(`${name}.svg ${(size / 1000).toFixed(1)} kB`);
}
