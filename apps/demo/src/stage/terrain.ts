import type { Terrain } from '@stiction/scenes';
import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import type { Floor } from './floor.js';
import type { Materials } from './surfaces.js';

/** Colour of the ground below the surface, and its depth as a share of the length of the field. */
const EARTH = '#8a7358';
const DEPTH = 0.06;

/** A height field with its colours from above, cut out of the ground. */
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
  const sides = createSides({ cell, from, heights });
  const earth = materials.of('stone').clone();
  earth.color.set(EARTH);
  earth.vertexColors = false;
  used.push(sides, earth);
  mesh.add(new THREE.Mesh(sides, earth));
  return {
    mesh,
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}

/** Walls along the edges of the field, down to a level below its lowest point. */
function createSides({ cell, from, heights }: Terrain): THREE.BufferGeometry {
  const [columns, rows] = [heights.length - 1, heights[0].length - 1];
  const bottom = Math.min(...heights.map((line) => Math.min(...line))) - DEPTH * cell * Math.max(columns, rows);
  const along = (count: number, at: (k: number) => readonly [number, number]): (readonly [number, number])[] =>
    Array.from({ length: count }, (_, k) => at(k));
  // Once around, so that the walls face outwards.
  const edge = [
    ...along(columns, (k) => [k, 0]),
    ...along(rows, (k) => [columns, k]),
    ...along(columns, (k) => [columns - k, rows]),
    ...along(rows + 1, (k) => [0, rows - k]),
  ];
  const points: number[] = [];
  const uvs: number[] = [];
  const faces: number[] = [];
  for (const [n, [i, j]] of edge.entries()) {
    const [x, y, z] = [from[0] + cell * i, from[1] + cell * j, heights[i][j]];
    points.push(x, y, z, x, y, bottom);
    uvs.push(cell * n, z, cell * n, bottom);
    if (n > 0) faces.push(2 * n - 2, 2 * n - 1, 2 * n, 2 * n, 2 * n - 1, 2 * n + 1);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
  geometry.setIndex(faces);
  // Sharp corners: each triangle has its own normal.
  const sharp = geometry.toNonIndexed();
  sharp.computeVertexNormals();
  geometry.dispose();
  return sharp;
}
