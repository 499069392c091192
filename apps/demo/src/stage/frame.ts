import type { View } from '@stiction/scenes/demo';
import * as THREE from 'three';

/** Share of the image that a frame may fill, from its middle: below its top are the name of the half and a sentence. */
const SIDES = 0.93;
const TOP = 0.74;
const BOTTOM = 0.9;
const ROUNDS = 16;

/** Moves a camera so that the frame of a view fills its image. Returns the point that it looks at. */
export function frameView({ target, eye, frame }: View, camera: THREE.PerspectiveCamera): THREE.Vector3 {
  const corners = cornersOf(frame ?? [target, target]);
  const back = new THREE.Vector3(...eye).normalize();
  const right = new THREE.Vector3(0, 0, 1).cross(back).normalize();
  const up = back.clone().cross(right);
  const tall = Math.tan((camera.fov * Math.PI) / 360);
  const wide = tall * camera.aspect;
  const centre = new THREE.Vector3(...target);

  /** The distance from which all corners are in the image. */
  const fit = (): number => {
    let distance = 0;
    for (const corner of corners) {
      offset.subVectors(corner, centre);
      const [x, y, near] = [offset.dot(right), offset.dot(up), offset.dot(back)];
      const room = y > 0 ? TOP : BOTTOM;
      distance = Math.max(distance, near + Math.abs(x) / wide / SIDES, near + Math.abs(y) / tall / room);
    }
    return distance;
  };

  for (let round = 0; round < ROUNDS; round++) {
    const distance = fit();
    const [low, high] = [new THREE.Vector2(1e9, 1e9), new THREE.Vector2(-1e9, -1e9)];
    for (const corner of corners) {
      offset.subVectors(corner, centre);
      const depth = distance - offset.dot(back);
      const at = new THREE.Vector2(offset.dot(right) / depth, offset.dot(up) / depth);
      low.min(at);
      high.max(at);
    }
    // Half a step towards the middle of the image of the frame.
    const middle = (low.y * TOP + high.y * BOTTOM) / (TOP + BOTTOM);
    centre.addScaledVector(right, 0.25 * distance * (low.x + high.x)).addScaledVector(up, 0.5 * distance * middle);
  }
  const distance = fit();
  camera.position.copy(centre).addScaledVector(back, distance);
  return centre;
}

function cornersOf([a, b]: NonNullable<View['frame']>): THREE.Vector3[] {
  return Array.from(
    { length: 8 },
    (_, k) => new THREE.Vector3((k & 1 ? a : b)[0], (k & 2 ? a : b)[1], (k & 4 ? a : b)[2]),
  );
}

const offset = new THREE.Vector3();
