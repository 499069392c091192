/** Bits that a patch carries from before the engine's step to after it, in `lastingImpulse`. */
export const SLIDES = 1;
export const SPINS = 2;
/** The patch was there before the step. */
export const KNOWN = 4;
/** It has moved faster in this step than in the one before; and twice so: it has given way, or slides. */
export const GROWS = 16;
export const MOVES = 32;
/** Rows held it in the step. */
export const BY_ROWS = 8;
