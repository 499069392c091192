import { FEATURES, type Feature } from '../../peers/src/peer.js';
import type { StepName } from './case.js';
import { showError, table } from './format.js';
import { finder } from './markdown.js';
import type { ContestantInfo, League, Result } from './results.js';

/**
 * The friction features of every contestant. A feature with probes counts as present if every probed case is within `within` of its
 * reference. For the rest, the table shows the name of the documented API.
 */
interface Probe {
  cases: readonly string[];
  within: number;
  /** Probe Stiction only: others can come close in this case without having the feature. */
  ours?: boolean;
}

const STEP: StepName = '1/240';
const PROBES: { readonly [K in Feature]?: Probe } = {
  isotropic: { cases: ['3-spread', '3-direction'], within: 0.01 },
  trueNormal: { cases: ['1-angle', '6-pull'], within: 0.02 },
  patchCoupling: { cases: ['4-distance', '4-stopTime', '4-spinTime'], within: 0.1 },
  spinning: { cases: ['15-spin'], within: 0.05 },
  rolling: { cases: ['15-roll'], within: 0.05 },
  anisotropic: { cases: ['8-floor'], within: 0.05 },
  asymmetric: { cases: ['9-transport'], within: 0.05 },
  staticKinetic: { cases: ['14-period-plate', '14-amplitude-plate'], within: 0.05 },
  stribeck: { cases: ['14-period-plate', '14-amplitude-plate'], within: 0.05, ours: true },
  bristle: { cases: ['13-yield-10000'], within: 0.05 },
  surfaceVelocity: { cases: ['probe-conveyor'], within: 0.05 },
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
  if (probe.cases[0].startsWith('probe')) return 'a box on a conveyor';
  const numbers = [...new Set(probe.cases.map((id) => Number.parseInt(id, 10)))];
  return `${numbers.length > 1 ? 'cases' : 'case'} ${numbers.join(', ')} to ${100 * probe.within} %`;
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
  const results = probe.cases.map((id) => find(id, STEP, name)).filter((one): one is Result => one !== undefined);
  if (results.length < probe.cases.length) return words ? `✓ ${words}` : '';
  if (results.some(({ none }) => none !== undefined)) return words ? `✓ ${words}` : '-';
  if (results.some(({ error }) => error === undefined)) return '†';
  const worst = results.reduce((most, one) => (size(one) > size(most) ? one : most));
  const unit = league.cases.find(({ id }) => id === worst.case)?.unit ?? 'share';
  return `${size(worst) <= probe.within ? '✓' : '✗'} ${showError(Math.abs(worst.error ?? 0), unit)}`;
}

function size({ error }: Result): number {
  return Math.abs(error ?? Number.POSITIVE_INFINITY);
}
