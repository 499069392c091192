import { showError, showResult, table } from './format.js';
import { finder } from './markdown.js';
import { type ContestantInfo, isMiss, type League, type Result, type RowInfo } from './results.js';
import type { StepName } from './row.js';

/** The README's table: some rows at 1/60 s, the engines that Stiction installs into, and the best of the others. */
const STEP: StepName = '1/60';

/** Of several rows the one with the largest error counts. */
const LINES: readonly { text: string; truth: string; rows: readonly string[] }[] = [
  { text: 'slope at which a box starts to slide, μ 0.5', truth: '26.59°', rows: ['1-angle'] },
  { text: 'creep in 10 s at 90 % of that slope', truth: '0', rows: ['1-creep'] },
  { text: 'box at 5 m/s stops after v²/(2 μ g)', truth: '4.25 m', rows: ['2-distance'] },
  { text: 'pull that moves 1 kg under a load of 10 kg', truth: 'μ (mA + mB) g', rows: ['6-pull'] },
  { text: 'sliding ball rolls in the end at', truth: '5/7 v₀', rows: ['7-roll'] },
  {
    text: 'disc that slides and spins: distance and both ends, law `patch`',
    truth: 'equations of a plane disc',
    rows: ['4-distance', '4-stopTime', '4-spinTime'],
  },
  { text: 'disc that only spins, law `patch`', truth: '3 R ω / (4 μ g)', rows: ['5-spin'] },
  { text: 'box on a floor with a grain, law `anisotropic`', truth: 'maximum dissipation', rows: ['8-floor'] },
  { text: 'yield of bristles of 10 kN/m, law `bristle`', truth: 'F/k', rows: ['13-yield-10000'] },
  { text: 'ball that rolls to a stop, law `rolling`', truth: 'v² (R² + I/m)/(2 g r R)', rows: ['15-roll'] },
  { text: 'stack of ten cubes, sideways after 10 s', truth: '0', rows: ['12-ten'] },
];

export function summaryTable(league: League): string {
  const find = finder(league);
  const columns = league.contestants.filter(({ kind }) => kind !== 'peer');
  const peers = league.contestants.filter(({ kind }) => kind === 'peer');
  const worstOf = (rows: readonly string[], { name }: ContestantInfo): Result | undefined => {
    const results = rows.map((row) => find(row, STEP, name));
    return results.reduce((most, one) => (most && one && !(size(one) > size(most)) ? most : one));
  };
  return table(
    [
      `scene, dt ${STEP}`,
      'truth',
      ...columns.map(({ kind, label }) =>
        kind === 'stiction' ? label.replace(/^Stiction in [^,]*/, 'with Stiction') : label,
      ),
      'best of the peers',
    ],
    LINES.map(({ text, truth, rows }) => {
      const row = league.rows.find(({ id }) => id === rows[0]);
      if (!row) throw new Error(`no row ${rows[0]}`);
      const cells = columns.map((one) => showResult(worstOf(rows, one), row));
      return [text, truth, ...cells, bestOf(peers, (peer) => worstOf(rows, peer), row)];
    }),
  );
}

/** The smallest error, and who has it; alike to a twentieth, they are named together. */
function bestOf(
  peers: readonly ContestantInfo[],
  resultOf: (peer: ContestantInfo) => Result | undefined,
  row: RowInfo,
): string {
  const results = peers.flatMap((peer) => {
    const result = resultOf(peer);
    return result ? [{ label: peer.label, result }] : [];
  });
  const measured = results.filter(({ result }) => result.error !== undefined);
  if (measured.length === 0) return results.find(({ result }) => result.none)?.result.none ?? '';
  const least = Math.min(...measured.map(({ result }) => size(result)));
  const best = measured.filter(({ result }) => size(result) <= 1.05 * least);
  return `${showError(best[0].result.error ?? 0, row.unit)} (${best.map(({ label }) => label).join(', ')})`;
}

function size({ error }: Result): number {
  return Math.abs(error ?? Number.NaN);
}

/** What the README says about cost. */
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

/** How many goals there are and are reached, in a sentence. */
export function goalSentence({ results }: League): string {
  const goals = results.filter(({ limit }) => limit !== undefined);
  const missed = goals.filter(isMiss).length;
  return `Of ${goals.length} goals (cases, steps, engines, and both settings in Rapier) ${goals.length - missed} are reached; the ${missed} others are listed in [docs/accuracy.md](docs/accuracy.md#goals-that-are-not-reached) with their figures.`;
}
