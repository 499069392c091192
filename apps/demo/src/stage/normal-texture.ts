import type { Look } from '@stiction/scenes/show';
import * as THREE from 'three';

type Tile = NonNullable<Look['normalMap']>['tile'];

/** Metres per repeat along u and v. */
export function tileSides(tile: Tile): readonly [number, number] {
  return typeof tile === 'number' ? [tile, tile] : tile;
}

/** The picture of a normal map, once per repeat of u and v. */
export function createNormalTexture({ width, height, data }: NonNullable<Look['normalMap']>): THREE.DataTexture {
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
 * Makes u and v of a box count repeats of `tile` metres, as `boxMapping` of @stiction/texture-friction has them: the face's own
 * 0 to 1 times its length.
 */
export function tileBox(geometry: THREE.BufferGeometry, half: readonly [number, number, number], tile: Tile): void {
  const [width, height] = tileSides(tile);
  const uv = geometry.getAttribute('uv');
  const normal = geometry.getAttribute('normal');
  for (let k = 0; k < uv.count; k++) {
    const across = Math.abs(normal.getX(k)) > 0.5 ? 2 : 0;
    const along = Math.abs(normal.getY(k)) > 0.5 ? 2 : 1;
    uv.setXY(k, (uv.getX(k) * 2 * half[across]) / width, (uv.getY(k) * 2 * half[along]) / height);
  }
}
