import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { BOX_HALF_EXTENTS, type Pose, RUN_LENGTH, type Side } from './simulation.js';
import type { Theme } from './theme.js';

const ABOVE = 0.75; // ramp above the start [m]
const LENGTH = ABOVE + RUN_LENGTH + 0.85;
const WIDTH = 2;
const BASE = 0.12; // thickness of the ramp at its lower end [m]
const GHOST_SCALE = 1.03;
const ANGLE_LINE = 2.6; // length of the line at the friction angle [m]
const LIGHT_OFFSET = new THREE.Vector3(-1, -5, 9);
const UNIT_BOX = new THREE.BoxGeometry().getAttribute('position');

export interface Ramp {
  readonly scene: THREE.Scene;
  /** Radians. */
  setAngle(angle: number): void;
  /** Draws the friction angle [rad] on the side of the ramp. */
  setFrictionAngle(angle: number): void;
  /** Upper end of that line, where its label goes. */
  readonly labelPoint: THREE.Vector3;
  /** Places the box, in the frame of the slope, and the outline of the theory's. */
  setBox(side: Side, pose: Pose, theoryDistance: number): void;
  setTheme(theme: Theme): void;
  /** What the camera has to see. */
  readonly bounds: { centre: THREE.Vector3; width: number; height: number };
}

/** z is up. The lower end of the slope stays at the origin; the box slides towards +x. */
export function createRamp(): Ramp {
  const scene = new THREE.Scene();
  const slope = new THREE.Group();
  const rampMaterial = new THREE.MeshStandardMaterial({ roughness: 0.85 });
  const markMaterial = new THREE.MeshBasicMaterial({ polygonOffset: true, polygonOffsetFactor: -2 });
  const boxMaterial = new THREE.MeshStandardMaterial({ roughness: 0.45 });
  const ghostMaterial = new THREE.LineDashedMaterial({ dashSize: 0.09, gapSize: 0.06 });
  const angleMaterial = new THREE.LineDashedMaterial({ dashSize: 0.12, gapSize: 0.08 });
  const floorMaterial = new THREE.ShadowMaterial();

  const wedge = new THREE.Mesh(new THREE.BoxGeometry(1, WIDTH, 1), rampMaterial);
  wedge.castShadow = true;
  wedge.receiveShadow = true;
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(60, 60), floorMaterial);
  floor.receiveShadow = true;
  const [x, y, z] = BOX_HALF_EXTENTS.map((half) => 2 * half);
  const box = new THREE.Mesh(new RoundedBoxGeometry(x, y, z, 3, 0.04), boxMaterial);
  box.castShadow = true;
  const ghost = new THREE.LineSegments(new THREE.EdgesGeometry(new THREE.BoxGeometry(x, y, z)), ghostMaterial);
  ghost.computeLineDistances();
  // Clear of the slope and of the faces of a box at the same place.
  ghost.scale.setScalar(GHOST_SCALE);
  ghost.position.z = GHOST_SCALE * BOX_HALF_EXTENTS[2] + 0.01;
  slope.add(box, ghost, createMarks(markMaterial));

  const corner = new THREE.Vector3(0, -WIDTH / 2 - 0.01, BASE);
  const labelPoint = corner.clone();
  const angleLine = new THREE.Line(new THREE.BufferGeometry().setFromPoints([corner, labelPoint]), angleMaterial);
  angleLine.frustumCulled = false; // its end moves

  const light = new THREE.DirectionalLight('#fff4e0', 2.4);
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  light.shadow.radius = 5;
  light.shadow.normalBias = 0.03;
  Object.assign(light.shadow.camera, { left: -6, right: 6, top: 6, bottom: -6, near: 1, far: 30 });
  const sky = new THREE.HemisphereLight('#f3f6ff', '#8d8577', 1.5);
  sky.position.set(0, 0, 1); // three takes y as up
  scene.add(slope, wedge, floor, angleLine, light, light.target, sky);

  const bounds = { centre: new THREE.Vector3(), width: 1, height: 1 };
  const colours = { stock: new THREE.Color(), stiction: new THREE.Color() };

  return {
    scene,
    bounds,
    labelPoint,
    setFrictionAngle(angle) {
      labelPoint.set(-Math.cos(angle), 0, Math.sin(angle)).multiplyScalar(ANGLE_LINE).add(corner);
      angleLine.geometry.setFromPoints([corner, labelPoint]);
      angleLine.computeLineDistances();
    },
    setAngle(angle) {
      const run = LENGTH * Math.cos(angle);
      const rise = LENGTH * Math.sin(angle);
      shapeWedge(wedge.geometry, run, rise);
      slope.rotation.y = angle;
      slope.position.set(-run * (1 - ABOVE / LENGTH), 0, BASE + rise * (1 - ABOVE / LENGTH));
      bounds.centre.set(-run / 2, 0, (BASE + rise) / 2);
      bounds.width = run;
      bounds.height = BASE + rise;
      light.target.position.copy(bounds.centre);
      light.position.copy(bounds.centre).add(LIGHT_OFFSET);
    },
    setBox(side, pose, theoryDistance) {
      boxMaterial.color.copy(colours[side]);
      box.position.set(...pose.position);
      box.quaternion.set(...pose.rotation).normalize();
      ghost.position.x = theoryDistance;
    },
    setTheme(theme) {
      colours.stock.set(theme.stock);
      colours.stiction.set(theme.stiction);
      rampMaterial.color.set(theme.ramp);
      markMaterial.color.set(theme.rampMark);
      ghostMaterial.color.set(theme.theory);
      angleMaterial.color.set(theme.theory);
      floorMaterial.opacity = theme.shadow;
    },
  };
}

/** Moves the corners of a unit box so that it becomes the ramp: the upper end is at -run, its top at rise. */
function shapeWedge(geometry: THREE.BufferGeometry, run: number, rise: number): void {
  const corner = geometry.getAttribute('position');
  for (let k = 0; k < corner.count; k++) {
    const isUpper = UNIT_BOX.getX(k) < 0;
    const isTop = UNIT_BOX.getZ(k) > 0;
    corner.setX(k, isUpper ? -run : 0);
    corner.setZ(k, isTop ? BASE + (isUpper ? rise : 0) : 0);
  }
  corner.needsUpdate = true;
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
}

/** A line across the slope at every metre from the front edge of the box. */
function createMarks(material: THREE.Material): THREE.Group {
  const marks = new THREE.Group();
  const line = new THREE.PlaneGeometry(0.03, WIDTH);
  for (let metre = 0; metre <= RUN_LENGTH; metre++) {
    const mark = new THREE.Mesh(line, material);
    mark.position.set(metre + BOX_HALF_EXTENTS[0], 0, 0.002);
    marks.add(mark);
  }
  return marks;
}
