import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import type { Materials } from './surfaces.js';

export interface Floor {
  readonly mesh: THREE.Mesh;
  dispose(): void;
}

/** Share of the grid's colour in its lines; on floors with a grain. */
const GRID = 0.16;
const GRAINED = 0.07;

/** A ground with a faint grid, brightest at the centre, fading out towards `reach` metres from it. `distance` is that of the eye. */
export function createFloor(
  theme: Theme,
  { centre, reach, distance }: { centre: THREE.Vector3; reach: number; distance: number },
  materials: Materials,
  { colour = theme.floor, surface = 'concrete', normalMap }: Look = {},
): Floor {
  const geometry = new THREE.PlaneGeometry(2 * reach, 2 * reach);
  const uv = geometry.getAttribute('uv');
  const at = geometry.getAttribute('position');
  for (let k = 0; k < uv.count; k++) uv.setXY(k, at.getX(k) + centre.x, at.getY(k) + centre.y);
  const material = materials.of(surface).clone();
  material.color.set(colour);
  material.vertexColors = false;
  Object.assign(material, { transparent: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  if (normalMap) Object.assign(material, { normalMap: materials.normalMapOf(normalMap), bumpMap: null });
  addGrid(material, {
    gridColour: { value: new THREE.Color(theme.rampMark) },
    gridStrength: { value: surface === 'concrete' ? GRID : GRAINED },
    gridCell: { value: cellOf(distance) },
    gridCentre: { value: new THREE.Vector2(centre.x, centre.y) },
    gridReach: { value: reach },
    gridDistance: { value: distance },
    gridTint: materials.sky.tint,
  });
  materials.sky.light(material);
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(centre.x, centre.y, 0);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1; // before translucent objects
  return {
    mesh,
    dispose() {
      geometry.dispose();
      material.dispose();
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
        uniform vec3 gridTint;
        uniform float gridStrength;
        uniform float gridDistance;
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
        float away = distance(gridAt, gridCentre);
        diffuseColor.rgb = mix(diffuseColor.rgb, gridColour, gridStrength * seen) * gridTint;
        diffuseColor.rgb *= 1.0 - 0.25 * smoothstep(0.2, 1.4, away / gridDistance);
        diffuseColor.a *= 1.0 - smoothstep(0.3, 1.0, away / gridReach);`,
      );
  };
}
