/** Bits that a patch carries from before the engine's step to after it. */
export const SLIDES = 1;
export const SPINS = 2;
/** The patch existed before the step. */
export const KNOWN = 4;
/** It has broken away or slides: see `trackMotion`. */
export const MOVES = 16;
/** Its attraction acted in the step. */
export const PULLED = 32;
/** Motors held it in the step. */
export const BY_MOTORS = 8;
