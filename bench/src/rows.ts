import {
  type Build,
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

const DEGREE = Math.PI / 180;
const HEADINGS = [0, 10, 20, 30, 45];

interface Row {
  title: string;
  goal: string;
  measure(build: Build, dt: number): string;
}

const percent = (value: number): string => `${(100 * value).toFixed(Math.abs(value) < 1e-3 ? 3 : 2)} %`;
const metres = (value: number): string =>
  value < 1e-4 ? `${value.toExponential(1)} m` : `${(1e3 * value).toFixed(2)} mm`;

/** The rows of the validation table that the packages can do today. */
const ROWS: Row[] = [
  {
    title: '1 friction angle',
    goal: '0.1 %',
    measure: (build, dt) => percent(measureThreshold(build, 0.5, dt) / exactThreshold(0.5) - 1),
  },
  {
    title: '1 creep in 10 s at 90 %',
    goal: '1e-6 m cannon-es, 1e-4 m Rapier',
    measure: (build, dt) => metres(measureCreep(build, 0.5, dt).creep),
  },
  {
    title: '1 elastic yield when tilted',
    goal: '-',
    measure: (build, dt) => metres(Math.abs(measureCreep(build, 0.5, dt).yield)),
  },
  {
    title: '2 stopping distance',
    goal: '1 % at 1/60, 0.3 % at 1/240',
    measure: (build, dt) => percent(measureStop(build, 0.3, 5, 0, dt).distance / exactStop(0.3, 5) - 1),
  },
  {
    title: '2 largest rise of energy in a step',
    goal: '0',
    measure: (build, dt) => percent(measureStop(build, 0.3, 5, 0, dt).energyRise),
  },
  {
    title: '3 spread over directions',
    goal: '0.1 %',
    measure(build, dt) {
      const distances = HEADINGS.map((angle) => measureStop(build, 0.3, 5, angle * DEGREE, dt).distance);
      return percent(Math.max(...distances) / Math.min(...distances) - 1);
    },
  },
  {
    title: '3 error of direction',
    goal: '0.05°',
    measure(build, dt) {
      const errors = HEADINGS.map((angle) => Math.abs(measureStop(build, 0.3, 5, angle * DEGREE, dt).direction));
      return `${(Math.max(...errors) / DEGREE).toPrecision(2)}°`;
    },
  },
  {
    title: '6 pull on a loaded box',
    goal: '0.2 %',
    measure: (build, dt) => percent(measurePull(build, 0.5, dt) / exactPull(0.5) - 1),
  },
  {
    title: '7 rolling speed of a ball',
    goal: '0.1 %',
    measure: (build, dt) => percent(measureRollingSpeed(build, 0.3, 0.5, 7, dt) / exactRollingSpeed(7) - 1),
  },
  {
    title: '12 stack of 10, sideways after 10 s',
    goal: '5 mm',
    measure: (build, dt) => metres(measureStack(build, 10, 10, dt).lateral),
  },
  {
    title: '12 stack of 10, sink',
    goal: '-',
    measure: (build, dt) => metres(Math.abs(measureStack(build, 10, 10, dt).sink)),
  },
];

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
      const cells = all.map(({ build }) => row.measure(build, dt));
      lines.push(`| ${row.title} | ${row.goal} | ${cells.join(' | ')} |`);
    }
    lines.push('');
  }
  return lines.join('\n');
}
