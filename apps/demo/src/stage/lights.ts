import * as THREE from 'three';

export interface Lights {
  readonly group: THREE.Group;
  /** Lights everything within `reach` of the target. */
  aim(target: THREE.Vector3, reach: number): void;
  setShadow(strength: number): void;
  /** Shadow map size [px]. */
  setPixels(pixels: number): void;
  dispose(): void;
}

const FROM = new THREE.Vector3(-0.62, -0.6, 1).normalize();
export const SHADOW_PIXELS = 2048;

/** A warm key light with shadows, and without another sky a cool fill light and a plain sky. */
export function createLights({ sky: hasSky = false } = {}): Lights {
  const group = new THREE.Group();
  const key = new THREE.DirectionalLight('#fff1dc', 2.6);
  const fill = new THREE.DirectionalLight('#dbe7ff', 0.3);
  const sky = new THREE.HemisphereLight('#f4f7ff', '#b9bfca', 1.35);
  sky.position.set(0, 0, 1); // three.js has y up
  fill.position.set(0.6, -0.8, 0.35);
  key.castShadow = true;
  key.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
  key.shadow.radius = 3;
  group.add(key, key.target);
  if (!hasSky) group.add(fill, sky);
  return {
    group,
    aim(target, reach) {
      key.target.position.copy(target);
      key.position.copy(target).addScaledVector(FROM, 3 * reach);
      const { camera } = key.shadow;
      Object.assign(camera, {
        left: -reach,
        right: reach,
        top: reach,
        bottom: -reach,
        near: 0.1 * reach,
        far: 6 * reach,
      });
      camera.updateProjectionMatrix();
      key.shadow.normalBias = (3 * reach) / SHADOW_PIXELS;
      key.shadow.bias = -2e-4;
    },
    setShadow(strength) {
      key.shadow.intensity = strength;
    },
    setPixels(pixels) {
      if (key.shadow.mapSize.x === pixels) return;
      key.shadow.mapSize.set(pixels, pixels);
      key.shadow.map?.dispose();
      key.shadow.map = null;
    },
    dispose() {
      key.dispose();
    },
  };
}
