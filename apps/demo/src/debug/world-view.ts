import type { Example, Running } from '@stiction/scenes/cannon-examples';
import * as CANNON from 'cannon-es';
import * as THREE from 'three';
import type { Theme } from '../theme.js';
import { createGeometry, createWires } from './shape-geometry.js';

export interface Shown {
  solid: boolean;
  wires: boolean;
  /** Forces and limits of the contacts. */
  lines: boolean;
  joints: boolean;
}

export interface WorldView {
  readonly scene: THREE.Scene;
  update(shown: Shown): void;
  dispose(): void;
}

const FLOOR = 60;
/** Opacity of shadows on the floor. */
const SHADOW = 0.3;
/** Above the shadows, which lie on the floor. */
const GRID_HEIGHT = 1e-3;
const LIGHT = new THREE.Vector3(-3, -5, 9);
const SLEEPING = 2;

/** One running example as three.js objects. */
export function createWorldView({ example, friction }: Running<Example>, colour: string, theme: Theme): WorldView {
  const { world, view } = example;
  const scene = new THREE.Scene();
  const used: { dispose(): void }[] = [];
  const keep = <T extends { dispose(): void }>(thing: T): T => {
    used.push(thing);
    return thing;
  };
  const materials = {
    moving: keep(createSolid(mix(colour, theme.ramp, 0.3))),
    asleep: keep(createSolid(mix(colour, theme.ramp, 0.65))),
    fixed: keep(createSolid(theme.ramp)),
    zone: keep(
      new THREE.MeshStandardMaterial({ color: theme.theory, transparent: true, opacity: 0.25, depthWrite: false }),
    ),
    wires: keep(new THREE.LineBasicMaterial({ color: theme.wire, transparent: true, opacity: 0.55 })),
    joints: keep(new THREE.LineBasicMaterial({ color: theme.theory })),
    forces: keep(new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false })),
    floor: keep(new THREE.ShadowMaterial({ opacity: SHADOW, depthWrite: false })),
  };

  const floor = new THREE.Mesh(keep(new THREE.PlaneGeometry(FLOOR, FLOOR)), materials.floor);
  floor.receiveShadow = true;
  const gridMaterial = keep(new THREE.LineBasicMaterial({ color: theme.rampMark, transparent: true, opacity: 0.35 }));
  const grid = new THREE.LineSegments(keep(createGrid()), gridMaterial);
  scene.add(floor, grid, ...createLights(view));

  const bodies = world.bodies.map((body) => createBodyGroup(body));
  const wheels = (example.wheels ?? []).map(({ radius }) => {
    const wheel = new THREE.Group();
    const geometry = keep(new THREE.CylinderGeometry(radius, radius, 0.5 * radius, 20));
    wheel.add(createMesh(geometry, materials.moving));
    wheel.add(new THREE.LineSegments(keep(new THREE.EdgesGeometry(geometry, 15)), materials.wires));
    scene.add(wheel);
    return wheel;
  });
  const joints = new THREE.LineSegments(keep(createLineGeometry(world.constraints.length)), materials.joints);
  const forces = new THREE.LineSegments(keep(new THREE.BufferGeometry()), materials.forces);
  for (const lines of [joints, forces]) {
    lines.frustumCulled = false; // they move
    scene.add(lines);
  }
  forces.renderOrder = 1;

  function createBodyGroup(body: CANNON.Body): { body: CANNON.Body; group: THREE.Group; meshes: THREE.Mesh[] } {
    const group = new THREE.Group();
    const meshes: THREE.Mesh[] = [];
    for (const [k, shape] of body.shapes.entries()) {
      const geometry = createGeometry(shape);
      if (!geometry) continue;
      const mesh = createMesh(keep(geometry), materials.moving);
      const wires = new THREE.LineSegments(keep(createWires(shape, geometry)), materials.wires);
      for (const part of [mesh, wires]) {
        part.position.copy(body.shapeOffsets[k]);
        part.quaternion.copy(body.shapeOrientations[k]);
        group.add(part);
      }
      if (body.isTrigger) mesh.castShadow = false;
      meshes.push(mesh);
    }
    scene.add(group);
    return { body, group, meshes };
  }

  function materialOf(body: CANNON.Body): THREE.Material {
    if (body.isTrigger) return materials.zone;
    if (body.mass === 0) return materials.fixed;
    return body.sleepState === SLEEPING ? materials.asleep : materials.moving;
  }

  function showForces(shown: boolean): void {
    const lines = shown ? friction?.debugLines() : undefined;
    forces.visible = lines !== undefined && lines.vertices > 0;
    if (!lines || !forces.visible) return;
    setAttribute(forces.geometry, 'position', lines.positions, 3);
    setAttribute(forces.geometry, 'color', toLinear(lines), 4);
    forces.geometry.setDrawRange(0, lines.vertices);
  }

  return {
    scene,
    update(shown) {
      materials.wires.visible = shown.wires;
      for (const { body, group, meshes } of bodies) {
        group.position.copy(body.position);
        group.quaternion.copy(body.quaternion);
        for (const mesh of meshes) {
          mesh.visible = shown.solid;
          mesh.material = materialOf(body);
        }
      }
      for (const [k, { worldTransform: pose }] of (example.wheels ?? []).entries()) {
        wheels[k].position.copy(pose.position);
        wheels[k].quaternion.copy(pose.quaternion);
      }
      joints.visible = shown.joints;
      if (shown.joints) placeJoints(joints.geometry, world.constraints);
      showForces(shown.lines);
    },
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}

