import type { Vector } from '@stiction/scenes';
import type { Surface } from '@stiction/scenes/demo';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Run } from '../run.js';
import { type PerSide, SIDES, type Side } from '../sides.js';
import type { Theme } from '../theme.js';
import { frameView } from './frame.js';
import { createLights, SHADOW_PIXELS } from './lights.js';
import { createSky } from './sky.js';
import { createSet, type StageSet } from './stage-set.js';
import { createMaterials } from './surfaces.js';

/** A point on a body, in the scene and in the body's frame. */
export interface Pick {
  side: Side;
  body: string;
  point: Vector;
  localPoint: Vector;
}

export interface Stage {
  readonly canvas: HTMLCanvasElement;
  /** Builds the objects of a run; keeps the view if `keepView`. */
  open(run: Run, keepView: boolean): void;
  /** Draws the current state; moving images may use a lower resolution on slow machines. */
  draw(run: Run, isMoving?: boolean): void;
  /** True if the stage needs drawing although nothing has moved. */
  readonly isStale: boolean;
  setForces(shown: boolean): void;
  setTheme(theme: Theme): void;
  /** The layout of the halves has changed. */
  resize(): void;
  /** The body at a position in the window. */
  pick(x: number, y: number): Pick | null;
  /** The point under the pointer as far from the eye as a picked one, or as high above the floor, in the half and the frame of that. */
  dragPoint(from: Pick, x: number, y: number, isLevel?: boolean): Vector | null;
  /** Highlights a body. */
  setHover(body: string | null): void;
  select(body: string | null): void;
  /** The force of the full length, on both sides [N]; 0 if no forces are drawn. */
  readonly largestForce: number;
  /** What the last frame took, both halves and their shadows, and the widths of the shadow maps [pixels]. */
  readonly drawn: { calls: number; triangles: number; shadowMaps: number[] };
  /** GPU resource counts. */
  readonly held: { geometries: number; textures: number };
  turn(right: number, up: number): void;
  zoom(factor: number): void;
}

const FIELD_OF_VIEW = 30;
/** Scene views are made for this aspect ratio. */
const ASPECT = 1.25;
/** Frames that take longer use fewer pixels [s], down to this share per side. */
const SLOW = 1 / 30;
const COARSER = 0.7;
const COARSEST = 0.5;
/** A view rotated within this time counts as moving [ms]. */
const TURNING = 200;

