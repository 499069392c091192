import * as THREE from 'three';
import type { Side } from '../sides.js';
import type { Theme } from '../theme.js';

/**
 * The light of the surroundings as a formula in the shader: a sky, a floor and two soft boxes, blurred by the roughness of the surface. It
 * takes no textures and no time to load, and costs less per pixel than an environment map.
 */
export interface Sky {
  /** Makes a material reflect it. Call once. */
  light(material: THREE.MeshStandardMaterial): void;
  /** The backdrop, and the tint of floors, of one half. */
  choose(side: Side): THREE.Texture;
  readonly tint: { value: THREE.Color };
  setTheme(theme: Theme): void;
  dispose(): void;
}

/** How much of the colour of its half a backdrop has: at the top, at the horizon and below. */
const TINTS = [1, 0.4, 0.15] as const;
const FLOOR_TINT = 0.14;

const FUNCTION = `
uniform vec3 skyTop;
uniform vec3 skyEdge;
uniform vec3 skyFloor;
vec3 softBox(vec3 direction, vec3 towards, float size, float blur) {
  float wide = size + 0.7 * blur * blur;
  return vec3(size / wide * exp((dot(direction, towards) - 1.0) / wide));
}
vec3 skyAt(vec3 direction, float blur) {
  float above = smoothstep(-0.12 - blur, 0.12 + blur, direction.z);
  vec3 light = mix(skyFloor, mix(skyEdge, skyTop, clamp(1.4 * direction.z, 0.0, 1.0)), above);
  light += 5.0 * vec3(1.0, 0.95, 0.88) * softBox(direction, vec3(-0.47, -0.45, 0.76), 0.05, blur);
  light += 2.2 * vec3(0.85, 0.92, 1.0) * softBox(direction, vec3(0.78, -0.5, 0.37), 0.03, blur);
  return light;
}`;

const USE = `
{
  vec3 skyNormal = inverseTransformDirection(geometryNormal, viewMatrix);
  vec3 skyMirror = inverseTransformDirection(reflect(-geometryViewDir, geometryNormal), viewMatrix);
  float blur = material.roughness;
  iblIrradiance += PI * skyAt(skyNormal, 1.0);
  radiance += skyAt(normalize(mix(skyMirror, skyNormal, blur * blur)), blur);
}`;

export function createSky(initialTheme: Theme): Sky {
  const uniforms = {
    skyTop: { value: new THREE.Color() },
    skyEdge: { value: new THREE.Color() },
    skyFloor: { value: new THREE.Color() },
  };
  const backdrops = { stock: createBackdrop(), stiction: createBackdrop() };
  const tint = { value: new THREE.Color() };
  let theme = initialTheme;

  function light(material: THREE.MeshStandardMaterial): void {
    const before = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      before.call(material, shader, renderer);
      Object.assign(shader.uniforms, uniforms);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${FUNCTION}`)
        .replace('#include <lights_fragment_maps>', `#include <lights_fragment_maps>\n${USE}`);
    };
    const key = before.toString();
    material.customProgramCacheKey = () => key;
  }

  function setTheme(next: Theme): void {
    theme = next;
    uniforms.skyTop.value.set(theme.skyTop);
    uniforms.skyEdge.value.set(theme.skyEdge);
    uniforms.skyFloor.value.set(theme.skyFloor);
    for (const side of ['stock', 'stiction'] as const) paint(backdrops[side], theme.sky, theme.backdrops[side]);
  }

  setTheme(initialTheme);
  return {
    light,
    tint,
    choose(side) {
      tint.value.set('#fff').lerp(new THREE.Color(theme.backdrops[side]), FLOOR_TINT);
      return backdrops[side];
    },
    setTheme,
    dispose() {
      for (const texture of Object.values(backdrops)) texture.dispose();
    },
  };
}

function createBackdrop(): THREE.CanvasTexture<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 128];
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.generateMipmaps = false;
  texture.minFilter = THREE.LinearFilter;
  return texture;
}

function paint(texture: THREE.CanvasTexture<HTMLCanvasElement>, sky: string, colour: string): void {
  const context = texture.image.getContext('2d');
  if (!context) return;
  const gradient = context.createLinearGradient(0, 0, 0, texture.image.height);
  for (const [k, share] of TINTS.entries()) {
    const mixed = new THREE.Color(sky).lerp(new THREE.Color(colour), share);
    gradient.addColorStop([0, 0.45, 1][k], mixed.getStyle());
  }
  context.fillStyle = gradient;
  context.fillRect(0, 0, 1, texture.image.height);
  texture.needsUpdate = true;
}
