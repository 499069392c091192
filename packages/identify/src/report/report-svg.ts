import type { Estimate } from '../estimate.js';
import type { LawData, LawIdentification } from '../law/identify-law.js';
import type { SliderData, SliderIdentification } from '../slider/identify-slider.js';
import { drawPlot, escaped, HEIGHT, type Plot, WIDTH } from './plot.js';
import { formatEstimate } from './table.js';

const MEASURED = '#5b7c99';
const FITTED = '#c0392b';

/** Report of `identifySlider`: the path, and the residuals of x, y and angle. */
export function sliderReport(data: SliderData, found: SliderIdentification, title = 'Slider'): string {
  const { index, x, y, angle } = found.residuals;
  const t = Float64Array.from(index, (k) => data.t[k]);
  const fit = (values: ArrayLike<number>, residuals: Float64Array) => residuals.map((r, i) => values[index[i]] - r);
  const residual = (label: string, values: Float64Array, scale: number, unit: string): Plot => ({
    title: `${label}: measured - fitted`,
    xLabel: 't in s',
    yLabel: unit,
    zero: true,
    series: [{ x: t, y: values.map((value) => scale * value), kind: 'dots', colour: MEASURED }],
  });
  const { mu, torsionRadius, anisotropy, gyrationRadius, mass } = found;
  return drawReport(title, { mu, torsionRadius, anisotropy, gyrationRadius, mass }, found.messages, [
    {
      title: 'Path',
      xLabel: 'x in m',
      yLabel: 'y in m',
      equal: true,
      series: [
        { x: data.x, y: data.y, kind: 'dots', colour: MEASURED, label: 'measured' },
        { x: fit(data.x, x), y: fit(data.y, y), kind: 'line', colour: FITTED, label: 'fitted' },
      ],
    },
    residual('x', x, 1e3, 'mm'),
    residual('y', y, 1e3, 'mm'),
    residual('angle', angle, 1e3, 'mrad'),
  ]);
}

/** Report of `identifyLaw`: force over time and over velocity, and the residuals. */
export function lawReport(data: LawData, found: LawIdentification, title: string = found.family): string {
  const { t, v, f } = data;
  return drawReport(title, found.parameters, found.messages, [
    {
      title: 'Friction over time',
      xLabel: 't in s',
      yLabel: 'f in N',
      series: [
        { x: t, y: f, kind: 'dots', colour: MEASURED, label: 'measured' },
        { x: t, y: found.fitted, kind: 'line', colour: FITTED, label: 'fitted' },
      ],
    },
    {
      title: 'Friction over velocity',
      xLabel: 'v in m/s',
      yLabel: 'f in N',
      series: [
        { x: v, y: f, kind: 'dots', colour: MEASURED },
        { x: v, y: found.fitted, kind: 'line', colour: FITTED },
      ],
    },
    residual('Residuals over time', t, 't in s', found.residuals),
    residual('Residuals over velocity', v, 'v in m/s', found.residuals),
  ]);
}

function residual(title: string, x: ArrayLike<number>, xLabel: string, y: Float64Array): Plot {
  return {
    title,
    xLabel,
    yLabel: 'measured - fitted in N',
    zero: true,
    series: [{ x, y, kind: 'dots', colour: MEASURED }],
  };
}

const LINE = 19;

function drawReport(
  title: string,
  parameters: Readonly<Record<string, Estimate>>,
  messages: readonly string[],
  plots: readonly Plot[],
): string {
  const lines = [
    ...Object.entries(parameters).map(([name, estimate]) => `${name} = ${formatEstimate(estimate)}`),
    ...messages.map((message) => `! ${message}`),
  ];
  const top = 44 + LINE * lines.length;
  const height = top + HEIGHT * Math.ceil(plots.length / 2);
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${height}" width="${2 * WIDTH}" height="${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    '<style>.title{font-weight:bold}.grid{stroke:#ddd}.zero{stroke:#888}</style>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="16" y="24" font-size="15" class="title">${escaped(title)}</text>`,
    ...lines.map(
      (line, k) =>
        `<text x="16" y="${46 + LINE * k}" font-size="13"${line.startsWith('!') ? ` fill="${FITTED}"` : ''}>${escaped(line)}</text>`,
    ),
    ...plots.map(
      (plot, k) => `<g transform="translate(${WIDTH * (k % 2)} ${top + HEIGHT * (k >> 1)})">\n${drawPlot(plot)}\n</g>`,
    ),
    '</svg>',
  ];
  return `${out.join('\n')}\n`;
}
