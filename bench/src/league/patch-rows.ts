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
import { against, type Row, shared, worst } from './row.js';

/** A motion that never ends has no end: the time of it is then 0 in the scene's words. */
const ofSlide = (slide: PatchSlide, what: keyof PatchSlide): number =>
  (what === 'stopTime' || what === 'spinTime') && slide[what] === 0 ? Number.POSITIVE_INFINITY : slide[what];

const slides = shared((build, dt) => DISC_STARTS.map((start) => measurePatchSlide(build, DISC, start, dt)));
const ecpBox = shared((build, dt) => measureEcpBox(build, dt));
let truths: PatchSlide[] | undefined;
/** Takes seconds. */
function discTruths(): PatchSlide[] {
  truths ??= DISC_STARTS.map((start) => exactPatchSlide(DISC, start));
  return truths;
}

function discRow(what: keyof PatchSlide, title: string, limit: number): Row {
  return {
    id: `4-${what}`,
    title: `4 sliding and spinning disc, ${title}, worst of 3`,
    goal: `${100 * limit} %`,
    limit: () => limit,
    quick: 'ours',
    unit: 'share',
    measure: (build, dt) =>
      worst(slides(build, dt).map((slide, k) => ofSlide(slide, what) / discTruths()[k][what] - 1)),
  };
}

/** All but the ratio, of bodies that slide and spin alike at the start. */
function worstRow(id: string, title: string, bodies: readonly SlidingPatch[], truthStep: number): Row {
  const start = { v: 2, spin: 2 };
  let truths: PatchSlide[] | undefined;
  return {
    id,
    title: `4 ${title}, all of these but the ratio, worst`,
    goal: '2 %',
    limit: () => 0.02,
    unit: 'share',
    measure: (build, dt) =>
      worst(
        bodies.flatMap((body, k) => {
          const measured = measurePatchSlide(build, body, start, dt);
          truths ??= bodies.map((one) => exactPatchSlide(one, start, truthStep));
          const truth = truths[k];
          return (['distance', 'angle', 'stopTime', 'spinTime'] as const).map(
            (what) => ofSlide(measured, what) / truth[what] - 1,
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
  // The ring is given to the law by hand.
  { ...worstRow('4-others', 'ring, square and line', OTHER_PATCHES, 2e-5), needs: 'law' },
  // Rapier tells four points of a contact, so that it knows no hexagon.
  worstRow(
    '4-shapes',
    'feet, edges, points and a triangle',
    SHAPED_PATCHES.filter(({ name }) => name !== 'hexagon'),
    1e-3,
  ),
  worstRow('4-tall', 'tall boxes', TALL_BOXES, 1e-3),
  {
    id: '5-spin',
    title: '5 disc that only spins, time to stop',
    goal: '1 %',
    limit: () => 0.01,
    quick: 'all',
    ...against(exactDiscSpinTime(4), 's', (build, dt) => measureDiscSpinTime(build, 4, dt)),
  },
  ...(['position', 'yaw'] as const).map(
    (what): Row => ({
      id: `10-${what}`,
      title: `10 ECP slider, ${what}`,
      goal: '1 %',
      limit: () => 0.01,
      steps: ['1/1000'],
      quick: 'ours',
      unit: 'share',
      measure: (build, dt) => ecpBox(build, dt)[what],
    }),
  ),
];
