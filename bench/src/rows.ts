import {
  exactPull,
  exactRollingSpeed,
  exactStop,
  exactThreshold,
  measureCreep,
  measurePull,
  measureRollingSpeed,
  measureStack,
  measureStop,
  measureThreshold,
} from '@stiction/scenes';
import { contestants } from './builds.js';
import { LAW_ROWS } from './law-rows.js';
import { PATCH_ROWS } from './patch-rows.js';
import { cell, DEGREE, degrees, metres, percent, type Row } from './row.js';

const HEADINGS = [0, 10, 20, 30, 45];

const SOLVER_ROWS: Row[] = [
  {
    title: '1 friction angle',
    goal: '0.1 %',
    limit: () => 1e-3,
    show: percent,
    measure: (build, dt) => measureThreshold(build, 0.5, dt) / exactThreshold(0.5) - 1,
  },
  {
    title: '1 creep in 10 s at 90 %',
    goal: '1e-6 m cannon-es, 1e-4 m Rapier',
    limit: (_, engine) => (engine === 'rapier' ? 1e-4 : 1e-6),
    show: metres,
    measure: (build, dt) => measureCreep(build, 0.5, dt).creep,
  },
  {
    title: '1 elastic yield when tilted',
    goal: '-',
    show: metres,
    measure: (build, dt) => Math.abs(measureCreep(build, 0.5, dt).yield),
  },
  {
    title: '2 stopping distance',
    goal: '1 % at 1/60, 0.3 % at 1/240',
    limit: (dt) => (dt > 0.01 ? 0.01 : 0.003),
    show: percent,
    measure: (build, dt) => measureStop(build, 0.3, 5, 0, dt).distance / exactStop(0.3, 5) - 1,
  },
  {
    title: '2 largest rise of energy in a step',
    goal: '0',
    limit: () => 1e-9,
    show: percent,
    measure: (build, dt) => measureStop(build, 0.3, 5, 0, dt).energyRise,
  },
  {
    title: '3 spread over directions',
    goal: '0.1 %',
    limit: () => 1e-3,
    show: percent,
    measure(build, dt) {
      const distances = HEADINGS.map((angle) => measureStop(build, 0.3, 5, angle * DEGREE, dt).distance);
      return Math.max(...distances) / Math.min(...distances) - 1;
    },
  },
  {
    title: '3 error of direction',
    goal: '0.05°',
    limit: () => 0.05 * DEGREE,
    show: degrees,
    measure(build, dt) {
      const errors = HEADINGS.map((angle) => Math.abs(measureStop(build, 0.3, 5, angle * DEGREE, dt).direction));
      return Math.max(...errors);
    },
  },
  {
    title: '6 pull on a loaded box',
    goal: '0.2 %',
    limit: () => 2e-3,
    show: percent,
    measure: (build, dt) => measurePull(build, 0.5, dt) / exactPull(0.5) - 1,
  },
  {
    title: '7 rolling speed of a ball',
    goal: '0.1 %',
    limit: () => 1e-3,
    show: percent,
    measure: (build, dt) => measureRollingSpeed(build, 0.3, 0.5, 7, dt) / exactRollingSpeed(7) - 1,
  },
  {
    title: '12 stack of 10, sideways after 10 s',
    goal: '5 mm',
    limit: () => 5e-3,
    show: metres,
    measure: (build, dt) => measureStack(build, 10, 10, dt).lateral,
  },
  {
    title: '12 stack of 10, sink',
    goal: '-',
    show: metres,
    measure: (build, dt) => Math.abs(measureStack(build, 10, 10, dt).sink),
  },
];

const ROWS = [...SOLVER_ROWS, ...LAW_ROWS, ...PATCH_ROWS].sort(
  (a, b) => Number.parseInt(a.title, 10) - Number.parseInt(b.title, 10),
);

/** The accuracy table as Markdown. */
export async function runRows(): Promise<string> {
  const all = await contestants();
  const lines: string[] = [];
  for (const [dt, text] of [
    [1 / 60, '1/60 s'],
    [1 / 240, '1/240 s'],
  ] as const) {
    lines.push(`### Step ${text}`, '');
    lines.push(`| row | goal | ${all.map(({ label }) => label).join(' | ')} |`);
    lines.push(`|---|---|${all.map(() => '---|').join('')}`);
    for (const row of ROWS) {
      const cells = all.map((contestant) => cell(row, contestant, dt));
      lines.push(`| ${row.title} | ${row.goal} | ${cells.join(' | ')} |`);
    }
    lines.push('');
  }
  return lines.join('\n');
}
