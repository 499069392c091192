/**
 * Every tuned number of the adapter: value, unit, reason, and what was tried. Lengths are in metres and scale with `lengthUnit`.
 */

/**
 * Spring and damper that hold a rigid law by motors, in units of the patch's mass over h² and over h. Tried with a gripper of 0.1, 0.8 and 2 kg at
 * 1/60 and 1/240 s, κ from 1 to 256, δ 0 and 16: below 16 the box sinks by 2 to 60 mm, above 64 nothing changes.
 */
export const STIFFNESS = 64;
export const DAMPING = 16;

/**
 * Passes of Rapier's solver over a joint row per step, the default of `world.numSolverIterations`. If something else holds the other body, a row
 * gives in each pass no more than what takes the velocity to its target. More passes make rows stiffer than assumed.
 */
export const PASSES = 4;

/**
 * Largest stiffness k h² A of a patch held by motors if joints of the user's or other contacts hold its bodies too: a row then delivers about
 * 3/(h² A) of its deflection, so a stiffer law would slip at its limit, and stacks would jitter.
 */
export const JOINTED_STIFFNESS = 1;

/** A resting patch below this share of its limit is far from breaking away. */
export const COUPLED_SHARE = 0.3;

/**
 * The torque that limits Rapier's torsion to the law's (`breakawayTorque`) rises from 0, where the moment is 1/(2 FADE) of the patch's load, to its
 * full size at 1/FADE, and changes by the share FOLLOW per step. Tried before the ramp began at 1/(2 FADE): all gripper and pivot tests pass
 * with FADE 2 to 8 and with FOLLOW 0.25 and 0.5; with FOLLOW 0.1 and with 1 one of them fails.
 */
export const FADE = 4;
export const FOLLOW = 0.25;

/** A sliding patch also spins if its rim is faster than this share of the slide. */
export const COUPLED = 0.02;

/** Rotation about the normal after which a contact is computed again [rad]. */
export const TURN = 0.005;

/**
 * Weight in TURN of the rotation of one body relative to the other. It moves the points but not the friction directions, and Rapier computes the contact
 * again by itself after about 10°. With 1 a clamped box of 1 g that creeps by 0.01 rad was moved by 1 mm; with 0.1 boxes on a trimesh slept later
 * with anisotropic friction; with 0 a plank that pivots between two pads was 30° off. 0.3 was chosen between these; no other scene supports it.
 */
export const RELATIVE_TURN = 0.3;

/** Bodies that separate faster than this have no load in the next step [m/s]. */
export const SEPARATING_SPEED = 0.05;

/** Damping of a row that should deliver its full bound [N s/m per kg]: far above (κ + δ)/h. */
export const RIGID = 1e6;

/** Relative change after which a bound is written again. Smaller values only cost time. */
export const BOUND_CHANGE = 0.02;
/** The same for estimated loads, which vary this much from step to step. */
export const ESTIMATED_CHANGE = 0.25;

/**
 * Below the first share of its bound a row holds equally well with another bound: it is written again only after a relative change by the
 * second share.
 */
export const NEAR_BOUND = 0.5;
export const LEFT_BOUND = 0.5;

/**
 * A row is written again if its force would change by this share of what the patch holds. Writing wakes the bodies; with 4e-4 rounding
 * errors of resting bodies were written.
 */
export const FORCE_CHANGE = 2e-3;

/**
 * A coefficient closer than this share to the rest coefficient is not written: writing wakes the body, and a body that jitters in place would
 * never sleep. The remaining difference acts as a force.
 */
export const SAME_COEFFICIENT = 0.03;

/** Relative change after which a coefficient is written again: 0.5 % changes a stopping distance by at most 0.5 %. */
export const COEFFICIENT_CHANGE = 0.005;

/**
 * Each row has its own bound; together they form a box. Above this share of its limit a patch has its rows aligned with the load, where the box is
 * exact; below, it may get up to √2 of its limit for one step. With 0.1 the rows of stacks were realigned in every step.
 */
export const DIRECTED = 0.5;

