import { type NormalMap, toPixels } from '@stiction/texture-friction';
import type { Picture } from './demo-scene.js';

const pictures = new WeakMap<NormalMap, { width: number; height: number; data: Uint8ClampedArray }>();

/**
 * The map that friction is read from, as an image for the renderer. Its first row is at v = 0, as in textures made from data, and green
 * points along +v, which is down in such an image. Equal maps share their pixels, so the page makes one texture of them.
 */
export function normalLook(map: NormalMap, tile: Picture['tile']): Picture {
  let picture = pictures.get(map);
  if (!picture) {
    const { width, height, data } = toPixels(map, { channels: 4, flipY: false, convention: 'directx' });
    picture = { width, height, data: new Uint8ClampedArray(data) };
    pictures.set(map, picture);
  }
  return { ...picture, tile };
}