/** One renderer, one camera and one scene, drawn once per half. Throws without WebGL. */
export function createStage(canvas: HTMLCanvasElement, halves: PerSide<HTMLElement>, initialTheme: Theme): Stage {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
  renderer.shadowMap.enabled = true;
  renderer.setScissorTest(true);
  renderer.toneMapping = THREE.NeutralToneMapping;
  renderer.info.autoReset = false; // a frame is several renderings
  const scene = new THREE.Scene();
  const sky = createSky(initialTheme);
  const grains = new Map<Surface, THREE.Texture>();
  const lights = createLights({ sky: true });
  scene.add(lights.group);
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200);
  camera.up.set(0, 0, 1);
  const seen = camera.clone();
  const controls = new OrbitControls(camera, canvas);
  controls.maxPolarAngle = 0.495 * Math.PI;
  controls.enableDamping = false;
  canvas.style.touchAction = 'pan-y'; // vertical swipes scroll the page
  let theme = initialTheme;
  let set: StageSet | null = null;
  /** Old sets are freed when the next one is drawn, so that their shaders can be reused. */
  const retired: StageSet[] = [];
  let reach = 1;
  /** Of the eye from what it looks at, before the user moves it. */
  let distance = 1;
  let isStale = true;
  let forces = false;
  let selected: string | null = null;
  let hovered: string | null = null;
  const rectangles: PerSide<DOMRect> = { stock: new DOMRect(), stiction: new DOMRect() };

  let share = 1;
  let drawnShare = 1;
  let frameTime = 1 / 60;
  let lastDraw = 0;
  let lastTurn = Number.NEGATIVE_INFINITY;

  controls.addEventListener('change', () => {
    isStale = true;
    lastTurn = performance.now();
  });

  /** Lowers the resolution if moving frames are too slow; restores it for still ones. */
  function chooseDetail(isMoving: boolean): void {
    const now = performance.now();
    const took = (now - lastDraw) / 1000;
    lastDraw = now;
    if (isMoving && took < 1) frameTime += 0.1 * (took - frameTime);
    if (frameTime > SLOW && share > COARSEST) {
      share = Math.max(COARSEST, share * COARSER);
      frameTime = 1 / 60;
      lights.setPixels(SHADOW_PIXELS / 2);
    }
    const wanted = isMoving ? share : 1;
    if (wanted === drawnShare) return;
    drawnShare = wanted;
    renderer.setPixelRatio(wanted * Math.min(devicePixelRatio, 2));
  }

  function resize(): void {
    const stage = canvas.parentElement as HTMLElement;
    const { left, top, width, height } = stage.getBoundingClientRect();
    renderer.setPixelRatio(drawnShare * Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    for (const side of SIDES) {
      const half = halves[side].getBoundingClientRect();
      rectangles[side] = new DOMRect(half.left - left, half.top - top, half.width, half.height);
    }
    isStale = true;
  }

  function applyTheme(): void {
    sky.setTheme(theme);
    lights.setShadow(theme.shadow);
  }

  /** Moves the camera to the scene's view. */
  function aim({ view }: Run['demo']): void {
    const shown = SIDES.map((side) => rectangles[side]).find(({ width }) => width > 0);
    const aspect = shown ? shown.width / shown.height : ASPECT;
    const eye = aspect < 1 ? (view.tall ?? view.eye) : view.eye;
    if (view.frame) {
      seen.copy(camera);
      seen.aspect = aspect;
      controls.target.copy(frameView({ ...view, eye }, seen));
      camera.position.copy(seen.position);
    } else {
      const away = Math.max(1, ASPECT / aspect);
      controls.target.set(...view.target);
      camera.position
        .set(...eye)
        .multiplyScalar(away)
        .add(controls.target);
    }
    distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 50;
    camera.far = distance * 40;
    camera.updateProjectionMatrix();
    controls.minDistance = 0.1 * distance;
    controls.maxDistance = 6 * distance;
    controls.update();
    reach = (view.frame ? 0.5 : 0.75) * distance;
  }

  function rebuild(run: Run): void {
    if (set) {
      scene.remove(set.group);
      retired.push(set);
    }
    const materials = createMaterials(sky, grains, distance);
    const changed = (): void => {
      isStale = true;
    };
    set = createSet(run, { theme, halves, materials, distance, changed });
    scene.add(set.group);
    isStale = true;
  }

  /** The camera of a half, which follows the body that the scene follows. */
  function place(side: Side, run: Run): void {
    const { x, y, width, height } = rectangles[side];
    const bottom = renderer.domElement.clientHeight - y - height;
    renderer.setViewport(x, bottom, width, height);
    renderer.setScissor(x, bottom, width, height);
    seen.copy(camera);
    seen.aspect = width / height;
    set?.followed(side, run, offset);
    seen.position.add(offset);
    seen.updateProjectionMatrix();
    seen.updateMatrixWorld();
    lights.aim(offset.add(controls.target), reach);
  }

  /** Aims the ray at a position in the window, as seen in a half. */
  function castRay(side: Side, run: Run, clientX: number, clientY: number): void {
    place(side, run);
    const frame = canvas.getBoundingClientRect();
    const { left, top, width, height } = rectangles[side];
    const [x, y] = [clientX - frame.left, clientY - frame.top];
    pointer.set((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height);
    raycaster.setFromCamera(pointer, seen);
  }

  new ResizeObserver(resize).observe(canvas.parentElement as HTMLElement);
  resize();
  applyTheme();

  let current: Run | null = null;
  return {
    canvas,
    get isStale() {
      return isStale;
    },
    open(run, keepView) {
      current = run;
      if (!keepView) aim(run.demo);
      rebuild(run);
    },
    draw(run, isMoving = false) {
      if (!set) return;
      const isTurning = performance.now() - lastTurn < TURNING;
      chooseDetail(isMoving || isTurning);
      set.place(run, forces, selected);
      renderer.info.reset();
      for (const side of SIDES) {
        if (rectangles[side].width === 0 || rectangles[side].height === 0) continue;
        place(side, run);
        set.show(side);
        scene.background = sky.choose(side);
        renderer.render(scene, seen);
      }
      while (retired.length > 0) retired.pop()?.dispose();
      isStale = isTurning;
    },
    setForces(shown) {
      forces = shown;
      isStale = true;
    },
    setTheme(next) {
      theme = next;
      applyTheme();
      if (current) rebuild(current);
    },
    resize,
    pick(clientX, clientY) {
      const frame = canvas.getBoundingClientRect();
      const [x, y] = [clientX - frame.left, clientY - frame.top];
      const side = SIDES.find((name) => {
        const { left, right, top, bottom } = rectangles[name];
        return x >= left && x < right && y >= top && y < bottom;
      });
      if (!side || !set || !current) return null;
      castRay(side, current, clientX, clientY);
      const found = set.pick(side, raycaster);
      return found ? { side, ...found } : null;
    },
    dragPoint({ side, point }, clientX, clientY, isLevel = false) {
      if (!set || !current) return null;
      castRay(side, current, clientX, clientY);
      const grabbed = set.group.localToWorld(new THREE.Vector3(...point));
      const normal = isLevel ? arm.copy(camera.up) : seen.getWorldDirection(arm);
      plane.setFromNormalAndCoplanarPoint(normal, grabbed);
      const hit = raycaster.ray.intersectPlane(plane, arm);
      return hit && set.group.worldToLocal(hit).toArray();
    },
    setHover(body) {
      if (body === hovered) return;
      hovered = body;
      set?.setHover(body);
      isStale = true;
    },
    select(body) {
      selected = body;
      isStale = true;
    },
    get largestForce() {
      return set?.largestForce ?? 0;
    },
    get drawn() {
      const { calls, triangles } = renderer.info.render;
      const shadowMaps: number[] = [];
      scene.traverse((object) => {
        if (object instanceof THREE.DirectionalLight && object.castShadow) shadowMaps.push(object.shadow.mapSize.x);
      });
      return { calls, triangles, shadowMaps };
    },
    get held() {
      return renderer.info.memory;
    },
    turn(right, up) {
      spherical.setFromVector3(arm.subVectors(camera.position, controls.target).applyQuaternion(toYUp));
      spherical.theta += right;
      spherical.phi = Math.min(Math.max(spherical.phi + up, 0.05), controls.maxPolarAngle);
      camera.position.setFromSpherical(spherical).applyQuaternion(toZUp).add(controls.target);
      controls.update();
      isStale = true;
    },
    zoom(factor) {
      arm.subVectors(camera.position, controls.target).multiplyScalar(factor);
      arm.clampLength(controls.minDistance, controls.maxDistance);
      camera.position.addVectors(controls.target, arm);
      controls.update();
      isStale = true;
    },
  };
}

const offset = new THREE.Vector3();
const pointer = new THREE.Vector2();
const raycaster = new THREE.Raycaster();
const plane = new THREE.Plane();
const arm = new THREE.Vector3();
const spherical = new THREE.Spherical();
const toYUp = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(0, 1, 0));
const toZUp = toYUp.clone().invert();
