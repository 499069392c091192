/**
 * Every tuned number of the adapter: value, unit, why, and what was tried. Lengths are for metres and scale with `lengthUnit`.
 */

/**
 * Spring and damper that hold a rigid law by rows, in units of the patch's mass over h² and over h. Gripper of 0.1, 0.8 and 2 kg at
 * 1/60 and 1/240 s, κ from 1 to 256, δ 0 and 16: below 16 the box sinks by 2 to 60 mm, from 64 on nothing changes.
 */
export const STIFFNESS = 64;
export const DAMPING = 16;

/**
 * Passes of Rapier's solver over a joint row in a step: a row whose other body is held by something else gives in each no more than what
 * changes the velocity to its target. It is the default of `world.numSolverIterations`; more make rows stiffer than is assumed.
 */
export const PASSES = 4;

/**
 * Largest stiffness k h² A of a patch that rows hold where joints of the user's, or other contacts, hold its bodies too: a row then gives
 * about 3/(h² A) of its bend, so a stiffer law would reach its limit and slip, and stacks would jitter.
 */
export const JOINTED_STIFFNESS = 1;

/** A patch at rest that carries less than this share of its limit is far from giving way. */
export const COUPLED_SHARE = 0.3;

/**
 * The torque that leaves Rapier's torsion no more than the law has (`torqueBeyond`): it rises from 0 where the moment makes up 1/(2 FADE) of
 * what the patch carries to its full size at 1/FADE, and changes by the share FOLLOW in a step. Before the rise began at 1/(2 FADE), all
 * gripper and pivot tests passed with FADE 2 to 8 and FOLLOW 0.25 and 0.5; with FOLLOW 0.1 and with 1 one of them failed each.
 */
export const FADE = 4;
export const FOLLOW = 0.25;

/** A sliding patch turns as well where its rim is faster than this share of the slide. */
export const COUPLED = 0.02;

/** A contact whose bodies have turned by this much about its normal is computed again [rad]. */
export const TURN = 0.005;

/** Bodies that part faster than this have no load in the next step [m/s]. */
export const SEPARATING_SPEED = 0.05;

/** Damping of a row that is to give all the force that its bound allows [N s/m per kg]: far above (κ + δ)/h. */
export const RIGID = 1e6;

/** A bound in the engine is written again when it has changed by this share. Smaller values only cost time. */
export const BOUND_CHANGE = 0.02;
/** The same where loads are only estimated: from step to step they differ by as much. */
export const ESTIMATED_CHANGE = 0.25;

/**
 * A row that bears less than the first share of its bound holds as well with another bound: this is written again only when it has changed
 * by the second share.
 */
export const NEAR_BOUND = 0.5;
export const LEFT_BOUND = 0.5;

/**
 * A row is written again when its force would change by this share of what the patch holds. Writing wakes the bodies; 4e-4 wrote what
 * rests by its rounding.
 */
export const FORCE_CHANGE = 2e-3;

/**
 * A coefficient that differs from that at rest by less than this share is not written: writing one wakes the body, and what jitters in
 * its place would never sleep. The rest of the difference is a force.
 */
export const SAME_COEFFICIENT = 0.03;

/** A coefficient in the engine is written again when it has changed by this share of itself: 0.5 % stop 0.5 % early at most. */
export const COEFFICIENT_CHANGE = 0.005;

/**
 * Rapier's rows have a bound each, together a box. A patch that carries more than this share of its limit has its rows turned along the
 * load, where the box is right; one that carries less may get up to √2 of its limit for the one step until it is turned. With 0.1 the rows of stacks were turned in every
 * step.
 */
export const DIRECTED = 0.5;

/** Frames of rows follow the patch when the load has turned by this cosine, or the normal or the centre has moved (rad, m). */
export const SAME_DIRECTION = 0.998;
export const FRAME_SHIFT = 0.005;

/** And when a body has rolled or turned from where it was put, by this cosine: 8 degrees. */
export const UPRIGHT = 0.99;

/** A body counts as slow below this share of the speed that friction takes away in a step. Slow bodies need no work. */
export const SLOW = 0.25;

/** What a slow body touches is listed again after so many steps, and contacts of bodies that move along with each other are read again. */
export const LISTED_STEPS = 8;

/**
 * A patch that Rapier's own friction should hold has given way when it moves faster than this share of the speed which that friction
 * takes away in a step: then the load exceeds it. Below is creep, and the jitter of light bodies.
 */
export const GIVES_WAY = 0.02;

/**
 * And it begins to move when it is faster than this share of that speed at the end of a step. A gripper that is loaded at once reaches
 * 0.035 while it holds; with 0.02 it counted as slipping, and sank by 4.7 mm under Stribeck's law instead of 2.2 mm.
 */
export const BEGINS = 0.05;

/** Loads that have grown by more than this share in one step are an impact: rows had no bound for it. */
export const IMPACT = 0.2;

/** Rapier's own friction is as good as off below this coefficient. */
export const NO_FRICTION = 1e-6;

/**
 * Most sweeps over patches that are predicted; they end where no impulse changes by more than this share of its patch's load, or of the mean
 * load. 6 sweeps make heaps 6 % cheaper, but a nut against the head of its bolt turns by a third too much.
 */
export const SWEEPS = 10;
export const TOLERANCE = 1e-3;

/** Points of a face bear at least this share of its load; a face is as wide as this share of its length, by the roots of its second moments. */
export const BEARS = 1e-3;
export const WIDE = 0.1;

/** What would change the velocity of a body by less than this [m/s] is not written: reading and writing a body takes as long as solving it. */
export const LEAST_CHANGE = 5e-6;

/**
 * Contacts of a body that moves as predicted are kept until the next step whose number is a multiple of this. As predicted: its velocity differs
 * by less than this share of what its load does to it in a step; and it has moved and turned by less than this since it was read [m, rad].
 * Velocities in towers of ten at rest differ by 4e-5 in the mean and by 8e-3 in one of 1000. Each body in its own turn was tried: then some are
 * read in every step, and all patches are gathered.
 */
export const KEPT_STEPS = 8;
export const KEPT_ERROR = 1e-2;
export const KEPT_TRAVEL = 2e-3;
export const KEPT_TURN = 1e-3;

/** Farther apart than this [m] a contact of a pair with several manifolds carries nothing; reported distances are some mm stale. */
export const REACH = 0.02;
