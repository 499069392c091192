import { type Chart, MAX_CORNERS } from './chart.js';

/** A polygon of 16 corners with the area of the unit circle. */
const UNIT_DISC = /* @__PURE__ */ circle();

function circle(): Float64Array {
  const corners = new Float64Array(2 * MAX_CORNERS);
  const angle = (2 * Math.PI) / MAX_CORNERS;
  const radius = Math.sqrt(angle / Math.sin(angle));
  for (let k = 0; k < MAX_CORNERS; k++) {
    corners[2 * k] = radius * Math.cos(k * angle);
    corners[2 * k + 1] = radius * Math.sin(k * angle);
  }
  return corners;
}

/** Sets the outline to a disc around `centre` with radius[0], in the plane of the chart's (orthonormal) axes. */
export function writeDiscOutline(out: Chart, centre: Float64Array, radius: Float64Array): void {
  const { axes, outline } = out;
  for (let k = 0; k < MAX_CORNERS; k++) {
    const x = radius[0] * UNIT_DISC[2 * k];
    const y = radius[0] * UNIT_DISC[2 * k + 1];
    for (let i = 0; i < 3; i++) outline[3 * k + i] = centre[i] + x * axes[i] + y * axes[3 + i];
  }
  out.corners = MAX_CORNERS;
}
