import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import { type Textures, tileSides } from './normal-texture.js';

export interface Floor {
  readonly mesh: THREE.Mesh;
  dispose(): void;
}

/** A ground: shaded, with a faint grid, fading out towards `reach` metres from the centre. `distance` is that of the eye. */
export function createFloor(
  theme: Theme,
  { centre, reach, distance }: { centre: THREE.Vector3; reach: number; distance: number },
  textures: Textures,
  look: Look = {},
): Floor {
  const geometry = new THREE.PlaneGeometry(2 * reach, 2 * reach);
  const material = new THREE.MeshStandardMaterial({
    color: look.colour ?? theme.floor,
    roughness: 0.95,
    transparent: true,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const used: { dispose(): void }[] = [geometry, material];
  if (look.normalMap) {
    const [width, height] = tileSides(look.normalMap.tile);
    const uv = geometry.getAttribute('uv');
    const at = geometry.getAttribute('position');
    for (let k = 0; k < uv.count; k++) uv.setXY(k, (at.getX(k) + centre.x) / width, (at.getY(k) + centre.y) / height);
    material.normalMap = textures.of(look.normalMap);
  }
  addGrid(material, {
    gridColour: { value: new THREE.Color(theme.rampMark) },
    gridCell: { value: cellOf(distance) },
    gridCentre: { value: new THREE.Vector2(centre.x, centre.y) },
    gridReach: { value: reach },
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(centre.x, centre.y, 0);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1; // before translucent objects
  return {
    mesh,
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}

/** 1, 2 or 5 times a power of ten, for about ten visible cells. */
function cellOf(distance: number): number {
  const wanted = distance / 7;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * (wanted / power < 2 ? 1 : wanted / power < 5 ? 2 : 5);
}

/** Lines in the shader, sharp at any distance. */
function addGrid(material: THREE.MeshStandardMaterial, uniforms: Record<string, THREE.IUniform>): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 gridAt;\nuniform vec2 gridCentre;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\ngridAt = position.xy + gridCentre;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
        varying vec2 gridAt;
        uniform vec3 gridColour;
        uniform float gridCell;
        uniform vec2 gridCentre;
        uniform float gridReach;`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        vec2 cells = gridAt / gridCell;
        vec2 width = fwidth(cells);
        vec2 line = smoothstep(1.2 * width, 0.2 * width, abs(fract(cells - 0.5) - 0.5));
        float seen = max(line.x, line.y) * (1.0 - smoothstep(0.1, 0.4, max(width.x, width.y)));
        diffuseColor.rgb = mix(diffuseColor.rgb, gridColour, 0.22 * seen);
        diffuseColor.a *= 1.0 - smoothstep(0.35, 1.0, distance(gridAt, gridCentre) / gridReach);`,
      );
  };
}