/**
 * The row across the load keeps at least this share of the limit (together at most 2 % too much). Without it nothing damps that direction at the
 * limit: the smallest motion across turned the rows, less force was left along the load, and a box with bristles that should stop on a slope
 * crept on at 20 mm/s. From 0.1 to 0.32 stopping distances agree to 0.1 mm.
 */
export const ACROSS = 0.2;

/**
 * Frames follow the patch if the load has rotated by this cosine, or the normal or the centre has moved (rad, m). Friction of a slide lags behind its
 * direction by half of that on average, so the angle is 1.1° there and 3.6° at rest.
 */
export const SAME_DIRECTION = 0.998;
export const SLIDING_DIRECTION = 0.9998;
export const FRAME_SHIFT = 0.005;

/** And if a body has rolled or rotated from its initial orientation by this cosine: 8 degrees. */
export const UPRIGHT = 0.99;

/** A body counts as slow below this share of the speed that friction removes in a step. Slow bodies need no work. */
export const SLOW = 0.25;

/** Neighbours of a slow body are listed again, and contacts of bodies that move together are read again, after this many steps. */
export const LISTED_STEPS = 8;

/**
 * A patch that Rapier's friction should hold has broken away if it moves faster than this share of the speed which that friction removes in a step.
 * Slower motion is creep, or jitter of light bodies.
 */
export const GIVES_WAY = 0.02;

/**
 * Or if it keeps this share of its speed in two steps: Rapier's friction with `brakingShare` would halve it. With 1 (it had to accelerate)
 * boxes under `anisotropic` slid down a slope below their limit at a constant 0.1 m/s for 2 s.
 */
export const KEEPS = 0.75;

/**
 * And it starts to move if it is faster than this share of that speed at the end of a step. A gripper under a sudden load reaches 0.035 while it
 * holds; with 0.02 it counted as slipping and sank by 4.7 mm under Stribeck's law instead of 2.2 mm.
 */
export const BEGINS = 0.05;

/** A load that grows by more than this share in one step is an impact, for which motors had no bound. */
export const IMPACT = 0.2;

/** Below this coefficient Rapier's friction counts as off. */
export const NO_FRICTION = 1e-6;

/**
 * Largest number of sweeps over predicted patches. They end when no impulse changes by more than TOLERANCE of its patch's load or of the mean
 * load. With 6 sweeps heaps are 6 % cheaper, but a nut against the head of its bolt rotates by a third too much.
 */
export const SWEEPS = 10;
export const TOLERANCE = 1e-3;

/** Points that carry at least BEARS of the load form a face if its width is at least WIDE of its length (roots of the second moments). */
export const BEARS = 1e-3;
export const WIDE = 0.1;

/** Velocity changes below this [m/s] are not written: reading and writing a body takes as long as solving it. */
export const LEAST_CHANGE = 5e-6;

/**
 * Contacts of a body that moves as predicted are kept until the next step whose number is a multiple of KEPT_STEPS. As predicted means: its velocity
 * differs by less than KEPT_ERROR of what its load does to it in a step, and since it was read it has rotated by less than KEPT_TURN [rad] and
 * travelled less than KEPT_SHARE of the torsion radius of each of its patches, or than KEPT_TRAVEL [m]. In resting towers of ten, velocities differ by 4e-5 on average and by 8e-3 in one of 1000. Reading each body in a step of its
 * own was tried: then some are read in every step, and all patches have to be gathered.
 */
export const KEPT_STEPS = 8;
export const KEPT_ERROR = 1e-2;
export const KEPT_TRAVEL = 2e-3;
export const KEPT_SHARE = 0.5;
export const KEPT_TURN = 1e-3;

/** A contact farther apart than this [m], in a pair with several manifolds, carries nothing; reported distances are some mm stale. */
export const REACH = 0.02;

// --- adhesion

/** Sweeps over patches whose attraction was missing in a step. Columns that hang in their first step need about one per body. */
export const LATE_PULL_SWEEPS = 16;

// --- impacts

/**
 * A body whose velocity changes by no more than this times g dt, from rest or from free fall, has had no impact: its contacts are not read. An impact
 * starts at 2 g dt of closing speed, of which the centre of a rod that lands on its tip takes a quarter.
 */
export const IMPACT_CHANGE = 0.5;
