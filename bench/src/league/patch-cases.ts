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
import { against, type Case, shared, worst } from './case.js';

/** A scene returns the time 0 for a motion that does not end. */
const ofSlide = (slide: PatchSlide, what: keyof PatchSlide): number =>
  (what === 'stopTime' || what === 'spinTime') && slide[what] === 0 ? Number.POSITIVE_INFINITY : slide[what];

const slides = shared((build, dt) => DISC_STARTS.map((start) => measurePatchSlide(build, DISC, start, dt)));
const ecpBox = shared((build, dt) => measureEcpBox(build, dt));
let references: PatchSlide[] | undefined;
/** Computed once: takes seconds. */
function discReferences(): PatchSlide[] {
  references ??= DISC_STARTS.map((start) => exactPatchSlide(DISC, start));
  return references;
}

function discCase(what: keyof PatchSlide, title: string, limit: number): Case {
  return {
    id: `4-${what}`,
    title: `4 sliding and spinning disc, ${title}, worst of 3`,
    goal: `${100 * limit} %`,
    limit: () => limit,
    quick: 'ours',
    unit: 'share',
    measure: (build, dt) =>
      worst(slides(build, dt).map((slide, k) => ofSlide(slide, what) / discReferences()[k][what] - 1)),
  };
}

/** Largest error of distance, angle and both end times, over bodies with the same initial motion. */
function shapesCase(id: string, title: string, bodies: readonly SlidingPatch[], referenceStep: number): Case {
  const start = { v: 2, spin: 2 };
  let references: PatchSlide[] | undefined;
  return {
    id,
    title: `4 ${title}: distance, angle and both ends, worst`,
    goal: '2 %',
    limit: () => 0.02,
    unit: 'share',
    measure: (build, dt) =>
      worst(
        bodies.flatMap((body, k) => {
          const measured = measurePatchSlide(build, body, start, dt);
          references ??= bodies.map((one) => exactPatchSlide(one, start, referenceStep));
          const reference = references[k];
          return (['distance', 'angle', 'stopTime', 'spinTime'] as const).map(
            (what) => ofSlide(measured, what) / reference[what] - 1,
          );
        }),
      ),
  };
}

/** The cases of contact patches. */
export const PATCH_CASES: readonly Case[] = [
  discCase('distance', 'distance', 0.02),
  discCase('stopTime', 'end of sliding', 0.02),
  discCase('spinTime', 'end of spinning', 0.02),
  discCase('ratio', 'v/(R ω) at a tenth', 0.05),
  // The ring's pressure is passed to the law explicitly.
  { ...shapesCase('4-others', 'ring, square and line', OTHER_PATCHES, 2e-5), needs: 'law' },
  // No hexagon: Rapier reports at most four points per contact.
  shapesCase(
    '4-shapes',
    'feet, edges, points and a triangle',
    SHAPED_PATCHES.filter(({ name }) => name !== 'hexagon'),
    1e-3,
  ),
  shapesCase('4-tall', 'tall boxes', TALL_BOXES, 1e-3),
  {
    id: '5-spin',
    title: '5 spinning disc, time to stop',
    goal: '1 %',
    limit: () => 0.01,
    quick: 'all',
    ...against(exactDiscSpinTime(4), 's', (build, dt) => measureDiscSpinTime(build, 4, dt)),
  },
  ...(['position', 'yaw'] as const).map(
    (what): Case => ({
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
