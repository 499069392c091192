import { lugre } from '@stiction/friction-core';
import { seededRandom } from '@stiction/friction-core/testing';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../src/command/run.js';
import { addForceNoise, recordLaw, strokes } from '../law/record.js';
import { addNoise, normals, recordSlide } from '../slider/slide.js';

function run(files: Record<string, string>, ...args: string[]) {
  const out = { code: 0, text: '', errors: '', written: {} as Record<string, string> };
  out.code = runCommand(args, {
    read(path) {
      if (!(path in files)) throw new Error(`no such file: ${path}`);
      return files[path];
    },
    write: (path, text) => void Object.assign(out.written, { [path]: text }),
    print: (text) => {
      out.text += text;
    },
    printError: (text) => {
      out.errors += text;
    },
  });
  return out;
}

const normal = normals(seededRandom(20280104));
const slide = { mu: 0.3, er: 0.04, mass: 0.8, gyrationRadius: 0.05, vx: 0.8, vy: -0.3, spin: 12 };
const poses = addNoise(recordSlide({ ...slide, rate: 200, duration: 0.6 }), { position: 1e-4, angle: 1e-3 }, normal);
const slideCsv = [
  't [s],x [mm],y [mm],angle [deg]',
  ...Array.from(poses.t, (t, k) =>
    [t, 1e3 * poses.x[k], 1e3 * poses.y[k], (poses.angle[k] * 180) / Math.PI].map((value) => value.toFixed(5)).join(),
  ),
].join('\n');

const bristles = { muC: 0.25, muS: 0.4, vS: 0.01, sigma0: 2e4, sigma1: 20, sigma2: 0.3 };
const forces = addForceNoise(
  recordLaw(lugre(bristles), { v: strokes(0.1, 0.4 / 2e4), N: () => 20, rate: 200, duration: 3 }),
  0.05,
  normal,
);
const forceCsv = [
  't;v;f',
  ...Array.from(forces.t, (t, k) => [t, forces.v[k], forces.f[k]].map((value) => value.toFixed(7)).join(';')),
].join('\n');

/** Drawn text and tags of a report; throws where a tag is not closed. */
function checkSvg(svg: string): string {
  const open: string[] = [];
  for (const [, close, name, self] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (self) continue;
    if (close) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  return svg.replace(/<[^>]*>/g, ' ');
}

describe('poses', () => {
  test('prints the parameters with intervals and writes a report beside the file', () => {
    const { code, text, written, errors } = run({ 'a/slide.csv': slideCsv }, 'a/slide.csv');
    expect([code, errors]).toEqual([0, '']);
    expect(text).toMatch(/^a\/slide\.csv: 121 poses, of which \d+ slide\n/);
    expect(text).toMatch(/\n {2}mu +0\.(29|3)\d* \(95 %: 0\.(29|3)\d* to 0\.3\d*\)\n/);
    expect(text).toMatch(/\n {2}torsionRadius +0\.0[34]\d* m \(95 %: /);
    expect(text).toContain('mass            not determined by the data');
    expect(text).toMatch(/Report: a\/slide\.svg\n$/);
    const drawn = checkSvg(written['a/slide.svg']);
    for (const part of ['mu = 0.', 'Path', 'x: measured - fitted', 'mrad']) expect(drawn).toContain(part);
    expect(run({ 'a/slide.csv': slideCsv }, 'a/slide.csv').written).toEqual(written);
  });

  test('given values, JSON, no report', () => {
    const args = ['s.csv', '--gyration-radius', '0.05', '--gravity=9.81', '--json', '--no-report'];
    const { code, text, written } = run({ 's.csv': slideCsv }, ...args);
    const found = JSON.parse(text);
    expect([code, written]).toEqual([0, {}]);
    expect(found.gyrationRadius).toMatchObject({ value: 0.05, status: 'given', standardError: 0 });
    expect(Math.abs(found.mu.value - 0.3)).toBeLessThan(5 * found.mu.standardError);
  });
});

describe('friction forces', () => {
  test('tries all laws, and takes the one that made the data', () => {
    const { code, text, written, errors } = run({ 'rig.csv': forceCsv }, 'rig.csv', '--normal', '20');
    expect([code, errors]).toEqual([0, '']);
    expect(text).toMatch(/\n {2}lugre +0\.0\d+ +-?\d+ {2}<\n/);
    expect(text).toMatch(/\n {2}coulomb +\d\.\d+ +-?\d+\n/);
    expect(text).toMatch(/\nlugre\n {2}muC +0\.2[45]\d* \(95 %: /);
    expect(checkSvg(written['rig.svg'])).toContain('rig.csv: lugre');
  });

  test('or the one that is asked for', () => {
    const { text } = run({ 'rig.csv': forceCsv }, 'rig.csv', '--normal', '20', '--law', 'coulomb', '--report', 'o.svg');
    expect(text).toMatch(/^rig\.csv: 601 samples\ncoulomb\n {2}mu +0\.\d+ \(95 %/);
    expect(text).toContain('! the residuals are');
    expect(text).toContain('Report: o.svg');
  });
});

test.each<[string[], string]>([
  [['b.csv'], 'no such file: b.csv'],
  [['a.csv', 'b.csv'], 'one file at a time (got a.csv and b.csv)'],
  [['a.csv', '--mu', '1'], 'unknown option --mu; --help lists them'],
  [['a.csv', '--mass'], '--mass must be followed by a value'],
  [['a.csv', '--mass', 'x'], '--mass must be a number (got x)'],
  [['a.csv', '--normal', '5'], '--normal does not apply to poses'],
  [['rig.csv', '--mass', '5', '--normal', '1'], '--mass does not apply to friction forces'],
  [['rig.csv'], 'the file must have a column N, the normal force; or give --normal'],
  [['rig.csv', '--normal', '20', '--law', 'dahl'], 'family must be one of coulomb, stribeck, lugre, elastoPlastic'],
  [['c.csv'], 'the file must have the columns t, x, y, angle or t, v, f, N (got t, x)'],
])('%j is an error', (args, message) => {
  const files = { 'a.csv': slideCsv, 'rig.csv': forceCsv, 'c.csv': 't,x\n0,1' };
  const { code, text, errors, written } = run(files, ...args);
  expect(errors).toContain(`stiction-identify: `);
  expect(errors).toContain(message);
  expect([code, text, written]).toEqual([1, '', {}]);
});

test('help', () => {
  expect(run({}, '--help')).toMatchObject({ code: 0, errors: '' });
  expect(run({}).text).toContain('Usage: npx @stiction/identify data.csv');
  expect(run({}).code).toBe(1);
});
