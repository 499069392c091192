import type { StepName } from './case.js';
import { showError, showResult, table } from './format.js';
import { finder } from './markdown.js';
import { type CaseInfo, type ContestantInfo, isMiss, type League, type Result } from './results.js';

/** The README's table: some cases at 1/60 s in the stock engines, with Stiction, and in the best peer. */
const STEP: StepName = '1/60';

/** A line with several cases shows the largest error. */
const LINES: readonly { text: string; reference: string; cases: readonly string[] }[] = [
  { text: 'angle at which a box starts to slide, μ 0.5', reference: '26.59°', cases: ['1-angle'] },
  { text: 'creep in 10 s at 90 % of that angle', reference: '0', cases: ['1-creep'] },
  { text: 'box at 5 m/s stops after v²/(2 μ g)', reference: '4.25 m', cases: ['2-distance'] },
  { text: 'force that moves 1 kg under a load of 10 kg', reference: 'μ (mA + mB) g', cases: ['6-pull'] },
  { text: 'final rolling speed of a sliding ball', reference: '5/7 v₀', cases: ['7-roll'] },
  {
    text: 'sliding and spinning disc: distance and end times, law `patch`',
    reference: 'equations of a plane disc',
    cases: ['4-distance', '4-stopTime', '4-spinTime'],
  },
  { text: 'spinning disc, law `patch`', reference: '3 R ω / (4 μ g)', cases: ['5-spin'] },
  { text: 'box on an anisotropic floor, law `anisotropic`', reference: 'maximum dissipation', cases: ['8-floor'] },
  { text: 'presliding displacement, bristles of 10 kN/m, law `bristle`', reference: 'F/k', cases: ['13-yield-10000'] },
  {
    text: 'stopping distance of a rolling ball, law `rolling`',
    reference: 'v² (R² + I/m)/(2 g r R)',
    cases: ['15-roll'],
  },
  { text: 'stack of ten cubes, sideways drift after 10 s', reference: '0', cases: ['12-ten'] },
];

export function summaryTable(league: League): string {
  const find = finder(league);
  // The table of all engines is in docs/accuracy.md.
  const columns = league.contestants.filter(({ kind, engine }) => kind !== 'peer' && engine !== 'crashcat');
  const peers = league.contestants.filter(({ kind }) => kind === 'peer');
  const worstOf = (cases: readonly string[], { name }: ContestantInfo): Result | undefined => {
    const results = cases.map((id) => find(id, STEP, name));
    return results.reduce((most, one) => (most && one && !(size(one) > size(most)) ? most : one));
  };
  return table(
    [
      `scene, dt ${STEP}`,
      'reference',
      ...columns.map(({ kind, label }) =>
        kind === 'stiction' ? label.replace(/^Stiction in [^,]*/, 'with Stiction') : label,
      ),
      'best of the peers',
    ],
    LINES.map(({ text, reference, cases }) => {
      const first = league.cases.find(({ id }) => id === cases[0]);
      if (!first) throw new Error(`no case ${cases[0]}`);
      const cells = columns.map((one) => showResult(worstOf(cases, one), first));
      return [text, reference, ...cells, bestOf(peers, (peer) => worstOf(cases, peer), first)];
    }),
  );
}

/** The smallest error and its peers; errors within 5 % of each other share the place. */
function bestOf(
  peers: readonly ContestantInfo[],
  resultOf: (peer: ContestantInfo) => Result | undefined,
  { unit }: CaseInfo,
): string {
  const results = peers.flatMap((peer) => {
    const result = resultOf(peer);
    return result ? [{ label: peer.label, result }] : [];
  });
  const measured = results.filter(({ result }) => result.error !== undefined);
  if (measured.length === 0) return results.find(({ result }) => result.none)?.result.none ?? '';
  const least = Math.min(...measured.map(({ result }) => size(result)));
  const best = measured.filter(({ result }) => size(result) <= 1.05 * least);
  return `${showError(best[0].result.error ?? 0, unit)} (${best.map(({ label }) => label).join(', ')})`;
}

function size({ error }: Result): number {
  return Math.abs(error ?? Number.NaN);
}

/** The README's sentence on cost. */
export function costSentence({ costs }: League): string {
  const of = (scene: string, contestant: string): string | undefined =>
    costs.find((one) => one.scene === scene && one.contestant === contestant)?.cost?.ratio.toFixed(1);
  const [native, stacked, heap] = [
    of('towers-100', 'rapier-stiction'),
    of('towers-100', 'rapier-all'),
    of('pile-200', 'rapier-all'),
  ];
  return [
    `A step of 200 stacked boxes takes ${of('towers-20', 'cannon-stiction')} times the stock step in cannon-es (1000: ${of('towers-100', 'cannon-stiction')}).`,
    'In Rapier you pay for the colliders whose law Rapier lacks: [cost](docs/cost.md).',
    ...(native && stacked && heap
      ? [
          `With Coulomb friction alone a step takes ${native} times the stock step;`,
          `with every collider acquired, ${stacked} times for 1000 stacked boxes and ${heap} times for a heap of 200 that moves.`,
        ]
      : []),
  ].join(' ');
}

/** The README's sentence on reached goals. */
export function goalSentence({ results }: League): string {
  const goals = results.filter(({ limit }) => limit !== undefined);
  const missed = goals.filter(isMiss).length;
  return `Of ${goals.length} goals (cases, steps, engines, and both settings in Rapier) ${goals.length - missed} are reached; the ${missed} others are listed in [docs/accuracy.md](docs/accuracy.md#goals-that-are-not-reached) with their figures.`;
}
