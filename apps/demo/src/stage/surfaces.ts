import type { Picture, Surface } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { createTextures } from './normal-texture.js';
import type { Sky } from './sky.js';

/** Materials of one stage set: made when first used, shared by all that look the same. */
export interface Materials {
  /** Vertex colours times the grain of a surface; u and v count metres. */
  of(surface: Surface, options?: { normalMap?: Picture | undefined; opacity?: number }): THREE.MeshStandardMaterial;
  /** The same number for pictures with the same pixels and tile. */
  idOf(picture: Picture): number;
  /** For materials of one's own. */
  grainOf(surface: Surface): THREE.Texture | null;
  normalMapOf(picture: Picture): THREE.Texture;
  readonly sky: Sky;
  dispose(): void;
}

/** Tileable noise that darkens the colour, 0 to 1. */
interface Grain {
  /** Cells of the coarsest noise along u and v. */
  cells: readonly [number, number];
  depth: number;
  /** Rings of wood along v, bent by the noise. */
  rings?: number;
  /** Random single pixels. */
  speckle?: number;
  /** Rows of boards along u, of different tones. */
  boards?: number;
  /** Threads of cloth along both sides. */
  threads?: number;
  /** Darker places are redder if positive. */
  warmth?: number;
}

interface SurfaceSpec {
  roughness: number;
  metalness?: number;
  /** Side of the texture, as a share of the distance of the eye. */
  tile?: number;
  grain?: Grain;
  /** Depth of the relief, as a share of `tile`. */
  bump?: number;
}

const SURFACES: Readonly<Record<Surface, SurfaceSpec>> = {
  paint: { roughness: 0.42 },
  plastic: { roughness: 0.28 },
  ceramic: { roughness: 0.12 },
  steel: { roughness: 0.34, metalness: 0.55, tile: 0.25, grain: { cells: [2, 96], depth: 0.16 } },
  brass: { roughness: 0.26, metalness: 0.6, tile: 0.25, grain: { cells: [2, 64], depth: 0.1 } },
  wood: { roughness: 0.5, tile: 0.3, grain: { cells: [2, 14], depth: 0.26, rings: 9, warmth: 0.35 } },
  boards: {
    roughness: 0.5,
    tile: 0.8,
    grain: { cells: [3, 48], depth: 0.24, rings: 16, warmth: 0.3, boards: 6 },
  },
  stone: { roughness: 0.35, tile: 0.2, grain: { cells: [8, 8], depth: 0.2, speckle: 0.35 } },
  concrete: { roughness: 0.8, tile: 0.4, grain: { cells: [8, 8], depth: 0.1, speckle: 0.07 } },
  asphalt: { roughness: 0.9, tile: 0.3, bump: 0.01, grain: { cells: [5, 5], depth: 0.25, speckle: 0.45 } },
  grass: { roughness: 0.9, tile: 0.4, bump: 0.02, grain: { cells: [24, 40], depth: 0.6, warmth: -0.25, speckle: 0.2 } },
  snow: { roughness: 0.85, tile: 0.5, bump: 0.03, grain: { cells: [5, 5], depth: 0.1, speckle: 0.05 } },
  ice: { roughness: 0.18, tile: 0.8, grain: { cells: [3, 5], depth: 0.12, warmth: -0.3 } },
  cloth: { roughness: 0.9, tile: 0.12, bump: 0.02, grain: { cells: [6, 6], depth: 0.16, threads: 32 } },
  rubber: { roughness: 0.75, tile: 0.2, bump: 0.006, grain: { cells: [8, 8], depth: 0.2, speckle: 0.25 } },
  card: { roughness: 0.7, tile: 0.3, grain: { cells: [3, 40], depth: 0.14, speckle: 0.05, warmth: 0.2 } },
};

const SIZE = 256;
const OCTAVES = 4;

