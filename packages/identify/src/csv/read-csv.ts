import { type Quantity, unitFactor } from './units.js';

/** Columns in SI units, by our names. */
export type Columns = Partial<Record<ColumnName, Float64Array>>;
export type ColumnName = keyof typeof NAMES;

/** What a column may be called, in lower case but for N, and what it measures. */
const NAMES = {
  t: ['time', ['time', 'zeit', 'timestamp']],
  x: ['length', ['px', 'pos_x', 'position_x', 'x_pos']],
  y: ['length', ['py', 'pos_y', 'position_y', 'y_pos']],
  angle: ['angle', ['theta', 'θ', 'yaw', 'rotation', 'phi', 'heading']],
  fx: ['force', ['force_x', 'f_x']],
  fy: ['force', ['force_y', 'f_y']],
  torque: ['torque', ['tau', 'τ', 'tz', 'torque_z', 'moment', 'mz']],
  v: ['velocity', ['velocity', 'speed', 'vel', 'v_x', 'vx']],
  f: ['force', ['force', 'friction']],
  N: ['force', ['normal', 'normal_force', 'normalforce', 'fn', 'f_n', 'load', 'fz']],
} as const satisfies Record<string, readonly [Quantity, readonly string[]]>;

/**
 * Reads a table: a header with names and units, `t [s], x [mm], y [mm], angle [deg]`, then a row per sample, separated
 * by commas, semicolons, tabs or spaces. Lines that start with # are comments; unknown columns are ignored, with commas
 * in numbers only where commas do not separate. Rows with empty cells in known columns are left out.
 */
export function readCsv(text: string): Columns {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, k) => ({ line: line.trim(), number: k + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new RangeError('the file must have a header and a row per sample (got no line)');
  const separator = [';', '\t', ','].find((mark) => lines[0].line.includes(mark)) ?? ' ';
  const split = (line: string) => (separator === ' ' ? line.split(/\s+/) : line.split(separator)).map(unquoted);
  const header = (separator === ' ' ? lines[0].line.replace(/\s+([[(])/g, '$1') : lines[0].line).trim();
  const found = findColumns(split(header));
  const values = Array.from(found, () => [] as number[]);
  for (const { line, number } of lines.slice(1)) {
    const cells = split(line);
    const row = found.map(({ at, name }) => readNumber(cells[at], separator, name, number));
    if (row.some((value) => value === undefined)) continue;
    row.forEach((value, i) => {
      values[i].push((value as number) * found[i].factor);
    });
  }
  return Object.fromEntries(found.map(({ name }, i) => [name, Float64Array.from(values[i])]));
}

interface FoundColumn {
  readonly name: ColumnName;
  readonly at: number;
  readonly factor: number;
}

function findColumns(header: readonly string[]): FoundColumn[] {
  const found: FoundColumn[] = [];
  header.forEach((cell, at) => {
    const [, title, square, round] = /^([^[(]*)(?:\[([^\]]*)\]|\(([^)]*)\))?/.exec(cell) ?? [];
    const name = nameOf((title ?? '').trim());
    if (name === undefined) return;
    if (found.some((other) => other.name === name))
      throw new RangeError(`the header must name ${name} once (got ${cell} as well)`);
    found.push({ name, at, factor: unitFactor(cell, NAMES[name][0], square ?? round ?? '') });
  });
  if (found.length === 0) {
    throw new RangeError(
      `the header must name columns such as t, x, y, angle or t, v, f, N (got ${header.join(', ')})`,
    );
  }
  return found;
}

function nameOf(title: string): ColumnName | undefined {
  if (title === 'N') return 'N';
  const lower = title.toLowerCase();
  for (const name of Object.keys(NAMES) as ColumnName[]) {
    const others: readonly string[] = NAMES[name][1];
    if ((name !== 'N' && lower === name) || others.includes(lower)) return name;
  }
  return undefined;
}

function readNumber(cell: string | undefined, separator: string, name: string, line: number): number | undefined {
  if (cell === undefined || cell === '' || /^nan$/i.test(cell)) return undefined;
  const value = Number(separator === ',' ? cell : cell.replace(',', '.'));
  if (!Number.isFinite(value)) throw new RangeError(`line ${line}: ${name} must be a number (got ${cell})`);
  return value;
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
}
