import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  createLocalContact,
  createPairSample,
  createSampler,
  gaussianRoughness,
  type NormalMap,
  planeMapping,
  samplePair,
  sawtooth,
  surface,
  toPixels,
} from '@stiction/texture-friction';
import { encode } from 'fast-png';
import { COLOURS } from './law-pictures-chart.js';

/**
 * docs/images/texture/cones.svg, after [Andrews] Fig. 8: two surfaces with the same map, friction in 16 directions, and the resulting set
 * of friction forces. `npm run texture:pictures -w @stiction/bench`. Equal maps give equal bytes.
 */
const FOLDER = resolve(import.meta.dirname, '../../docs/images/texture');

interface Row {
  title: string;
  map: NormalMap;
  sharpness: number;
}

const saw = sawtooth({
  width: 64,
  height: 64,
  pixel: 0.001,
  period: 16,
  steepFraction: 0.25,
  depth: 0.004,
  direction: 'y',
});
const ROWS: readonly Row[] = [
  { title: 'Gaussian, σ 1', map: gaussian(1, 1), sharpness: 1 },
  { title: 'Gaussian, σ 0.1 across, 1 up', map: gaussian(0.1, 1), sharpness: 1 },
  { title: 'sawtooth, sharpness 1 (the paper)', map: saw, sharpness: 1 },
  { title: 'sawtooth, sharpness 3', map: saw, sharpness: 3 },
];

function gaussian(sigmaX: number, sigmaY: number): NormalMap {
  return gaussianRoughness({ width: 64, height: 64, sigmaX, sigmaY, seed: 8 });
}

const K = 16;
const CELL = 170;
const INK = '#333';

/** μ(d_j) of two such surfaces face to face: b is the mirror image of a, because it lies face down. */
function coefficients({ map, sharpness }: Row): Float64Array {
  const one = surface({ map, mapping: planeMapping({ tile: 0.064 }) });
  const sampler = createSampler({ width: 0.064, directions: K, sharpness, method: 'exact', pixels: 64 });
  const a = createLocalContact();
  a.set([0.032, 0.032, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0]);
  const out = createPairSample(sampler);
  samplePair(sampler, one, a, null, a, new Float64Array(1), out);
  // The other one has the same friction against the same slip: it faces and moves the other way.
  return out.mu.map((mu) => 2 * mu);
}

type Point = [number, number];

/** Corners of { λ : -d_j·λ ≤ μ_j }, for directions in order. */
function corners(mu: Float64Array): Point[] {
  const half = Math.PI / mu.length;
  return Array.from(mu, (m, j): Point => {
    const next = mu[(j + 1) % mu.length];
    const angle = (2 * Math.PI * j) / mu.length + Math.PI;
    const across = (next - m * Math.cos(2 * half)) / Math.sin(2 * half);
    return [m * Math.cos(angle) - across * Math.sin(angle), m * Math.sin(angle) + across * Math.cos(angle)];
  });
}

function path(points: readonly Point[], scale: number, x: number, y: number): string {
  return `M${points.map(([a, b]) => `${(x + scale * a).toFixed(1)} ${(y - scale * b).toFixed(1)}`).join('L')}Z`;
}

function drawRow(row: Row, y: number): string {
  const mu = coefficients(row);
  const most = Math.max(...mu, 1e-9);
  const scale = 60 / most;
  const middle = y + 24 + 62;
  const pixels = toPixels(row.map);
  const png = encode({
    width: pixels.width,
    height: pixels.height,
    data: pixels.data as Uint8Array,
    channels: 3,
    depth: 8,
  });
  const image = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const plot = (x: number) =>
    `<path d="M${x - 66} ${middle}H${x + 66}M${x} ${middle - 66}V${middle + 66}" stroke="#ccc"/>`;
  const radial = Array.from(mu, (m, j): Point => {
    const angle = (2 * Math.PI * j) / K;
    return [m * Math.cos(angle), m * Math.sin(angle)];
  });
  const [east, north, west, south] = [0, 4, 8, 12].map((j) => mu[j]);
  const box: Point[] = [
    [west, south],
    [-east, south],
    [-east, -north],
    [west, -north],
  ];
  const dots = radial.map(
    ([a, b]) =>
      `<circle cx="${(1.5 * CELL + scale * a).toFixed(1)}" cy="${(middle - scale * b).toFixed(1)}" r="2" fill="${COLOURS.blue}"/>`,
  );
  return [
    `<text x="8" y="${y + 16}" font-weight="600">${row.title}</text>`,
    `<image x="24" y="${y + 24}" width="124" height="124" style="image-rendering:pixelated" href="${image}"/>`,
    plot(1.5 * CELL),
    `<path d="${path(radial, scale, 1.5 * CELL, middle)}" fill="none" stroke="${COLOURS.blue}"/>`,
    ...dots,
    `<text x="${1.5 * CELL + 4}" y="${middle - 58}" font-size="10">${(60 / scale).toFixed(2)}</text>`,
    plot(2.5 * CELL),
    `<path d="${path(corners(mu), scale, 2.5 * CELL, middle)}" fill="${COLOURS.blue}33" stroke="${COLOURS.blue}"/>`,
    plot(3.5 * CELL),
    `<path d="${path(box, scale, 3.5 * CELL, middle)}" fill="${COLOURS.red}33" stroke="${COLOURS.red}"/>`,
  ].join('\n');
}

const HEADINGS = ['both surfaces', 'μ against slip along d', 'friction forces, 16 faces', 'friction forces, box'];
const height = 30 + ROWS.length * 160;
const headings = HEADINGS.map(
  (text, k) => `<text x="${(k + 0.5) * CELL}" y="20" text-anchor="middle" fill="#666">${text}</text>`,
);
mkdirSync(FOLDER, { recursive: true });
writeFileSync(
  resolve(FOLDER, 'cones.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${4 * CELL} ${height}" width="${4 * CELL}" height="${height}" font-family="sans-serif" font-size="12" fill="${INK}">
<title>Friction from normal maps: coefficients in 16 directions and the sets of friction forces</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...headings, ...ROWS.map((row, k) => drawRow(row, 30 + 160 * k))].join('\n')}
</svg>
`,
);
