import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ellipsoidFit, gaugeOf, type LimitSurface, limitSurface, type Pressure } from '@stiction/limit-surface';

/**
 * Limit surfaces as shaded meshes. They are convex, so back faces are culled and no sorting is needed. The nodes are uniform in the
 * direction of the wrench, not of the twist: flat parts have as many as edges.
 */
export interface MeshPanel {
  title: string;
  pressure: Pressure;
  /** The shape from above, drawn small in the corner: outlines in units of its size. */
  sketch: readonly (readonly [number, number][])[];
}

/** Nodes per quarter turn. */
const NODES = 8;
const CELL = { width: 240, height: 236 };
const SCALE = 74;
const INK = '#333';
/** View from between the x and y axes, 24° above. */
const AZIMUTH = (35 * Math.PI) / 180;
const ELEVATION = (24 * Math.PI) / 180;
/** Towards the eye, and towards the lamp. */
const EYE = [
  Math.cos(ELEVATION) * Math.cos(AZIMUTH),
  Math.cos(ELEVATION) * Math.sin(AZIMUTH),
  Math.sin(ELEVATION),
] as const;
const LAMP = [0.74, 0.1, 0.66] as const;
const SHADES = 14;

type Vector = readonly [number, number, number];

const FOLDER = resolve(import.meta.dirname, '../../docs/images/limit-surface');

/** Writes docs/images/limit-surface/<name>.svg, three panels per row. */
export function writeMeshes(name: string, title: string, panels: readonly MeshPanel[]): void {
  const columns = Math.min(3, panels.length);
  const width = CELL.width * columns;
  const height = CELL.height * Math.ceil(panels.length / columns);
  const text = [
    `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg"`,
    'font-family="sans-serif">',
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...panels.map((panel, k) => drawPanel(panel, CELL.width * (k % columns), CELL.height * Math.floor(k / columns))),
    '</svg>',
  ].join('\n');
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(resolve(FOLDER, `${name}.svg`), `${text}\n`);
  const size = Buffer.byteLength(text);
  if (size > 80_000) throw new Error(`${name}.svg has ${size} bytes`);
  console.log(`${name}.svg ${(size / 1000).toFixed(1)} kB`);
}

function drawPanel({ title, pressure, sketch }: MeshPanel, left: number, top: number): string {
  const surface = limitSurface(pressure);
  const { wrenchRms } = ellipsoidFit(pressure).report;
  return [
    `<g transform="translate(${left} ${top})">`,
    `<text x="10" y="20" font-size="13" font-weight="bold" fill="${INK}">${title}</text>`,
    `<text x="10" y="36" font-size="11" fill="#666">ellipsoid off by ${(100 * wrenchRms).toFixed(0)} %</text>`,
    drawSketch(sketch),
    '<g transform="translate(116 140)">',
    drawMesh(surface),
    drawAxes(),
    '</g>',
    '</g>',
  ].join('\n');
}

/** Right, and up on the page. */
function project([x, y, z]: Vector): [number, number] {
  const right = -Math.sin(AZIMUTH) * x + Math.cos(AZIMUTH) * y;
  const depth = Math.cos(AZIMUTH) * x + Math.sin(AZIMUTH) * y;
  return [SCALE * right, -SCALE * (Math.cos(ELEVATION) * z - Math.sin(ELEVATION) * depth)];
}

/** Axes, starting at the surface. */
function drawAxes(): string {
  const axes: [string, Vector, Vector, number, number][] = [
    ['fx', [1, 0, 0], [1.45, 0, 0], -14, 9],
    ['fy', [0, 1, 0], [0, 1.3, 0], 4, 6],
    ['τ/r', [0, 0, 1], [0, 0, 1.3], 5, 3],
  ];
  return axes
    .map(([label, from, to, dx, dy]) => {
      const [start, end] = [from, to].map((point) => project(point).map((x) => x.toFixed(1)));
      const [x, y] = project(to);
      const line = `<path d="M${start.join(' ')}L${end.join(' ')}" stroke="${INK}" stroke-width="1.2"/>`;
      const place = `x="${(x + dx).toFixed(1)}" y="${(y + dy).toFixed(1)}"`;
      return `${line}<text ${place} font-size="12" fill="${INK}">${label}</text>`;
    })
    .join('');
}

