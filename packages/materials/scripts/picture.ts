import type { Preset } from '../src/preset.js';

type Presets = Readonly<Record<string, Preset>>;

/** Colours of the pictures in docs/scripts/svg.mjs: on white, which the site inverts in the dark. */
const COLOURS = { kinetic: '#5b9bee', static: '#c3dcf9', text: '#1b2026', grid: '#e1e4e8' };
const WIDTH = 760;
const LEFT = 226;
const RIGHT = 640;
const ROW = 18;
const BAR = 10;
/** Presets up to this static friction are drawn in the second panel, with a larger scale. */
const SLIPPERY = 0.15;

/** docs/images/materials.svg: a bar per preset, with a whisker for its range. */
export function presetPicture(presets: Presets): string {
  const list = Object.values(presets).sort((x, y) => y.static - x.static || y.kinetic - x.kinetic);
  const parts: string[] = [legend(30)];
  let y = 62;
  y = panel(
    parts,
    y,
    list.filter((preset) => preset.static > SLIPPERY),
    1.5,
    0.25,
  );
  parts.push(label(20, y + 26, 'The slippery ones, on a larger scale', 'start', 'font-weight="600"'));
  y = panel(
    parts,
    y + 58,
    list.filter((preset) => preset.static <= SLIPPERY),
    0.25,
    0.05,
  );
  const title = 'Static and kinetic coefficients of friction of the presets, with their ranges';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" font-family="system-ui, sans-serif" font-size="12.5" fill="${COLOURS.text}">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

/** Draws bars from `top` down and returns where they end. */
function panel(parts: string[], top: number, list: readonly Preset[], most: number, tick: number): number {
  const x = (mu: number): number => round(LEFT + (Math.min(mu, most) / most) * (RIGHT - LEFT));
  const bottom = top + ROW * list.length;
  parts.push(label(LEFT - 10, top - 9, 'coefficient of friction', 'end', 'font-style="italic"'));
  for (let k = 0; k * tick <= most * 1.0001; k++) {
    const at = x(k * tick);
    parts.push(
      `<path d="M${at} ${top - 4}V${bottom}" stroke="${COLOURS.grid}"/>`,
      label(at, top - 9, String(+(k * tick).toFixed(2)), 'middle'),
    );
  }
  list.forEach((preset, k) => {
    const y = top + ROW * k;
    const middle = y + ROW / 2;
    const [low, high] = preset.range;
    // Whiskers that leave the panel end in an arrow.
    const end = high > most ? `m-6 -4l6 4l-6 4` : `m0 -3v6`;
    parts.push(
      label(LEFT - 10, middle + 4.5, preset.name, 'end'),
      bar(y, x(0), x(preset.static), COLOURS.static),
      bar(y, x(0), x(preset.kinetic), COLOURS.kinetic),
      `<path d="M${x(low)} ${middle - 3}v6m0 -3H${x(high)}${end}" fill="none" stroke="${COLOURS.text}" stroke-width="1.3"/>`,
      label(RIGHT + 16, middle + 4.5, valuesOf(preset)),
    );
  });
  return bottom;
}

const valuesOf = ({ static: atRest, kinetic }: Preset): string =>
  atRest === kinetic ? String(atRest) : `${atRest} / ${kinetic}`;

function legend(y: number): string {
  const swatch = (x: number, colour: string): string =>
    `<rect x="${x}" y="${y - BAR}" width="22" height="${BAR}" fill="${colour}"/>`;
  return [
    swatch(LEFT, COLOURS.kinetic),
    label(LEFT + 28, y, 'kinetic'),
    swatch(LEFT + 90, COLOURS.static),
    label(LEFT + 118, y, 'static'),
    `<path d="M${LEFT + 174} ${y - 8}v6m0 -3h22m0 -3v6" fill="none" stroke="${COLOURS.text}" stroke-width="1.3"/>`,
    label(LEFT + 202, y, 'range'),
    label(RIGHT + 16, y, 'static / kinetic'),
  ].join('\n');
}

const bar = (y: number, from: number, to: number, colour: string): string =>
  `<rect x="${from}" y="${y + (ROW - BAR) / 2}" width="${round(to - from)}" height="${BAR}" fill="${colour}"/>`;

function label(x: number, y: number, text: string, anchor = 'start', more = ''): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${more && ` ${more}`}>${text}</text>`;
}

const round = (value: number): number => Math.round(10 * value) / 10;
