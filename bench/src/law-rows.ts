import {
  type Build,
  CARRIERS,
  endError,
  exactLuGreDrift,
  exactPairTime,
  exactRollDistance,
  exactSpinTime,
  exactStickSlip,
  exactTransport,
  FLOOR,
  type FloorCase,
  measureDrift,
  measurePairTime,
  measurePresliding,
  measureRollDistance,
  measureSpinTime,
  measureStickSlip,
  measureTransport,
  OTHER_FLOORS,
  ROLLING_BALL,
  SHAKEN_PLATE,
  SPINNING_BALL,
  STICK_SLIP,
  TURNED_CARRIERS,
  TURNED_FLOORS,
} from '@stiction/scenes';
import { metres, percent, type Row } from './row.js';

const CYLINDER = { ...ROLLING_BALL, kind: 'cylinder' } as const;

/** Of some errors the one that is largest, with its sign. */
function worst(errors: readonly number[]): number {
  return errors.reduce((most, error) => (Math.abs(error) > Math.abs(most) ? error : most), 0);
}

function floorRow(title: string, cases: readonly FloorCase[]): Row {
  return {
    title,
    goal: '0.5 % at 1/240',
    limit: (dt) => (dt > 0.01 ? undefined : 0.005),
    lawsOnly: true,
    show: percent,
    measure: (build, dt) => worst(cases.map((one) => endError(one.measure(build, dt), one.truth()))),
  };
}

function bristleRows(stiffness: number): Row[] {
  const measure = (build: Build, dt: number) =>
    [0.3, 0.8].map((share) => measurePresliding(build, { mu: 0.5, stiffness, share }, dt));
  const row = { goal: '1 %', limit: () => 0.01, lawsOnly: true, show: percent };
  return [
    {
      ...row,
      title: `13 bristles, ${stiffness} N/m: yield of the foot`,
      measure: (build, dt) => worst(measure(build, dt).map(({ foot }) => foot - 1)),
    },
    {
      ...row,
      title: `13 bristles, ${stiffness} N/m: left after release`,
      measure: (build, dt) => worst(measure(build, dt).map(({ footLeft }) => footLeft)),
    },
  ];
}

function stickSlipRow(what: 'period' | 'amplitude'): Row {
  return {
    title: `14 stick-slip, ${what}, worse of belt and plate`,
    goal: '2 %',
    limit: () => 0.02,
    lawsOnly: true,
    show: percent,
    measure(build, dt) {
      const truth = exactStickSlip(STICK_SLIP);
      const belts = ['surface', 'plate'] as const;
      return worst(belts.map((belt) => measureStickSlip(build, STICK_SLIP, belt, dt)[what] / truth[what] - 1));
    },
  };
}

function roundRow(title: string, measure: Row['measure'], not?: 'cannon'): Row {
  return { title, goal: '1 %', limit: () => 0.01, lawsOnly: true, show: percent, measure, ...(not && { not }) };
}

/** The rows that need more than Coulomb's law. */
export const LAW_ROWS: readonly Row[] = [
  floorRow('8 end point on an anisotropic floor', [FLOOR]),
  floorRow('8 the same turned, worst of 12', TURNED_FLOORS),
  floorRow('8 other laws with directions, worst of 17', OTHER_FLOORS),
  floorRow('8 on a turning plate, worst of 6', CARRIERS),
  floorRow('8 on a turning plate, law turned, worst of 12', TURNED_CARRIERS),
  {
    title: '9 transport on a shaken plate',
    goal: '0.2 % at 1/240',
    limit: (dt) => (dt > 0.01 ? undefined : 0.002),
    lawsOnly: true,
    show: percent,
    measure: (build, dt) => measureTransport(build, SHAKEN_PLATE, 5, dt) / exactTransport(SHAKEN_PLATE, 5) - 1,
  },
  ...[1e3, 1e4, 1e5].flatMap(bristleRows),
  {
    title: '13 drift under elasto-plastic friction',
    goal: '1e-6 m',
    limit: () => 1e-6,
    lawsOnly: true,
    show: metres,
    measure: (build, dt) => measureDrift(build, 'elastoPlastic', dt).largest,
  },
  {
    title: '13 drift under LuGre, against its equation',
    goal: '-',
    lawsOnly: true,
    show: percent,
    measure: (build, dt) => measureDrift(build, 'lugre', dt).mean / exactLuGreDrift(dt).mean - 1,
  },
  stickSlipRow('period'),
  stickSlipRow('amplitude'),
  roundRow(
    '15 spinning ball, time to stop',
    (build, dt) => measureSpinTime(build, SPINNING_BALL, 20, dt) / exactSpinTime(SPINNING_BALL, 20) - 1,
  ),
  roundRow(
    '15 rolling ball, way to stop',
    (build, dt) => measureRollDistance(build, ROLLING_BALL, 2, dt) / exactRollDistance(ROLLING_BALL, 2) - 1,
  ),
  roundRow('15 two balls, spinning and rolling, worse', (build, dt) => {
    const truth = exactPairTime(ROLLING_BALL, 20, 10);
    const motions = ['spin', 'roll'] as const;
    return worst(motions.map((motion) => measurePairTime(build, ROLLING_BALL, motion, 20, 10, dt) / truth - 1));
  }),
  roundRow(
    '15 rolling cylinder, way to stop',
    (build, dt) => measureRollDistance(build, CYLINDER, 2, dt) / exactRollDistance(CYLINDER, 2) - 1,
    'cannon',
  ),
];