function mix(from: string, to: string, share: number): THREE.Color {
  return new THREE.Color(from).lerp(new THREE.Color(to), share);
}

function createSolid(color: THREE.ColorRepresentation): THREE.MeshStandardMaterial {
  return new THREE.MeshStandardMaterial({
    color,
    roughness: 0.6,
    side: THREE.DoubleSide,
    // Behind the wires on the faces.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

function createMesh(geometry: THREE.BufferGeometry, material: THREE.Material): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function createLights({ target, distance }: Example['view']): THREE.Object3D[] {
  const light = new THREE.DirectionalLight('#fff4e0', 2.4);
  const reach = 0.8 * distance;
  light.target.position.set(...target);
  light.position.copy(light.target.position).addScaledVector(LIGHT, reach / 4);
  light.castShadow = true;
  light.shadow.mapSize.set(2048, 2048);
  light.shadow.normalBias = 0.02;
  Object.assign(light.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 0.1,
    far: 6 * reach,
  });
  const sky = new THREE.HemisphereLight('#f3f6ff', '#8d8577', 1.5);
  sky.position.set(0, 0, 1); // three.js has y up
  return [light, light.target, sky];
}

/** A line every metre, in pieces of one metre: some software renderers drop lines that end behind the camera. */
function createGrid(): THREE.BufferGeometry {
  const points: number[] = [];
  const half = FLOOR / 2;
  for (let line = -half; line <= half; line++) {
    for (let k = -half; k < half; k++) {
      points.push(line, k, GRID_HEIGHT, line, k + 1, GRID_HEIGHT, k, line, GRID_HEIGHT, k + 1, line, GRID_HEIGHT);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  return geometry;
}

/** A line from each body's centre to the joint: two per constraint. */
function createLineGeometry(constraints: number): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(12 * constraints), 3));
  return geometry;
}

const atA = new CANNON.Vec3();
const atB = new CANNON.Vec3();

function placeJoints(geometry: THREE.BufferGeometry, constraints: readonly CANNON.Constraint[]): void {
  const ends = geometry.getAttribute('position') as THREE.BufferAttribute;
  for (const [k, constraint] of constraints.entries()) {
    const { bodyA, bodyB } = constraint;
    if (constraint instanceof CANNON.PointToPointConstraint) {
      bodyA.pointToWorldFrame(constraint.pivotA, atA);
      bodyB.pointToWorldFrame(constraint.pivotB, atB);
    } else {
      atA.copy(bodyB.position);
      atB.copy(bodyB.position);
    }
    for (const [end, { x, y, z }] of [bodyA.position, atA, atB, bodyB.position].entries()) {
      ends.setXYZ(4 * k + end, x, y, z);
    }
  }
  ends.needsUpdate = true;
}

let linear = new Float32Array(0);
const colour = new THREE.Color();

/** The handle's colours are sRGB; three.js expects linear vertex colours. */
function toLinear({ colors, vertices }: { colors: Float32Array; vertices: number }): Float32Array {
  if (linear.length < colors.length) linear = new Float32Array(colors.length);
  for (let k = 0; k < 4 * vertices; k += 4) {
    colour.setRGB(colors[k], colors[k + 1], colors[k + 2], THREE.SRGBColorSpace).toArray(linear, k);
    linear[k + 3] = colors[k + 3];
  }
  return linear;
}

/** Reuses the buffers; creates an attribute only when they have grown. */
function setAttribute(geometry: THREE.BufferGeometry, name: string, values: Float32Array, size: number): void {
  const present = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
  if (present?.array === values) present.needsUpdate = true;
  else geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
}
