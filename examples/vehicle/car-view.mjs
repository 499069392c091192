// How a car looks in three.js: body, wheels, skid marks, and a camera that follows it.
import * as THREE from 'three';

const shaded = (geometry, color, { roughness = 0.5, metalness = 0 } = {}) => {
  const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color, roughness, metalness }));
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
};

/** An outline of [z, y] in the car's length and height, extruded to its width. */
function extrude(outline, width, bevel) {
  const shape = new THREE.Shape(outline.map(([z, y]) => new THREE.Vector2(z, y)));
  const options = { depth: width - 2 * bevel, bevelSize: bevel, bevelThickness: bevel, bevelSegments: 3 };
  return new THREE.ExtrudeGeometry(shape, options).translate(0, 0, bevel - width / 2).rotateY(-Math.PI / 2);
}

/** A body for a chassis box with these half extents. */
export function createBody([x, y, z]) {
  const body = new THREE.Group();
  const at = (points) => points.map(([a, b]) => [a * z, b * y]);
  const lower = at([
    [-0.97, -0.5],
    [-0.98, 0.75],
    [-0.9, 1],
    [0.35, 1],
    [0.9, 0.6],
    [0.97, 0.1],
    [0.97, -0.5],
  ]);
  const glass = at([
    [-0.86, 0.9],
    [-0.68, 2.1],
    [-0.1, 2.2],
    [0.42, 0.9],
  ]);
  const roof = at([
    [-0.7, 2.05],
    [-0.66, 2.2],
    [-0.12, 2.3],
    [-0.02, 2.1],
  ]);
  body.add(shaded(extrude(lower, 2 * x, 0.06), '#d5432f', { roughness: 0.35, metalness: 0.2 }));
  body.add(shaded(extrude(glass, 1.72 * x, 0.08), '#16202b', { roughness: 0.15, metalness: 0.4 }));
  body.add(shaded(extrude(roof, 1.66 * x, 0.05), '#d5432f', { roughness: 0.35, metalness: 0.2 }));
  for (const side of [-1, 1]) {
    for (const [end, color, height] of [
      [0.985, '#fff6d8', 0.25],
      [-0.995, '#7d0d0d', 0.6],
    ]) {
      const lamp = shaded(new THREE.BoxGeometry(0.34, 0.13, 0.05), color);
      lamp.position.set(side * (x - 0.27), height * y, end * z + Math.sign(end) * 0.04);
      body.add(lamp);
    }
  }
  return body;
}

/** A wheel with its axle along x. */
export function createWheel({ radius, width }) {
  const wheel = new THREE.Group();
  const cylinder = (r, length, sides) => new THREE.CylinderGeometry(r, r, length, sides).rotateZ(Math.PI / 2);
  wheel.add(shaded(cylinder(radius, width, 36), '#1b1d20', { roughness: 0.9 }));
  wheel.add(shaded(cylinder(0.62 * radius, width + 0.01, 36), '#3a4048', { metalness: 0.6 }));
  for (let k = 0; k < 5; k++) {
    const spoke = shaded(new THREE.BoxGeometry(width + 0.03, 0.56 * radius, 0.12 * radius), '#d8dde3', {
      metalness: 0.5,
    });
    spoke.geometry.translate(0, 0.3 * radius, 0).rotateX((2 * Math.PI * k) / 5);
    wheel.add(spoke);
  }
  return wheel;
}

/** Copies the pose of each wheel of a car to its mesh. */
export function placeWheels(car, meshes) {
  for (const [k, { position, quaternion }] of car.wheels.entries()) {
    meshes[k].position.fromArray(position);
    meshes[k].quaternion.fromArray(quaternion);
  }
}

const MAX_QUADS = 3000;
const [QUAD_LENGTH, QUAD_HEIGHT] = [0.15, 0.012];
/** Sliding speed of a black mark [m/s]. */
const DARKEST = 4;

/** Skid marks: a quad for each piece of a skid, in one mesh. The oldest are overwritten. Call `update` after steps. */
export function createSkidMarks() {
  const positions = new THREE.BufferAttribute(new Float32Array(12 * MAX_QUADS), 3);
  const colors = new THREE.BufferAttribute(new Float32Array(16 * MAX_QUADS), 4);
  const geometry = new THREE.BufferGeometry().setAttribute('position', positions).setAttribute('color', colors);
  geometry.setIndex(Array.from({ length: MAX_QUADS }, (_, q) => [0, 1, 2, 2, 1, 3].map((k) => 4 * q + k)).flat());
  const material = new THREE.MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  const ends = new Map();
  const [to, ahead, side, normal, point] = Array.from({ length: 5 }, () => new THREE.Vector3());
  const marks = { mesh, count: 0, update };
  return marks;

  function update(car) {
    for (const wheel of car.wheels) {
      if (!wheel.skidding || !wheel.inContact) ends.delete(wheel);
      else extend(wheel);
    }
  }

  function extend(wheel) {
    normal.fromArray(wheel.contactNormal);
    to.fromArray(wheel.contactPoint).addScaledVector(normal, QUAD_HEIGHT);
    const end = ends.get(wheel);
    if (!end || end.distanceTo(to) > 20 * QUAD_LENGTH) return ends.set(wheel, to.clone());
    if (end.distanceTo(to) < QUAD_LENGTH) return;
    side.crossVectors(ahead.subVectors(to, end), normal).setLength(wheel.width / 2);
    const quad = 4 * (marks.count++ % MAX_QUADS);
    const alpha = Math.min(0.7, (0.7 * wheel.slidingSpeed) / DARKEST + 0.1);
    for (let k = 0; k < 4; k++) {
      point
        .copy(k < 2 ? end : to)
        .addScaledVector(side, k % 2 ? 1 : -1)
        .toArray(positions.array, 3 * (quad + k));
      colors.setXYZW(quad + k, 0.03, 0.03, 0.03, alpha);
    }
    positions.needsUpdate = colors.needsUpdate = true;
    end.copy(to);
  }
}

/** Follows the car from behind, `seconds` after the last frame. */
export function createChase(camera) {
  const [ahead, wanted, target] = Array.from({ length: 3 }, () => new THREE.Vector3());
  let isNew = true;
  return (body, seconds) => {
    ahead.set(0, 0, 1).applyQuaternion(body.quaternion).setY(0).normalize();
    wanted.copy(body.position).addScaledVector(ahead, -8).add({ x: 0, y: 3.6, z: 0 });
    camera.position.lerp(wanted, isNew ? 1 : 1 - Math.exp(-5 * seconds));
    camera.lookAt(target.copy(body.position).addScaledVector(ahead, 3));
    isNew = false;
  };
}

/** Speed, largest slip of the wheels along (%) and across (°), friction used, and the ground. */
export function telemetry(car) {
  const largest = (read) => Math.max(...car.wheels.map((wheel) => Math.abs(read(wheel)))).toFixed(0);
  const names = new Set(car.wheels.map(({ inContact, groundMaterial }) => (inContact ? groundMaterial : 'air')));
  return [
    `${Math.abs(3.6 * car.speed).toFixed(0)} km/h`,
    `slip ${largest(({ slipRatio }) => 100 * slipRatio)} % ${largest(({ slipAngle }) => (180 / Math.PI) * slipAngle)}°`,
    `friction used ${largest(({ load, frictionUsed, frictionAvailable }) => (load > 0 ? (100 * frictionUsed) / frictionAvailable : 0))} %`,
    `on ${[...names].join(', ')}`,
  ].join(' · ');
}
