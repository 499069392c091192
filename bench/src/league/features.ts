import { FEATURES, type Feature } from '../../peers/src/peer.js';
import { showError, table } from './format.js';
import { finder } from './markdown.js';
import type { ContestantInfo, League, Result } from './results.js';
import type { StepName } from './row.js';

/**
 * Which friction every contestant offers. A feature is probed by rows of the league where there are such: it is there when all of
 * them are within `within` of the truth. Of the rest only what the makers document is shown, by its name in their API.
 */
interface Probe {
  rows: readonly string[];
  within: number;
  /** Others may come near in the row without that they have the feature. */
  ours?: boolean;
}

const STEP: StepName = '1/240';
const PROBES: { readonly [K in Feature]?: Probe } = {
  isotropic: { rows: ['3-spread', '3-direction'], within: 0.01 },
  trueNormal: { rows: ['1-angle', '6-pull'], within: 0.02 },
  patchCoupling: { rows: ['4-distance', '4-stopTime', '4-spinTime'], within: 0.1 },
  spinning: { rows: ['15-spin'], within: 0.05 },
  rolling: { rows: ['15-roll'], within: 0.05 },
  anisotropic: { rows: ['8-floor'], within: 0.05 },
  asymmetric: { rows: ['9-transport'], within: 0.05 },
  staticKinetic: { rows: ['14-period-plate', '14-amplitude-plate'], within: 0.05 },
  stribeck: { rows: ['14-period-plate', '14-amplitude-plate'], within: 0.05, ours: true },
  bristle: { rows: ['13-yield-10000'], within: 0.05 },
  surfaceVelocity: { rows: ['probe-conveyor'], within: 0.05 },
};

export function featureTable(league: League): string {
  const find = finder(league);
  return table(
    ['friction', 'probed by', ...league.contestants.map(({ label }) => label)],
    (Object.keys(FEATURES) as Feature[]).map((feature) => [
      FEATURES[feature],
      probedBy(PROBES[feature]),
      ...league.contestants.map((one) => featureCell(league, one, feature, find)),
    ]),
  );
}

function probedBy(probe: Probe | undefined): string {
  if (!probe) return 'their documentation';
  if (probe.rows[0].startsWith('probe')) return 'a box on a conveyor';
  return `row ${[...new Set(probe.rows.map((id) => Number.parseInt(id, 10)))].join(', ')} to ${100 * probe.within} %`;
}

function featureCell(
  league: League,
  { name, kind, documented }: ContestantInfo,
  feature: Feature,
  find: ReturnType<typeof finder>,
): string {
  const words = documented[feature];
  const probe = PROBES[feature];
  if (!probe || (probe.ours && kind !== 'stiction')) return words ? `✓ ${words}` : '-';
  const results = probe.rows.map((row) => find(row, STEP, name)).filter((one): one is Result => one !== undefined);
  if (results.length < probe.rows.length) return words ? `✓ ${words}` : '';
  if (results.some(({ none }) => none !== undefined)) return words ? `✓ ${words}` : '-';
  if (results.some(({ error }) => error === undefined)) return '†';
  const worst = results.reduce((most, one) => (size(one) > size(most) ? one : most));
  const unit = league.rows.find(({ id }) => id === worst.row)?.unit ?? 'share';
  return `${size(worst) <= probe.within ? '✓' : '✗'} ${showError(Math.abs(worst.error ?? 0), unit)}`;
}

function size({ error }: Result): number {
  return Math.abs(error ?? Number.POSITIVE_INFINITY);
}
