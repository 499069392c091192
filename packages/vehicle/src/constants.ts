/** Numbers of the model and of the solver, with unit and reason. */

// --- solver
/** Largest change of an impulse in the last sweep, as a fraction of the largest load. Parked cars take 1 to 3 sweeps with it, settling ones up to 11. */
export const SOLVE_TOLERANCE = 1e-6;
/** Sweeps per step at most. Only crashes reach it; what is missing then is solved in the next step. */
export const MAX_SWEEPS = 60;
/** Wheels per vehicle. Buffers have this size from the start. */
export const MAX_WHEELS = 24;
/** The chassis and a ground body per wheel. */
export const MAX_BODIES = 25;
/** Impulses below this are no load [N s]: 14 orders of magnitude below a car's, and far from underflow. */
export const MIN_IMPULSE = 1e-12;
/** Newton iterations onto the friction ellipse. It converges quadratically; 3 to 6 are usual. */
export const MAX_NEWTON = 20;

/** For stiffnesses in a world without gravity [m/s²]. */
export const STANDARD_GRAVITY = 9.80665;

// --- contact
/** Smallest cosine between strut and ground normal. Steeper ground is a wall, which the wheel cannot stand on. */
export const MIN_UP_NORMAL = 0.1;
/** Rolling speed up to which deflections are corrected by measured displacements [m/s]. A faster tyre renews its bristles anyway. */
export const CORRECTION_SPEED = 0.5;
/** Larger corrections, as a fraction of the radius, are teleports. */
export const MAX_CORRECTION = 0.05;
/** Bump stop, as a multiple of the suspension's stiffness. */
export const STOP_STIFFNESS = 10;

// --- observed forces
/** Velocity changes above this multiple of the known ones come from impacts, which do not last. */
export const IMPACT_FACTOR = 4;
/** Weight of the newest observation of a ground body's support. */
export const SUPPORT_WEIGHT = 0.5;
/** Pushes below this fraction of gravity do not show how a ground body is supported. */
export const MIN_PUSH = 1e-3;

// --- tyre
/** Force per load and slip of a passenger car's tyre, along: 20 means that 5 % of slip reaches the load itself. */
export const DEFAULT_STIFFNESS_X = 20;
/** Across, per radian of slip angle. Passenger car tyres have 12 to 20. */
export const DEFAULT_STIFFNESS_Y = 15;
/** Distance in which a tyre builds up its force [m]. Measured: 0.1 to 0.5. */
export const DEFAULT_RELAXATION = 0.25;
/** Damping ratio of the bristles against the mass on the wheel. Close to critical, so that a stopped car does not swing on its tyres. */
export const TYRE_DAMPING = 0.4;
/** Sliding speed at which half of `falloff` is lost [m/s]. Rubber on asphalt loses its friction over a few m/s. */
export const FALLOFF_SPEED = 3;
/** Bounds of the load factor, which is linear and would get negative. */
export const MIN_LOAD_FACTOR = 0.2;
/** Least factor of the ground by which a slip curve is stretched: below it there is no friction to speak of. */
export const MIN_FACTOR = 1e-3;
/** Least ratio of the half axes of a directional ground: the friction ellipse has two axes, also where a law has none in one direction. */
export const MIN_AXIS_RATIO = 1e-3;
/** Sliding speed from which on a wheel is reported as skidding [m/s]: marks and sounds begin about there. */
export const SKID_SPEED = 0.1;
/** Slip is divided by at least this speed [m/s], so that it stays readable near standstill. */
export const MIN_SLIP_SPEED = 0.5;
