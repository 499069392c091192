/** Small buffers that the stages of a step share. Each stage fills what it reads. */
export type Scratch = ReturnType<typeof createScratch>;

export function createScratch() {
  return {
    /** Filled by the engine's getters. */
    out: new Float32Array(9),
    slip: new Float64Array(3),
    lastSlip: new Float64Array(3),
    wrench: new Float64Array(6),
    vector: new Float64Array(3),
    other: new Float64Array(3),
    block: new Float64Array(6),
    load: new Float64Array(1),
    axes: new Float64Array(9),
    moment: new Float64Array(2),
    /** Pose of a joint's second frame in its first, and its uncertainty. */
    place: new Float64Array(4),
    /** Axes in the frame of a body, and the frame of a joint in the engine's form. */
    local: new Float64Array(9),
    anchor: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
  };
}
