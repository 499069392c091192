import {
  exactPull,
  exactRollingSpeed,
  exactStop,
  exactThreshold,
  measureCreep,
  measurePull,
  measureRollingSpeed,
  measureStack,
  measureStanding,
  measureStop,
  measureThreshold,
  measureWheel,
  squarePyramid,
} from '@stiction/scenes';
import { against, type Case, DEGREE, shared } from './case.js';

const HEADINGS = [0, 10, 20, 30, 45];

const creep = shared((build, dt) => measureCreep(build, 0.5, dt));
const stops = shared((build, dt) => HEADINGS.map((angle) => measureStop(build, 0.3, 5, angle * DEGREE, dt)));
const wheel = shared((build, dt) => measureWheel(build, dt));
const ten = shared((build, dt) => measureStack(build, 10, 10, dt));

/** A cube displaced by more than half an edge has fallen. */
const STANDS = 0.5;

/** The cases that need only Coulomb's law. */
export const SOLVER_CASES: readonly Case[] = [
  {
    id: '1-angle',
    title: '1 friction angle',
    goal: '0.1 %',
    limit: () => 1e-3,
    quick: 'all',
    ...against(exactThreshold(0.5) / DEGREE, '°', (build, dt) => measureThreshold(build, 0.5, dt) / DEGREE),
  },
  {
    id: '1-creep',
    title: '1 creep in 10 s at 90 %',
    goal: '1e-6 m in cannon-es, 1e-4 m in Rapier',
    limit: (_, engine) => (engine === 'cannon' ? 1e-6 : 1e-4),
    quick: 'ours',
    unit: 'm',
    measure: (build, dt) => creep(build, dt).creep,
  },
  {
    id: '1-yield',
    title: '1 elastic displacement when tilted',
    goal: '-',
    unit: 'm',
    measure: (build, dt) => Math.abs(creep(build, dt).yield),
  },
  {
    id: '2-distance',
    title: '2 stopping distance',
    goal: '1 % at 1/60, 0.3 % at 1/240',
    limit: (step) => (step === '1/60' ? 0.01 : 0.003),
    quick: 'all',
    ...against(exactStop(0.3, 5), 'm', (build, dt) => stops(build, dt)[0].distance),
  },
  {
    id: '2-energy',
    title: '2 largest energy gain in a step',
    goal: '0',
    limit: () => 1e-9,
    quick: 'ours',
    unit: 'share',
    measure: (build, dt) => stops(build, dt)[0].energyRise,
  },
  {
    id: '3-spread',
    title: '3 spread across directions',
    goal: '0.1 %',
    limit: () => 1e-3,
    quick: 'ours',
    unit: 'share',
    measure(build, dt) {
      const distances = stops(build, dt).map(({ distance }) => distance);
      return Math.max(...distances) / Math.min(...distances) - 1;
    },
  },
  {
    id: '3-direction',
    title: '3 direction error',
    goal: '0.05°',
    limit: () => 0.05 * DEGREE,
    quick: 'ours',
    unit: 'rad',
    measure: (build, dt) => Math.max(...stops(build, dt).map(({ direction }) => Math.abs(direction))),
  },
  {
    id: '6-pull',
    title: '6 pull on a loaded box',
    goal: '0.2 %',
    limit: () => 2e-3,
    quick: 'ours',
    ...against(exactPull(0.5), 'N', (build, dt) => measurePull(build, 0.5, dt)),
  },
  {
    id: '7-roll',
    title: '7 rolling speed of a ball',
    goal: '0.1 %',
    limit: () => 1e-3,
    quick: 'all',
    ...against(exactRollingSpeed(7), 'm/s', (build, dt) => measureRollingSpeed(build, 0.3, 0.5, 7, dt)),
  },
  ...(
    [
      ['force', 'share', '0.1 %', 1e-3],
      ['misalignment', 'rad', '0.3°', 0.3 * DEGREE],
      ['position', 'share', '0.1 %', 1e-3],
    ] as const
  ).map(
    ([what, unit, goal, limit]): Case => ({
      id: `11-${what}`,
      title: `11 wheel, ${what === 'force' ? 'friction force / (μ N)' : what}`,
      goal,
      limit: () => limit,
      steps: ['1/1000'],
      quick: 'ours',
      unit,
      measure: (build, dt) => wheel(build, dt)[what],
    }),
  ),
  {
    id: '12-ten',
    title: '12 stack of 10, sideways drift after 10 s',
    goal: '1 mm',
    limit: () => 1e-3,
    quick: 'ours',
    unit: 'm',
    measure: (build, dt) => ten(build, dt).lateral,
  },
  {
    id: '12-sink',
    title: '12 stack of 10, sink',
    goal: '-',
    unit: 'm',
    measure: (build, dt) => Math.abs(ten(build, dt).sink),
  },
  {
    id: '12-twenty',
    title: '12 stack of 20, sideways drift after 10 s',
    goal: 'stands',
    limit: () => STANDS,
    unit: 'm',
    measure: (build, dt) => measureStack(build, 20, 10, dt).lateral,
  },
  {
    id: '12-pyramid',
    title: '12 pyramid of 1015, largest displacement after 5 s',
    goal: 'stands',
    limit: () => STANDS / 2,
    steps: ['1/60'],
    unit: 'm',
    measure(build, dt) {
      const { lateral, drop } = measureStanding(build, squarePyramid(14), 5, dt);
      return Math.hypot(lateral, drop);
    },
  },
];
