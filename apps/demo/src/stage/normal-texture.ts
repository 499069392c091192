import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { SolidSpec } from './shape-geometry.js';

type Picture = NonNullable<Look['normalMap']>;
type Tile = Picture['tile'];

/** Textures of one stage set, shared by images with the same pixels. */
export interface Textures {
  of(picture: Picture): THREE.DataTexture;
  /** Returns the same texture for images with the same pixels. */
  idOf(picture: Picture): number;
  dispose(): void;
}

export function createTextures(): Textures {
  const textures = new Map<Picture['data'], THREE.DataTexture>();
  const textureOf = (picture: Picture): THREE.DataTexture => {
    const texture = textures.get(picture.data) ?? createNormalTexture(picture);
    textures.set(picture.data, texture);
    return texture;
  };
  return {
    of: textureOf,
    idOf: (picture) => textureOf(picture).id,
    dispose() {
      for (const texture of textures.values()) texture.dispose();
    },
  };
}

/** Metres per repeat along u and v. */
export function tileSides(tile: Tile): readonly [number, number] {
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

/**
 * Makes u and v count repeats of the image, like the box and cylinder mappings of @stiction/texture-friction: 0 to 1 on each face or
 * side, times its length.
 */
export function tileGeometry(geometry: THREE.BufferGeometry, shape: SolidSpec, tile: Tile): void {
  const [width, height] = tileSides(tile);
  const uv = geometry.getAttribute('uv');
  const normal = geometry.getAttribute('normal');
  for (let k = 0; k < uv.count; k++) {
    const [across, along] = lengthsAt(shape, normal.getX(k), normal.getY(k), normal.getZ(k));
    uv.setXY(k, (uv.getX(k) * across) / width, (uv.getY(k) * along) / height);
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
