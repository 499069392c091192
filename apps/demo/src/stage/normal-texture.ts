import type { Picture } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { SolidSpec } from './shape-geometry.js';

type Tile = Picture['tile'];

/** Textures of one stage set, shared by images with the same pixels and tile. */
export interface Textures {
  of(picture: Picture): THREE.DataTexture;
  /** Returns the same number for images with the same pixels and tile. */
  idOf(picture: Picture): number;
  dispose(): void;
}

export function createTextures(): Textures {
  const textures = new Map<Picture['data'], Map<string, THREE.DataTexture>>();
  const textureOf = (picture: Picture): THREE.DataTexture => {
    const { data, tile } = picture;
    const tiles = textures.get(data) ?? new Map<string, THREE.DataTexture>();
    textures.set(data, tiles);
    let texture = tiles.get(String(tile));
    if (!texture) {
      const [same] = tiles.values();
      texture = same?.clone() ?? createNormalTexture(picture);
      const [width, height] = tileSides(tile);
      texture.repeat.set(1 / width, 1 / height);
      tiles.set(String(tile), texture);
    }
    return texture;
  };
  return {
    of: textureOf,
    idOf: (picture) => textureOf(picture).id,
    dispose() {
      for (const tiles of textures.values()) for (const texture of tiles.values()) texture.dispose();
    },
  };
}

/** Metres per repeat along u and v. */
function tileSides(tile: Tile): readonly [number, number] {
  return typeof tile === 'number' ? [tile, tile] : tile;
}

/** The image of a normal map, once per repeat of u and v. */
function createNormalTexture({ width, height, data }: Picture): THREE.DataTexture {
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const texture = new THREE.DataTexture(pixels, width, height);
  texture.wrapS = THREE.RepeatWrapping;
  texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.needsUpdate = true;
  return texture;
}

/** Makes u and v count metres, from 0 on each face or side, like the box and cylinder mappings of @stiction/texture-friction. */
export function measureGeometry(geometry: THREE.BufferGeometry, shape: SolidSpec): void {
  const uv = geometry.getAttribute('uv');
  const normal = geometry.getAttribute('normal');
  for (let k = 0; k < uv.count; k++) {
    const [across, along] = lengthsAt(shape, normal.getX(k), normal.getY(k), normal.getZ(k));
    uv.setXY(k, uv.getX(k) * across, uv.getY(k) * along);
  }
}

/** Lengths of the face with this normal along u and v. */
function lengthsAt(shape: SolidSpec, x: number, y: number, z: number): [number, number] {
  if (shape.kind === 'box') {
    const [a, b, c] = shape.halfExtents;
    return [2 * (Math.abs(x) > 0.5 ? c : a), 2 * (Math.abs(y) > 0.5 ? c : b)];
  }
  if (shape.kind === 'cylinder') {
    const { radius, height } = shape;
    return Math.abs(z) > 0.5 ? [2 * radius, 2 * radius] : [2 * Math.PI * radius, height];
  }
  return [1, 1];
}
