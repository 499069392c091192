import { type Chart, MOST_CORNERS } from '../chart.js';

/** A polygon of 16 corners with the area of the unit circle. */
const ROUND = /* @__PURE__ */ circle();

function circle(): Float64Array {
  const corners = new Float64Array(2 * MOST_CORNERS);
  const angle = (2 * Math.PI) / MOST_CORNERS;
  const radius = Math.sqrt(angle / Math.sin(angle));
  for (let k = 0; k < MOST_CORNERS; k++) {
    corners[2 * k] = radius * Math.cos(k * angle);
    corners[2 * k + 1] = radius * Math.sin(k * angle);
  }
  return corners;
}

/** The outline is a disc about `centre` with radius[0], in the plane of the chart's axes, which are unit vectors across each other. */
export function writeDisc(out: Chart, centre: Float64Array, radius: Float64Array): void {
  const { axes, outline } = out;
  for (let k = 0; k < MOST_CORNERS; k++) {
    const x = radius[0] * ROUND[2 * k];
    const y = radius[0] * ROUND[2 * k + 1];
    for (let i = 0; i < 3; i++) outline[3 * k + i] = centre[i] + x * axes[i] + y * axes[3 + i];
  }
  out.corners = MOST_CORNERS;
}
