import type { Example } from '@stiction/scenes/cannon-examples';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { SIDES, type Side } from '../sides.js';
import type { WorldView } from './world-view.js';

export interface DebugStage {
  /** Moves the camera to a good view of the scene. */
  aim(view: Example['view']): void;
  draw(worlds: Record<Side, WorldView>): void;
}

const FIELD_OF_VIEW = 30;
const FROM = new THREE.Vector3(0.2, -1, 0.35).normalize();
/** Views are made for this aspect ratio. */
const ASPECT = 1.3;

/** One renderer and one camera for both halves. Throws without WebGL. */
export function createDebugStage(canvas: HTMLCanvasElement, views: Record<Side, HTMLElement>): DebugStage {
  const stage = canvas.parentElement as HTMLElement;
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.shadowMap.enabled = true;
  renderer.setScissorTest(true);
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, stage);
  controls.maxPolarAngle = 0.495 * Math.PI;
  controls.maxDistance = 100;

  const resize = (): void => {
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(stage.clientWidth, stage.clientHeight, false);
  };
  new ResizeObserver(resize).observe(stage);
  resize();

  return {
    aim({ target, distance }) {
      const { width, height } = views.stock.getBoundingClientRect();
      controls.target.set(...target);
      const away = distance * Math.max(1, (ASPECT * height) / width);
      camera.position.copy(controls.target).addScaledVector(FROM, away);
      controls.update();
    },
    draw(worlds) {
      const frame = canvas.getBoundingClientRect();
      for (const side of SIDES) {
        const view = views[side].getBoundingClientRect();
        const rectangle = [view.left - frame.left, frame.bottom - view.bottom, view.width, view.height] as const;
        renderer.setViewport(...rectangle);
        renderer.setScissor(...rectangle);
        camera.aspect = view.width / view.height;
        camera.updateProjectionMatrix();
        renderer.render(worlds[side].scene, camera);
      }
    },
  };
}
