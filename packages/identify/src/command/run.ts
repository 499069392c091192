import { type Columns, readCsv } from '../csv/read-csv.js';
import type { LawFamily } from '../law/families.js';
import { identifyLaw, type LawData, type LawFitOptions, type LawIdentification } from '../law/identify-law.js';
import { lawReport, sliderReport } from '../report/report-svg.js';
import { formatTable } from '../report/table.js';
import { identifySlider, type SliderData } from '../slider/identify-slider.js';
import { type CommandOptions, HELP, readOptions } from './options.js';

/** What the command needs of its surroundings. */
export interface CommandHost {
  read(path: string): string;
  write(path: string, text: string): void;
  print(text: string): void;
  printError(text: string): void;
}

/** Runs the command. Returns the exit code: 0, or 1 if the options or the file were wrong. */
export function runCommand(args: readonly string[], host: CommandHost): number {
  try {
    const options = readOptions(args);
    if (options.flags.has('help') || options.file === undefined) {
      host.print(HELP);
      return options.flags.has('help') ? 0 : 1;
    }
    const { text, json, svg } = identifyFile(options.file, host.read(options.file), options);
    host.print(options.flags.has('json') ? `${json}\n` : text);
    if (options.flags.has('no-report')) return 0;
    const path = options.texts.report ?? options.file.replace(/(\.[^./\\]*)?$/, '.svg');
    host.write(path, svg);
    if (!options.flags.has('json')) host.print(`Report: ${path}\n`);
    return 0;
  } catch (error) {
    host.printError(`stiction-identify: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

interface Output {
  readonly text: string;
  readonly json: string;
  readonly svg: string;
}

function identifyFile(file: string, content: string, options: CommandOptions): Output {
  const columns = readCsv(content);
  const { t, x, y, angle, v, f } = columns;
  if (t && x && y && angle) return identifyPoses(file, { ...columns, t, x, y, angle }, options);
  if (t && v && f) return identifyForces(file, { ...columns, t, v, f }, options);
  throw new RangeError(
    `the file must have the columns t, x, y, angle or t, v, f, N (got ${Object.keys(columns).join(', ')})`,
  );
}

function identifyPoses(
  file: string,
  columns: Columns & Pick<SliderData, 't' | 'x' | 'y' | 'angle'>,
  { numbers, flags }: CommandOptions,
): Output {
  refuse(numbers, ['normal', 'gamma', 'sba'], 'poses');
  const { t, x, y, angle, fx, fy, torque } = columns;
  const data: SliderData = { t, x, y, angle, anisotropic: flags.has('anisotropic') };
  if (fx) data.fx = fx;
  if (fy) data.fy = fy;
  if (torque) data.torque = torque;
  for (const [option, name] of SLIDER_OPTIONS) if (option in numbers) data[name] = numbers[option];
  const found = identifySlider(data);
  const { mu, torsionRadius, anisotropy, gyrationRadius, mass, noise, misfit, messages } = found;
  const parameters = { mu, torsionRadius, anisotropy, gyrationRadius, mass };
  const text = [
    `${file}: ${t.length} poses, of which ${found.residuals.index.length} slide`,
    formatTable(parameters),
    `  noise ${(1e3 * noise.position).toPrecision(2)} mm, ${(1e3 * noise.angle).toPrecision(2)} mrad; misfit ${misfit.toPrecision(3)}`,
    ...messages.map((message) => `  ! ${message}`),
  ];
  return {
    text: `${text.join('\n')}\n`,
    json: JSON.stringify({ ...parameters, noise, misfit, messages }, null, 2),
    svg: sliderReport(data, found, file),
  };
}

const SLIDER_OPTIONS = [
  ['mass', 'mass'],
  ['gyration-radius', 'gyrationRadius'],
  ['height', 'height'],
  ['push-height', 'pushHeight'],
  ['gravity', 'gravity'],
  ['min-speed', 'minSpeed'],
] as const;

const FAMILIES: readonly LawFamily[] = ['coulomb', 'stribeck', 'lugre', 'elastoPlastic'];

function identifyForces(
  file: string,
  columns: Columns & Pick<LawData, 't' | 'v' | 'f'>,
  { numbers, texts }: CommandOptions,
): Output {
  refuse(numbers, ['mass', 'gyration-radius', 'height', 'push-height', 'gravity'], 'friction forces');
  const N = columns.N ?? numbers.normal;
  if (N === undefined) throw new RangeError('the file must have a column N, the normal force; or give --normal');
  const { t, v, f } = columns;
  const data: LawData = { t, v, f, N };
  const options: LawFitOptions = {};
  for (const [option, name] of LAW_OPTIONS) if (option in numbers) options[name] = numbers[option];
  const tried = (texts.law === undefined ? FAMILIES : [texts.law as LawFamily]).map((family) =>
    identifyLaw(family, data, options),
  );
  const found = tried.reduce((best, other) => (informationOf(other) < informationOf(best) ? other : best));
  const text = [`${file}: ${t.length} samples`];
  if (tried.length > 1) {
    text.push('  law            residuals (N)  criterion');
    for (const other of tried) {
      const mark = other === found ? '  <' : '';
      text.push(
        `  ${other.family.padEnd(13)}  ${rmsOf(other.residuals).toPrecision(3).padStart(13)}  ${informationOf(other).toFixed(0).padStart(9)}${mark}`,
      );
    }
  }
  text.push(`${found.family}`, formatTable(found.parameters), `  misfit ${found.misfit.toPrecision(3)}`);
  for (const message of found.messages) text.push(`  ! ${message}`);
  const { family, parameters, noise, misfit, messages } = found;
  return {
    text: `${text.join('\n')}\n`,
    json: JSON.stringify({ family, parameters, noise, misfit, messages }, null, 2),
    svg: lawReport(data, found, `${file}: ${family}`),
  };
}

const LAW_OPTIONS = [
  ['gamma', 'gamma'],
  ['sba', 'sBa'],
  ['min-speed', 'minSpeed'],
] as const;

/** Bayesian information criterion (Schwarz 1978), per sample because rigid laws leave some out; less is better. */
function informationOf({ residuals, parameters }: LawIdentification): number {
  const n = residuals.length;
  const rms = Math.max(rmsOf(residuals), 1e-300);
  return 2 * n * Math.log(rms) + Object.keys(parameters).length * Math.log(n);
}

function rmsOf(residuals: Float64Array): number {
  const used = residuals.filter((r) => !Number.isNaN(r));
  return Math.sqrt(used.reduce((sum, r) => sum + r * r, 0) / Math.max(used.length, 1));
}

function refuse(numbers: Readonly<Record<string, number>>, names: readonly string[], kind: string): void {
  const wrong = names.find((name) => name in numbers);
  if (wrong !== undefined) throw new RangeError(`--${wrong} does not apply to ${kind}`);
}