/** The point of the surface in the direction of a wrench, torque over r. */
function pointOf(surface: LimitSurface, azimuth: number, polar: number): Vector {
  const x = Math.sin(polar) * Math.cos(azimuth);
  const y = Math.sin(polar) * Math.sin(azimuth);
  const z = Math.cos(polar);
  const gauge = gaugeOf(surface, [x, y, surface.r * z]);
  return [x / gauge, y / gauge, z / gauge];
}

function drawMesh(surface: LimitSurface): string {
  const turn = 4 * NODES;
  const points = Array.from({ length: 2 * NODES + 1 }, (_, j) =>
    Array.from({ length: turn }, (_unused, i) =>
      pointOf(surface, (2 * Math.PI * (i + 0.5)) / turn, (Math.PI * j) / (2 * NODES)),
    ),
  );
  const paths = new Map<number, string>();
  for (let j = 0; j < 2 * NODES; j++) {
    for (let i = 0; i < turn; i++) {
      const next = (i + 1) % turn;
      const corners = [points[j][i], points[j + 1][i], points[j + 1][next], points[j][next]];
      const normal = normalOf(corners);
      const facing = normal[0] * EYE[0] + normal[1] * EYE[1] + normal[2] * EYE[2];
      if (!(facing > 0)) continue;
      const light = Math.max(0, normal[0] * LAMP[0] + normal[1] * LAMP[1] + normal[2] * LAMP[2]);
      const shade = Math.round(SHADES * light);
      paths.set(shade, (paths.get(shade) ?? '') + outline(corners));
    }
  }
  const faces = [...paths]
    .sort(([a], [b]) => a - b)
    .map(([shade, d]) => `<path fill="${colour(shade / SHADES)}" d="${d}"/>`);
  return `<g transform="scale(.1)" stroke="#1c4a7d" stroke-width="4" stroke-linejoin="round">${faces.join('')}</g>`;
}

/** Normal from the diagonals, which also works for triangles at the poles. */
function normalOf([a, b, c, d]: readonly Vector[]): Vector {
  const [ux, uy, uz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [vx, vy, vz] = [d[0] - b[0], d[1] - b[1], d[2] - b[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const size = Math.hypot(...normal) || 1;
  return [normal[0] / size, normal[1] / size, normal[2] / size];
}

/** In tenths of a pixel, relative to the first corner. */
function outline(corners: readonly Vector[]): string {
  const places = corners.map(project).map(([x, y]) => [Math.round(10 * x), Math.round(10 * y)]);
  const join = (x: number, y: number) => `${x}${y < 0 ? '' : ' '}${y}`;
  let d = `M${join(places[0][0], places[0][1])}l`;
  for (let k = 1; k < places.length; k++) {
    const [x, y] = [places[k][0] - places[k - 1][0], places[k][1] - places[k - 1][1]];
    if (x !== 0 || y !== 0) d += `${x < 0 || d.endsWith('l') ? '' : ' '}${join(x, y)}`;
  }
  return `${d}z`;
}

/** Dark to light blue. */
function colour(light: number): string {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * light);
  return `rgb(${mix(38, 226)},${mix(84, 238)},${mix(140, 250)})`;
}

function drawSketch(outlines: MeshPanel['sketch']): string {
  const path = outlines
    .map((points) => `M${points.map(([x, y]) => `${(34 * x).toFixed(1)} ${(-34 * y).toFixed(1)}`).join('L')}z`)
    .join('');
  const style = 'fill="#c8452f" fill-rule="evenodd" stroke="#c8452f" stroke-width="1.5"';
  return `<path transform="translate(208 30)" d="${path}" ${style}/>`;
}
