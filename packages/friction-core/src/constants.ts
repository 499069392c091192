/**
 * Tuned numbers: value, unit, reason, and what else was tried. Lengths are in metres and scale with `lengthUnit`. Tolerances that
 * belong to one algorithm stand next to it.
 */

// --- substeps

/** Target rate of the automatic choice of substeps [1/s]: 8 substeps at 60 Hz. */
export const SUBSTEP_RATE = 480;
/** Upper bound of the automatic choice. */
export const MAX_SUBSTEPS = 32;
/** Longest substep times √tippingRate [rad]. With longer ones, small bodies yield by too much of their size. Matters below 10 cm. */
export const TIPPING_ANGLE = 0.022;
/** Longest substep times √bucklingRate [rad]. Thirty cubes of 0.5 m stand at 0.16 and fall at 0.3. */
export const BUCKLING_ANGLE = 0.16;
/** A column counts as at most this many bodies. With stiffer springs than that, one sweep per substep lets light bodies rock under heavy ones. */
export const MAX_COLUMN_HEIGHT = 25;

// --- impacts

/** Normal impulses above this multiple of the average load count as an impact. */
export const IMPACT_LOAD_RATIO = 3;
/** A warm start that separates bodies faster than this was an impact [m/s]. */
export const IMPACT_SPEED = 0.5;
/** Approach speeds below the velocity that forces add in this many steps do not bounce: the contact is at rest. */
export const RESTITUTION_STEPS = 2;
/** Slower contacts are no impacts even without gravity [m/s]: a fall of 5 µm. */
export const MIN_IMPACT_SPEED = 0.01;
/** Contacts of two bodies within this time are one impact [s]: the ear hears them as one sound (precedence effect). */
export const LANDING_TIME = 0.05;

// --- normal constraints

/** Frequency times substep of the contact springs between two moving bodies: as stiff as a substep resolves. */
export const CONTACT_FREQUENCY_RATIO = 0.1875;
/** The same against a body that cannot move. */
export const STATIC_CONTACT_FREQUENCY_RATIO = 0.25;
/** Damping ratio of the contact springs. */
export const CONTACT_DAMPING_RATIO = 20;
/** Springs get no stiffer than for substeps of this length [s]: in shorter ones they would kick. */
export const MIN_SPRING_SUBSTEP = 1e-4;
/** Speed at which overlap and joint errors are pushed out at most [m/s]. */
export const MAX_BIAS_SPEED = 3;
/** Fraction of the average load that is preloaded into the springs. */
export const PRELOAD_FRACTION = 0.75;
/** The preload is at most this many body weights. Bodies that carry far heavier ones need to yield, or they rock. */
export const MAX_PRELOAD_WEIGHTS = 10;
/** Time constant of the average load, used for the preload [s]. */
export const AVERAGE_TIME = 2;
/** Time constant of the recent load, used for the buckling rate [s]. */
export const RECENT_TIME = 0.15;
/** Passes over the points of a patch per sweep. */
export const NORMAL_PASSES = 2;
/** Patches with more points share the stiffness of this many: a round cap of 24 would be six times as stiff as a box. */
export const MAX_STIFF_POINTS = 4;

// --- joints

/** Fraction of their error that joints correct per substep. */
export const JOINT_BIAS_FRACTION = 0.2;
/**
 * Fraction of the last impulse that swept joints are warm started with. With 1, redundant rows hold each other in growing tension
 * and turn it into speed as soon as they rotate: blocks of particles with all diagonals reached 700 m/s. With 0.9 they still gain
 * energy; with 0 cloth stretches twice as far.
 */
export const JOINT_WARM_START = 0.5;
/**
 * Compliance of directly solved two-sided rows, as a fraction of their inverse mass. Without it, nearly dependent rows get huge
 * impulses and push errors out with huge velocities: random redundant graphs reached 1e6 m/s. From 1e-5 on they do not; from
 * 1e-3 on chains with a hundredfold load at the end yield.
 */
export const DIRECT_SOFTNESS = 1e-5;
/** Islands of joints that need more multiplications per substep are swept instead, unless the user sets another limit. */
export const MAX_DIRECT_WORK = 60_000;
/** Passes over the limits of an island per direct solve. */
export const LIMIT_PASSES = 2;
/** Largest angle by which the lever of a joint may rotate per substep [rad]. */
export const MAX_LEVER_ROTATION = 0.5;

// --- steady islands

/** Velocity changes below this fraction of what forces add in a substep count as none. */
export const STEADY_CHANGE = 1e-7;
/** The same for the speed at which errors are pushed out, and at which points separate or approach. */
export const STEADY_BIAS = 1e-3;
/** Substeps for which a bias velocity continues at most. It decays per substep by 3 % in contacts and by 20 % in joints. */
export const CONTACT_BIAS_SUBSTEPS = 24;
export const JOINT_BIAS_SUBSTEPS = 4;
/** Bodies with joints rotate by at most this in the substeps that are skipped [rad], because their rows rotate with them. */
export const MAX_SKIPPED_ROTATION = 0.01;
/** Islands are checked up to this substep; later checks cost more than they save. */
export const LAST_STEADY_CHECK = 2;

// --- patches

/** Contacts whose normals are closer than this (cosine, 5°) belong to one patch. */
export const SAME_NORMAL = 0.996;
/** A patch whose normal has rotated by less than this against its body (cosine, 26°) since the last step is the same patch. */
export const SAME_PATCH = 0.9;
/** Contacts whose normals have rotated by less than this (cosine, 0.8°) certainly stay in their patch. */
export const UNCHANGED_NORMAL = 0.9999;
/** Points farther apart than this between two steps are different points [m]. */
export const MATCH_DISTANCE = 0.03;
/** Remembered impulses grow by at most this factor when the step gets longer: after a tiny step they say little about forces. */
export const MAX_IMPULSE_SCALE = 4;
/** Overlap that resting contacts keep, because engines lose contacts that only just touch [m]. */
export const CONTACT_SLOP = 1e-4;
/** The slop is at most this fraction of the smaller shape. */
export const CONTACT_SLOP_FRACTION = 1e-3;

// --- adhesion

/** Distance over which adhesive surfaces attract each other, unless the law has a range [m]: beyond the jitter of every engine. */
export const ADHESION_RANGE = 1e-3;
/** Surfaces closer than this touch [m]. Twice the slop: engines place resting bodies this accurately. */
export const ADHESION_TOUCH = 2e-4;

// --- pressure centre

/** A patch counts as only spinning while the bodies pass each other at less than this fraction of R ω. */
export const PURE_SPIN_RATIO = 0.2;
/** Loop gain γ² up to which the pressure centre moves all of its distance. */
export const STABLE_GAIN = 0.25;

/** Steps after the last change of laws until unused names of materials are reported: scenes are complete by then, as a rule. */
export const NAME_CHECK_STEPS = 120;
