/** Material of the floor unless `material` or `materialAt` names another one. */
export const FLOOR_MATERIAL = 'floor';
/** Standard gravity [m/s²]. */
export const GRAVITY = 9.81;
/** Most materials under one body at a time. Sample points on a further one count for the last. */
export const MAX_GROUPS = 4;
/** Points of the outline that stand for the footprint: `materialAt` is asked there first, and laws that infer a shape see them. */
export const RIM_POINTS = 8;
/** Cells per side of the square around a footprint that is sampled, and the most sample points that makes. */
export const SAMPLE_CELLS = 12;
export const MAX_SAMPLES = 144;
/** Sweeps over the patches of one body: groups of materials, or tyres. */
export const MAX_SWEEPS = 60;
/** They end when no impulse changes by more than this fraction of the load. */
export const SWEEP_TOLERANCE = 1e-9;
/** Kernel evaluations of one block step. From the last direction it takes two or three. */
export const MAX_EVALUATIONS = 24;
/** Residual of a block step, as a fraction of the largest friction. Friction is on the limit surface in any case. */
export const BLOCK_TOLERANCE = 1e-6;
/** Newton steps up to this length are the last ones. What they leave is of second order: at most 13 times the square, measured. */
export const SHORT_STEP = 3e-4;
/** Numbers per patch in `PatchExtras.memory`. */
export const MEMORY = 9;
/** Bodies that cannot turn get this many times the inertia of their mass at R. */
export const LOCKED_INERTIA = 1e9;

/** Layout of what an engine writes for a body: velocity, pose of the centre of mass, force, mass and inertia. */
export const VX = 0;
export const VY = 1;
export const SPIN = 2;
export const X = 3;
export const Y = 4;
export const ANGLE = 5;
/** Velocity that forces and gravity will add in this step. */
export const DVX = 6;
export const DVY = 7;
export const DSPIN = 8;
export const MASS = 9;
export const INERTIA = 10;
export const READ_SIZE = 11;
