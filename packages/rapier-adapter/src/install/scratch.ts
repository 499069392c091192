/** Small buffers that the stages of a step share. Each stage fills what it reads. */
export interface Scratch {
  /** Filled by the engine's getters. */
  out: Float32Array;
  slip: Float64Array;
  wrench: Float64Array;
  vector: Float64Array;
  other: Float64Array;
  block: Float64Array;
  load: Float64Array;
  axes: Float64Array;
  moment: Float64Array;
  /** Pose of a joint's second frame in its first, and its uncertainty. */
  place: Float64Array;
  /** Axes in the frame of a body, and the frame of a joint in the engine's form. */
  local: Float64Array;
  anchor: { x: number; y: number; z: number };
  rotation: { x: number; y: number; z: number; w: number };
}

export function createScratch(): Scratch {
  return {
    out: new Float32Array(9),
    slip: new Float64Array(3),
    wrench: new Float64Array(6),
    vector: new Float64Array(3),
    other: new Float64Array(3),
    block: new Float64Array(6),
    load: new Float64Array(1),
    axes: new Float64Array(9),
    moment: new Float64Array(2),
    place: new Float64Array(4),
    local: new Float64Array(9),
    anchor: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
  };
}
