/** Bits that a patch carries from before the engine's step to after it, in `lastingImpulse`. */
export const SLIDES = 1;
export const SPINS = 2;
/** The patch was there before the step. */
export const KNOWN = 4;
/** It has given way, or slides: see `noteMotion`. */
export const MOVES = 16;
/** Rows held it in the step. */
export const BY_ROWS = 8;
