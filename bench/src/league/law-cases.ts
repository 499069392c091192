import {
  type Belt,
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
  ROTATED_FLOORS,
  ROTATED_PLATES,
  ROTATING_PLATES,
  SHAKEN_PLATE,
  SPINNING_BALL,
  STICK_SLIP,
} from '@stiction/scenes';
import { against, type Case, shared, worst } from './case.js';

const CYLINDER = { ...ROLLING_BALL, kind: 'cylinder' } as const;

function floorCase(id: string, title: string, floors: readonly FloorCase[]): Case {
  return {
    id,
    title,
    goal: '0.5 % at 1/240',
    limit: (step) => (step === '1/60' ? undefined : 0.005),
    needs: 'law',
    unit: 'share',
    measure: (build, dt) => worst(floors.map((one) => endError(one.measure(build, dt), one.reference()))),
  };
}

function bristleCases(stiffness: number): Case[] {
  const measure = shared((build, dt) =>
    [0.3, 0.8].map((share) => measurePresliding(build, { mu: 0.5, stiffness, share }, dt)),
  );
  const common = { goal: '1 %', limit: () => 0.01, needs: 'law', unit: 'share' } as const;
  const quick = stiffness === 1e4 ? ({ quick: 'ours' } as const) : {};
  return [
    {
      ...common,
      ...quick,
      id: `13-yield-${stiffness}`,
      title: `13 bristles, ${stiffness} N/m: displacement of the foot`,
      measure: (build, dt) => worst(measure(build, dt).map(({ foot }) => foot - 1)),
    },
    {
      ...common,
      id: `13-left-${stiffness}`,
      title: `13 bristles, ${stiffness} N/m: residual displacement`,
      measure: (build, dt) => worst(measure(build, dt).map(({ footLeft }) => footLeft)),
    },
  ];
}

const stickSlips = {
  plate: shared((build, dt) => measureStickSlip(build, STICK_SLIP, 'plate', dt)),
  surface: shared((build, dt) => measureStickSlip(build, STICK_SLIP, 'surface', dt)),
};
const STICK_SLIP_REFERENCE = exactStickSlip(STICK_SLIP);

function stickSlipCase(what: 'period' | 'amplitude', belt: Belt): Case {
  return {
    id: `14-${what}-${belt}`,
    title: `14 stick-slip, ${what}, ${belt === 'plate' ? 'on a moving plate' : 'with surface velocity'}`,
    goal: '2 %',
    limit: () => 0.02,
    // Static and kinetic friction of other engines comes close.
    needs: belt === 'plate' ? ['staticKinetic'] : ['staticKinetic', 'surfaceVelocity'],
    ...(belt === 'plate' && { quick: 'ours' as const }),
    ...against(
      STICK_SLIP_REFERENCE[what],
      what === 'period' ? 's' : 'm',
      (build, dt) => stickSlips[belt](build, dt)[what],
    ),
  };
}

const ROUND = { goal: '1 %', limit: () => 0.01, quick: 'ours' } as const;

/** The cases that need more than Coulomb's law. */
export const LAW_CASES: readonly Case[] = [
  {
    ...floorCase('8-floor', '8 end point on an anisotropic floor', [FLOOR]),
    needs: ['anisotropic'],
    quick: 'ours',
  },
  floorCase('8-turned', '8 the same, rotated, worst of 12', ROTATED_FLOORS),
  floorCase('8-others', '8 other direction-dependent laws, worst of 17', OTHER_FLOORS),
  floorCase('8-plate', '8 on a rotating plate, worst of 6', ROTATING_PLATES),
  floorCase('8-plate-turned', '8 on a rotating plate, law rotated, worst of 12', ROTATED_PLATES),
  {
    id: '9-transport',
    title: '9 transport on a shaken plate',
    goal: '0.2 % at 1/240',
    limit: (step) => (step === '1/60' ? undefined : 0.002),
    needs: 'law',
    quick: 'ours',
    ...against(exactTransport(SHAKEN_PLATE, 5), 'm', (build, dt) => measureTransport(build, SHAKEN_PLATE, 5, dt)),
  },
  ...[1e3, 1e4, 1e5].flatMap(bristleCases),
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
  ...(['plate', 'surface'] as const).flatMap((belt) => [
    stickSlipCase('period', belt),
    stickSlipCase('amplitude', belt),
  ]),
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
    title: '15 rolling ball, stopping distance',
    needs: ['rollingRadius'],
    ...against(exactRollDistance(ROLLING_BALL, 2), 'm', (build, dt) => measureRollDistance(build, ROLLING_BALL, 2, dt)),
  },
  ...(['spin', 'roll'] as const).map(
    (motion): Case => ({
      ...ROUND,
      id: `15-pair-${motion}`,
      title: `15 two balls ${motion === 'spin' ? 'spinning' : 'rolling'} on each other, time to stop`,
      needs: [motion === 'spin' ? 'spinningRadius' : 'rollingRadius'],
      ...against(exactPairTime(ROLLING_BALL, 20, 10), 's', (build, dt) =>
        measurePairTime(build, ROLLING_BALL, motion, 20, 10, dt),
      ),
    }),
  ),
  {
    ...ROUND,
    id: '15-cylinder',
    title: '15 rolling cylinder, stopping distance',
    needs: ['rollingRadius'],
    not: { cannon: 'its cylinders are prisms' },
    ...against(exactRollDistance(CYLINDER, 2), 'm', (build, dt) => measureRollDistance(build, CYLINDER, 2, dt)),
  },
];
