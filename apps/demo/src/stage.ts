import * as THREE from 'three';
import { createRamp } from './ramp.js';
import { SIDES, type Side, type Simulation } from './simulation.js';
import type { Theme } from './theme.js';

export interface Stage {
  /** Draws both halves. `angle` in degrees; the ramp moves to it within half a second. */
  draw(simulation: Simulation, angle: number, elapsed: number): void;
  setMu(mu: number): void;
  setTheme(theme: Theme): void;
}

/** Space for the labels above the scene [CSS px]. */
const HEADROOM = 34;

const FIELD_OF_VIEW = 24;
const VIEW_DIRECTION = new THREE.Vector3(0.16, -1, 0.34).normalize();
const RAMP_TIME = 0.1;

/** One renderer and one scene, drawn once per half with that half's box. Throws where there is no WebGL. */
export function createStage(canvas: HTMLCanvasElement, views: Record<Side, HTMLElement>): Stage {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.shadowMap.enabled = true;
  renderer.setScissorTest(true);
  const ramp = createRamp();
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 100);
  camera.up.set(0, 0, 1);
  const label = new THREE.Vector3();
  const labels = {
    stock: views.stock.querySelector('.angle-label') as HTMLElement,
    stiction: views.stiction.querySelector('.angle-label') as HTMLElement,
  };
  let shownAngle = 0;

  const resize = (): void => {
    const { clientWidth, clientHeight } = canvas.parentElement as HTMLElement;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(clientWidth, clientHeight, false);
  };
  new ResizeObserver(resize).observe(canvas.parentElement as HTMLElement);
  resize();

  function aim(aspect: number): void {
    const { centre, width, height } = ramp.bounds;
    const half = Math.tan(THREE.MathUtils.degToRad(FIELD_OF_VIEW / 2));
    // The ramp's depth and the box on top add to its outline.
    const distance = Math.max((0.5 * width + 0.7) / (half * aspect), (0.5 * height + 0.8) / half);
    camera.aspect = aspect;
    camera.position.copy(centre).addScaledVector(VIEW_DIRECTION, distance);
    camera.lookAt(centre);
    camera.updateProjectionMatrix();
  }

  return {
    draw(simulation, angle, elapsed) {
      shownAngle += (angle - shownAngle) * (1 - Math.exp(-elapsed / RAMP_TIME));
      ramp.setAngle(THREE.MathUtils.degToRad(shownAngle));
      const frame = canvas.getBoundingClientRect();
      for (const side of SIDES) {
        const view = views[side].getBoundingClientRect();
        const left = view.left - frame.left;
        const bottom = frame.bottom - view.bottom;
        const height = view.height - HEADROOM;
        renderer.setViewport(left, bottom, view.width, height);
        renderer.setScissor(left, bottom, view.width, view.height);
        aim(view.width / height);
        ramp.setBox(side, simulation.pose(side), simulation.theoryDistance());
        renderer.render(ramp.scene, camera);
        const point = label.copy(ramp.labelPoint).project(camera);
        labels[side].style.translate =
          `${0.5 * (1 + point.x) * view.width}px ${HEADROOM + 0.5 * (1 - point.y) * height}px`;
      }
    },
    setMu: (mu) => ramp.setFrictionAngle(Math.atan(mu)),
    setTheme: ramp.setTheme,
  };
}
