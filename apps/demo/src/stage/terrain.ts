import type { Terrain } from '@stiction/scenes';
import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import type { Floor } from './floor.js';
import type { Materials } from './surfaces.js';

/** A height field with its colours from above. */
export function createTerrain(
  { cell, from, heights }: Terrain,
  theme: Theme,
  materials: Materials,
  look: Look = {},
): Floor {
  const [columns, rows] = [heights.length - 1, heights[0].length - 1];
  const geometry = new THREE.PlaneGeometry(cell * columns, cell * rows, columns, rows);
  const at = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  // The first row of a plane is the one with the largest y, that of a map the one with the smallest.
  for (let k = 0; k < at.count; k++) {
    const [i, j] = [k % (columns + 1), rows - Math.floor(k / (columns + 1))];
    at.setXYZ(k, from[0] + cell * i, from[1] + cell * j, heights[i][j]);
    uv.setXY(k, i / columns, j / rows);
  }
  geometry.computeVertexNormals();
  const material = new THREE.MeshStandardMaterial({ color: look.colour ?? theme.floor, roughness: 0.9 });
  materials.sky.light(material);
  const used: { dispose(): void }[] = [geometry, material];
  if (look.colourMap) {
    const { data, width, height } = look.colourMap;
    const map = new THREE.DataTexture(new Uint8Array(data), width, height);
    map.colorSpace = THREE.SRGBColorSpace;
    map.magFilter = THREE.LinearFilter;
    map.needsUpdate = true;
    material.map = map;
    material.color.set('white');
    used.push(map);
  }
  const mesh = new THREE.Mesh(geometry, material);
  mesh.receiveShadow = true;
  mesh.castShadow = true;
  return {
    mesh,
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}
