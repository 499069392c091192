import {
  type Belt,
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
import { against, type Row, shared, worst } from './row.js';

const CYLINDER = { ...ROLLING_BALL, kind: 'cylinder' } as const;

function floorRow(id: string, title: string, cases: readonly FloorCase[]): Row {
  return {
    id,
    title,
    goal: '0.5 % at 1/240',
    limit: (step) => (step === '1/60' ? undefined : 0.005),
    needs: 'law',
    unit: 'share',
    measure: (build, dt) => worst(cases.map((one) => endError(one.measure(build, dt), one.truth()))),
  };
}

function bristleRows(stiffness: number): Row[] {
  const measure = shared((build, dt) =>
    [0.3, 0.8].map((share) => measurePresliding(build, { mu: 0.5, stiffness, share }, dt)),
  );
  const row = { goal: '1 %', limit: () => 0.01, needs: 'law', unit: 'share' } as const;
  const quick = stiffness === 1e4 ? ({ quick: 'ours' } as const) : {};
  return [
    {
      ...row,
      ...quick,
      id: `13-yield-${stiffness}`,
      title: `13 bristles, ${stiffness} N/m: yield of the foot`,
      measure: (build, dt) => worst(measure(build, dt).map(({ foot }) => foot - 1)),
    },
    {
      ...row,
      id: `13-left-${stiffness}`,
      title: `13 bristles, ${stiffness} N/m: left after release`,
      measure: (build, dt) => worst(measure(build, dt).map(({ footLeft }) => footLeft)),
    },
  ];
}

const stickSlips = {
  plate: shared((build, dt) => measureStickSlip(build, STICK_SLIP, 'plate', dt)),
  surface: shared((build, dt) => measureStickSlip(build, STICK_SLIP, 'surface', dt)),
};
const STICK_SLIP_TRUTH = exactStickSlip(STICK_SLIP);

function stickSlipRow(what: 'period' | 'amplitude', belt: Belt): Row {
  return {
    id: `14-${what}-${belt}`,
    title: `14 stick-slip, ${what}, ${belt === 'plate' ? 'on a plate that moves' : 'on a surface that moves'}`,
    goal: '2 %',
    limit: () => 0.02,
    // What others call static and kinetic friction comes near to it.
    needs: belt === 'plate' ? ['staticKinetic'] : ['staticKinetic', 'surfaceVelocity'],
    ...(belt === 'plate' && { quick: 'ours' as const }),
    ...against(STICK_SLIP_TRUTH[what], what === 'period' ? 's' : 'm', (build, dt) => stickSlips[belt](build, dt)[what]),
  };
}

const ROUND = { goal: '1 %', limit: () => 0.01, quick: 'ours' } as const;

/** The rows that need more than Coulomb's law. */
export const LAW_ROWS: readonly Row[] = [
  {
    ...floorRow('8-floor', '8 end point on an anisotropic floor', [FLOOR]),
    needs: ['anisotropic'],
    quick: 'ours',
  },
  floorRow('8-turned', '8 the same turned, worst of 12', TURNED_FLOORS),
  floorRow('8-others', '8 other laws with directions, worst of 17', OTHER_FLOORS),
  floorRow('8-plate', '8 on a turning plate, worst of 6', CARRIERS),
  floorRow('8-plate-turned', '8 on a turning plate, law turned, worst of 12', TURNED_CARRIERS),
  {
    id: '9-transport',
    title: '9 transport on a shaken plate',
    goal: '0.2 % at 1/240',
    limit: (step) => (step === '1/60' ? undefined : 0.002),
    needs: 'law',
    quick: 'ours',
    ...against(exactTransport(SHAKEN_PLATE, 5), 'm', (build, dt) => measureTransport(build, SHAKEN_PLATE, 5, dt)),
  },
  ...[1e3, 1e4, 1e5].flatMap(bristleRows),
  {
    id: '13-drift',
    title: '13 drift under elasto-plastic friction',
    goal: '1e-6 m',
    limit: () => 1e-6,
    needs: 'law',
    unit: 'm',
    measure: (build, dt) => measureDrift(build, 'elastoPlastic', dt).largest,
  },
  {
    id: '13-lugre',
    title: '13 drift under LuGre, against its equation',
    goal: '-',
    needs: 'law',
    unit: 'share',
    measure: (build, dt) => measureDrift(build, 'lugre', dt).mean / exactLuGreDrift(dt).mean - 1,
  },
  ...(['plate', 'surface'] as const).flatMap((belt) => [stickSlipRow('period', belt), stickSlipRow('amplitude', belt)]),
  {
    ...ROUND,
    id: '15-spin',
    title: '15 spinning ball, time to stop',
    needs: ['spinningRadius'],
    ...against(exactSpinTime(SPINNING_BALL, 20), 's', (build, dt) => measureSpinTime(build, SPINNING_BALL, 20, dt)),
  },
  {
    ...ROUND,
    id: '15-roll',
    title: '15 rolling ball, way to stop',
    needs: ['rollingRadius'],
    ...against(exactRollDistance(ROLLING_BALL, 2), 'm', (build, dt) => measureRollDistance(build, ROLLING_BALL, 2, dt)),
  },
  ...(['spin', 'roll'] as const).map(
    (motion): Row => ({
      ...ROUND,
      id: `15-pair-${motion}`,
      title: `15 two balls that ${motion} on each other, time to stop`,
      needs: [motion === 'spin' ? 'spinningRadius' : 'rollingRadius'],
      ...against(exactPairTime(ROLLING_BALL, 20, 10), 's', (build, dt) =>
        measurePairTime(build, ROLLING_BALL, motion, 20, 10, dt),
      ),
    }),
  ),
  {
    ...ROUND,
    id: '15-cylinder',
    title: '15 rolling cylinder, way to stop',
    needs: ['rollingRadius'],
    not: { cannon: 'its cylinders are prisms' },
    ...against(exactRollDistance(CYLINDER, 2), 'm', (build, dt) => measureRollDistance(build, CYLINDER, 2, dt)),
  },
];
