import { type NormalMap, toPixels } from '@stiction/texture-friction';
import type { Picture } from './show.js';

const pictures = new WeakMap<NormalMap, { width: number; height: number; data: Uint8ClampedArray }>();

/**
 * What the renderer shows of the map that friction is read from. Its first row is at v = 0, as textures made from data have it, and
 * green points along +v, which is down such a picture. The same map has the same pixels: they are one texture on the page.
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
