import type { Preset } from '../src/preset.js';

type Presets = Readonly<Record<string, Preset>>;

/** Headings of the page, and the first preset below each. */
const GROUPS: readonly (readonly [heading: string, first: string])[] = [
  ['Wheels and rubber', 'tyreOnDryAsphalt'],
  ['Metals', 'steelOnSteel'],
  ['Glass and stone', 'glassOnGlass'],
  ['Wood and leather', 'woodOnWood'],
  ['Plastics', 'ptfeOnPtfe'],
  ['Ice and snow', 'iceOnIce'],
  ['Shoes', 'shoeOnDryTile'],
  ['Ball games', 'billiardBallOnCloth'],
  ['Packaging and paper', 'cardboardOnCardboard'],
  ['Ropes and bodies', 'ropeOnCarabiner'],
];

/** docs/materials.md with the tables of presets and sources between its marks written again. */
export function fillPage(page: string, presets: Presets): string {
  const sources = [...new Set(Object.values(presets).flatMap(sourcesOf))].sort((x, y) => x.localeCompare(y, 'en'));
  const list = sources.map((source, k) => `${k + 1}. ${source}`).join('\n');
  return between(between(page, 'presets', tables(presets, sources)), 'sources', list);
}

const sourcesOf = ({ source }: Preset): string[] => source.split('; ');

function tables(presets: Presets, sources: readonly string[]): string {
  const ids = Object.keys(presets);
  const starts = GROUPS.map(([, first]) => ids.indexOf(first));
  if (starts[0] !== 0 || starts.some((start, k) => k > 0 && start <= starts[k - 1])) {
    throw new Error('the groups of the page do not follow the order of the presets');
  }
  return GROUPS.map(([heading], k) => {
    const rows = ids.slice(starts[k], starts[k + 1]).map((id) => row(id, presets[id], sources));
    return [
      `### ${heading}\n`,
      '| preset | static | kinetic | range | conditions | source |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  }).join('\n\n');
}

function row(id: string, preset: Preset, sources: readonly string[]): string {
  const { name, static: atRest, kinetic, stribeckSpeed, rollingLever, range, note } = preset;
  const conditions = [
    name + (note ? `. ${note}` : '.'),
    stribeckSpeed === undefined ? '' : `Stribeck speed ${stribeckSpeed} m/s.`,
    rollingLever === undefined ? '' : `Rolling lever ${+(1000 * rollingLever).toPrecision(3)} mm.`,
  ];
  const numbers = sourcesOf(preset).map((source) => `[${sources.indexOf(source) + 1}](#sources)`);
  const cells = [
    `\`${id}\``,
    atRest,
    kinetic,
    `${range[0]} – ${range[1]}`,
    conditions.filter(Boolean).join(' '),
    numbers.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function between(page: string, mark: string, text: string): string {
  const [open, close] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [head, rest] = page.split(open);
  const tail = rest?.split(close)[1];
  if (tail === undefined) throw new Error(`the page has no marks ${open} and ${close}`);
  return `${head}${open}\n\n${text}\n\n${close}${tail}`;
}
