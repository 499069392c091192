/** A round cap in contact is represented by this many points on its rim. */
export const RIM_POINTS = 8;

/** Cosines of their angles; the sine of angle k is the cosine at (k + 6) % RIM_POINTS. */
export const RIM_COSINES = /* @__PURE__ */ createCosines();

function createCosines(): readonly number[] {
  const c = Math.SQRT1_2;
  return [1, c, 0, -c, -1, -c, 0, c];
}
