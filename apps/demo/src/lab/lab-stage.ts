import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createFatLines } from '../stage/fat-lines.js';
import { createLights } from '../stage/lights.js';
import type { Theme } from '../theme.js';
import type { Slip, Wrench } from './formulas.js';
import { LEVER } from './laws.js';

/** The cone and the limit surface of a law, side by side, per load. */
export interface LabStage {
  /** `meter` returns friction against a slip of this speed [m/s]; the point marks the current slip. */
  draw(meter: (slip: Slip) => Wrench, speed: number, slip: Slip, force: Wrench, theme: Theme): void;
  render(): void;
}

const RING = 72;
const MERIDIANS = 36;
const PARALLELS = 18;
const DISTANCE = 5.4;
const NARROW = 1.05;

/** Throws without WebGL. */
export function createLabStage(canvas: HTMLCanvasElement): LabStage {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.setScissorTest(true);
  const camera = new THREE.PerspectiveCamera(26, 1, 0.1, 50);
  camera.up.set(0, 0, 1);
  camera.position.set(0.55, -1, 0.5).setLength(DISTANCE);
  const controls = new OrbitControls(camera, canvas);
  controls.enablePan = false;
  controls.minDistance = 2;
  controls.maxDistance = 12;
  const cone = createView();
  const surface = createView();
  let isStale = true;
  controls.addEventListener('change', () => {
    isStale = true;
  });
  new ResizeObserver(() => {
    isStale = true;
  }).observe(canvas);

  function createView() {
    const scene = new THREE.Scene();
    const lights = createLights();
    lights.aim(new THREE.Vector3(), 3);
    const geometry = new THREE.BufferGeometry();
    const material = new THREE.MeshStandardMaterial({
      roughness: 0.5,
      side: THREE.DoubleSide,
      transparent: true,
      opacity: 0.62,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false; // it is rebuilt
    const thin = createFatLines(1.5);
    const thick = createFatLines(3.5);
    const dot = new THREE.Mesh(
      new THREE.SphereGeometry(0.05, 16, 12),
      new THREE.MeshBasicMaterial({ color: '#e5232e', depthTest: false, transparent: true }),
    );
    dot.renderOrder = 5;
    scene.background = new THREE.Color();
    scene.add(lights.group, mesh, thin.object, thick.object, dot);
    return { scene, geometry, material, thin, thick, dot };
  }

  return {
    draw(meter, speed, slip, force, theme) {
      isStale = true;
      const ring = Array.from({ length: RING + 1 }, (_, k) => {
        const angle = (2 * Math.PI * k) / RING;
        return meter([speed * Math.cos(angle), speed * Math.sin(angle), 0]);
      });
      const grid = sampleSurface(meter, speed);
      const largest = Math.max(1e-3, ...ring.map(([x, y]) => Math.hypot(x, y)));
      const scale = 1 / largest;
      for (const view of [cone, surface]) {
        (view.scene.background as THREE.Color).set(theme.sky);
        view.material.color.set(theme.stiction);
        view.thin.clear();
        view.thick.clear();
      }
      drawAxes(cone.thin, APEX, theme);
      drawAxes(surface.thin, 0, theme);
      drawCone(cone, ring, force, scale, theme);
      const extent = Math.max(largest, ...grid.flat().map((point) => Math.hypot(...point)));
      drawSurface(surface, grid, force, 1 / extent, theme);
      const direction = new THREE.Vector3(slip[0], slip[1], 0);
      if (direction.lengthSq() > 0)
        cone.thick.add([0, 0, APEX], direction.setLength(0.9).setZ(APEX).toArray(), new THREE.Color(theme.theory));
      for (const view of [cone, surface]) {
        view.thin.finish();
        view.thick.finish();
      }
    },
    render() {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (!isStale || width === 0) return;
      isStale = false;
      renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
      renderer.setSize(width, height, false);
      for (const [k, view] of [cone, surface].entries()) {
        const left = (k * width) / 2;
        renderer.setViewport(left, 0, width / 2, height);
        renderer.setScissor(left, 0, width / 2, height);
        camera.aspect = width / 2 / height;
        camera.zoom = Math.min(1, camera.aspect / NARROW); // narrow views use a larger distance
        camera.updateProjectionMatrix();
        renderer.render(view.scene, camera);
      }
    },
  };
}

type Lines = ReturnType<typeof createFatLines>;
interface View {
  geometry: THREE.BufferGeometry;
  thin: Lines;
  thick: Lines;
  dot: THREE.Mesh;
}

/** Friction against slips of all directions, from spinning one way to the other. Torsion is divided by the radius. */
function sampleSurface(meter: (slip: Slip) => Wrench, speed: number): number[][][] {
  return Array.from({ length: PARALLELS + 1 }, (_, i) => {
    const tilt = Math.PI * (i / PARALLELS - 0.5);
    return Array.from({ length: MERIDIANS + 1 }, (_, k) => {
      const angle = (2 * Math.PI * k) / MERIDIANS;
      const along = speed * Math.cos(tilt);
      const [x, y, torsion] = meter([
        along * Math.cos(angle),
        along * Math.sin(angle),
        (speed * Math.sin(tilt)) / LEVER,
      ]);
      return [x, y, torsion / LEVER];
    });
  });
}

function drawAxes(lines: Lines, height: number, theme: Theme): void {
  const colour = new THREE.Color(theme.rampMark);
  lines.add([-1.3, 0, height], [1.3, 0, height], colour);
  lines.add([0, -1.3, height], [0, 1.3, height], colour);
  lines.add([0, 0, -APEX_AXIS], [0, 0, APEX_AXIS], colour);
}

const APEX_AXIS = 1.15;

/** From the apex to the ring at the height of the load; the total force ends on the ring. */
function drawCone(view: View, ring: readonly Wrench[], force: Wrench, scale: number, theme: Theme): void {
  const positions: number[] = [];
  const colour = new THREE.Color(theme.stiction);
  const apex = [0, 0, APEX];
  const at = ([x, y]: Wrench): number[] => [scale * x, scale * y, APEX + HEIGHT];
  for (let k = 1; k < ring.length; k++) {
    positions.push(...apex, ...at(ring[k - 1]), ...at(ring[k]));
    view.thin.add(at(ring[k - 1]), at(ring[k]), colour);
  }
  setPositions(view.geometry, positions);
  const red = new THREE.Color('#e5232e');
  view.thick.add(apex, at(force), red);
  view.dot.position.set(...(at(force) as [number, number, number]));
}

/** Centres the cone: its apex is this far below. */
const HEIGHT = 1;
const APEX = -0.45;

function drawSurface(view: View, grid: readonly number[][][], force: Wrench, scale: number, theme: Theme): void {
  const positions: number[] = [];
  const colour = new THREE.Color(theme.stiction);
  const at = (point: readonly number[]): number[] => point.map((x) => scale * x);
  for (let i = 1; i < grid.length; i++) {
    for (let k = 1; k < grid[i].length; k++) {
      const [a, b, c, d] = [grid[i - 1][k - 1], grid[i - 1][k], grid[i][k], grid[i][k - 1]].map(at);
      positions.push(...a, ...b, ...c, ...a, ...c, ...d);
      if (i % 3 === 0) view.thin.add(d, c, colour);
      if (k % 6 === 0) view.thin.add(b, c, colour);
    }
  }
  setPositions(view.geometry, positions);
  const end = at([force[0], force[1], force[2] / LEVER]);
  view.thick.add([0, 0, 0], end, new THREE.Color('#e5232e'));
  view.dot.position.set(...(end as [number, number, number]));
}

function setPositions(geometry: THREE.BufferGeometry, positions: readonly number[]): void {
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
}
