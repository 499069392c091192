import {
  DISC,
  DISC_STARTS,
  exactDiscSpinTime,
  exactPatchSlide,
  measureDiscSpinTime,
  measureEcpBox,
  measurePatchSlide,
  OTHER_PATCHES,
  type PatchSlide,
  SHAPED_PATCHES,
  type SlidingPatch,
  TALL_BOXES,
} from '@stiction/scenes';
import { percent, type Row } from './row.js';

const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs));

function discRow(what: keyof PatchSlide, title: string, limit: number): Row {
  return {
    title: `4 sliding and spinning disc, ${title}, worst of 3`,
    goal: `${100 * limit} %`,
    limit: () => limit,
    show: percent,
    measure: (build, dt) =>
      largest(
        DISC_STARTS.map((start) => {
          const measured = measurePatchSlide(build, DISC, start, dt)[what];
          return measured / exactPatchSlide(DISC, start)[what] - 1;
        }),
      ),
  };
}

/** All but the ratio, of bodies that slide and spin alike at the start. */
function worstRow(title: string, bodies: readonly SlidingPatch[], truthStep: number): Row {
  const start = { v: 2, spin: 2 };
  return {
    title: `4 ${title}, all of these but the ratio, worst`,
    goal: '2 %',
    limit: () => 0.02,
    lawsOnly: true,
    show: percent,
    measure: (build, dt) =>
      largest(
        bodies.flatMap((body) => {
          const measured = measurePatchSlide(build, body, start, dt);
          const truth = exactPatchSlide(body, start, truthStep);
          return (['distance', 'angle', 'stopTime', 'spinTime'] as const).map(
            (what) => measured[what] / truth[what] - 1,
          );
        }),
      ),
  };
}

/** The rows of contact patches. */
export const PATCH_ROWS: readonly Row[] = [
  discRow('distance', 'distance', 0.02),
  discRow('stopTime', 'end of sliding', 0.02),
  discRow('spinTime', 'end of spinning', 0.02),
  discRow('ratio', 'v/(R ω) at a tenth', 0.05),
  worstRow('ring, square and line', OTHER_PATCHES, 2e-5),
  // Rapier tells four points of a contact, so that it knows no hexagon.
  worstRow(
    'feet, edges, points and a triangle',
    SHAPED_PATCHES.filter(({ name }) => name !== 'hexagon'),
    1e-3,
  ),
  worstRow('tall boxes', TALL_BOXES, 1e-3),
  {
    title: '5 disc that only spins, time to stop',
    goal: '1 %',
    limit: () => 0.01,
    show: percent,
    measure: (build, dt) => measureDiscSpinTime(build, 4, dt) / exactDiscSpinTime(4) - 1,
  },
  ...(['position', 'yaw'] as const).map(
    (what): Row => ({
      title: `10 ECP slider at 1 kHz, ${what}`,
      goal: '1 %',
      limit: () => 0.01,
      show: percent,
      measure: (build) => measureEcpBox(build, 1e-3)[what],
    }),
  ),
];