/** `distance` is that of the eye. Textures of surfaces are kept in `grains` for other sets. */
export function createMaterials(sky: Sky, grains: Map<Surface, THREE.Texture>, distance: number): Materials {
  const textures = createTextures();
  const made = new Map<string, THREE.MeshStandardMaterial>();

  function grainOf(surface: Surface): THREE.Texture | null {
    const { grain, tile = 1 } = SURFACES[surface];
    if (!grain) return null;
    const texture = grains.get(surface) ?? createTexture(grain);
    grains.set(surface, texture);
    texture.repeat.setScalar(1 / (tile * distance));
    return texture;
  }

  return {
    of(surface, { normalMap, opacity = 1 } = {}) {
      const key = [surface, normalMap ? textures.idOf(normalMap) : '', opacity].join();
      let material = made.get(key);
      if (material) return material;
      const { roughness, metalness = 0, bump = 0, tile = 1 } = SURFACES[surface];
      material = new THREE.MeshStandardMaterial({ roughness, metalness, vertexColors: true });
      material.map = grainOf(surface);
      if (normalMap) material.normalMap = textures.of(normalMap);
      else if (bump > 0) Object.assign(material, { bumpMap: material.map, bumpScale: bump * tile * distance });
      if (opacity < 1) Object.assign(material, { transparent: true, opacity, depthWrite: false });
      sky.light(material);
      made.set(key, material);
      return material;
    },
    idOf: textures.idOf,
    grainOf,
    normalMapOf: textures.of,
    sky,
    dispose() {
      for (const material of made.values()) material.dispose();
      textures.dispose();
    },
  };
}

function createTexture(grain: Grain): THREE.DataTexture {
  const texture = new THREE.DataTexture(pixelsOf(grain), SIZE, SIZE);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

function pixelsOf({ cells, depth, rings = 0, speckle = 0, boards = 0, threads = 0, warmth = 0 }: Grain): Uint8Array {
  const random = createRandom();
  const octaves = Array.from({ length: OCTAVES }, (_, k) => createNoise(cells[0] << k, cells[1] << k, random));
  const pixels = new Uint8Array(4 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [u, v] = [x / SIZE, y / SIZE];
      let dark = 0;
      for (let k = 0; k < OCTAVES; k++) dark += 0.5 ** (k + 1) * octaves[k](u, v);
      if (rings > 0)
        dark = 0.45 * dark + 0.4 * (0.5 + 0.5 * Math.sin(2 * Math.PI * (rings * v + 0.7 * octaves[0](u, v))));
      const weave = threads > 0 ? 0.3 * Math.sin(2 * Math.PI * threads * u) * Math.sin(2 * Math.PI * threads * v) : 0;
      const bright = Math.max(0, 1 - depth * (dark + weave) - speckle * random() ** 4 - seam(u, boards * v));
      const at = 4 * (y * SIZE + x);
      pixels[at] = 255 * bright;
      pixels[at + 1] = 255 * bright ** (1 + warmth);
      pixels[at + 2] = 255 * bright ** (1 + 2 * Math.abs(warmth));
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/** Darkness of boards side by side: each has its tone, and gaps between them. */
function seam(u: number, rows: number): number {
  const row = Math.floor(rows);
  if (rows === 0) return 0;
  const isGap = rows - row < 0.035 || (u + 0.37 * row) % 1 < 0.005;
  return isGap ? 0.4 : 0.12 * ((0.618 * (row + 1)) % 1);
}

/** Smooth noise between random values at the corners of a tiling grid. */
function createNoise(columns: number, rows: number, random: () => number): (u: number, v: number) => number {
  const values = Float32Array.from({ length: columns * rows }, random);
  return (u, v) => {
    const [x, y] = [u * columns, v * rows];
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [a, b] = [smooth(x - i), smooth(y - j)];
    const [left, right] = [i % columns, (i + 1) % columns];
    const [low, high] = [columns * (j % rows), columns * ((j + 1) % rows)];
    const bottom = values[low + left] + a * (values[low + right] - values[low + left]);
    const top = values[high + left] + a * (values[high + right] - values[high + left]);
    return bottom + b * (top - bottom);
  };
}

const smooth = (x: number): number => x * x * (3 - 2 * x);

/** The same numbers in every visit. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
