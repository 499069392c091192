import { MAX_WHEELS } from '../constants.js';
import type { TyreCurve } from '../tyre/tyre.js';

/**
 * The wheels of a vehicle as a structure of arrays. A wheel rolls forward for ω > 0: its angular velocity is -ω a, absolute and not
 * relative to the chassis, with the axle a pointing right. Impulses are over one step [N s].
 */
export interface Wheels {
  count: number;
  // --- parameters
  /** Top of the strut in the frame of the chassis [m]. */
  position: Float64Array;
  radius: Float64Array;
  width: Float64Array;
  /** Length of the free strut and how far it can be compressed [m]. */
  rest: Float64Array;
  travel: Float64Array;
  /** Stiffness [N/m], or the natural frequency [Hz] that it follows from; the other one is 0. */
  stiffness: Float64Array;
  frequency: Float64Array;
  /** Damping in compression and extension: [N s/m] with a stiffness, ratio to critical with a frequency. */
  bump: Float64Array;
  rebound: Float64Array;
  maxForce: Float64Array;
  /** About the axle [kg m²]. */
  inertia: Float64Array;
  tyre: TyreCurve[];
  /** 1 if the wheel is cast as a cylinder, 0 as a ray. */
  isCylinder: Uint8Array;
  // --- controls
  /** Left is positive [rad]. */
  steering: Float64Array;
  /** Torques [N m]. */
  drive: Float64Array;
  brake: Float64Array;
  /** What anti-lock brakes and traction control let pass [N m]. */
  driveLimit: Float64Array;
  brakeLimit: Float64Array;
  /** Torques of this step, with the limits. */
  driveTorque: Float64Array;
  brakeTorque: Float64Array;
  // --- from the vehicle's weight
  staticLoad: Float64Array;
  /** Mass that a wheel carries at rest [kg]. */
  carried: Float64Array;
  springK: Float64Array;
  bumpC: Float64Array;
  reboundC: Float64Array;
  // --- hit of the ray or cylinder, written by the engine's port
  hit: Uint8Array;
  /** Length of the strut plus the radius [m]: for a ray the distance from the top of the strut to the ground. */
  distance: Float64Array;
  normal: Float64Array;
  /** Key of the body that was hit. */
  groundKey: Float64Array;
  // --- the step
  contact: Uint8Array;
  slot: Int32Array;
  axle: Float64Array;
  forward: Float64Array;
  side: Float64Array;
  hub: Float64Array;
  patch: Float64Array;
  /** Lever of the tyre's force about the axle [m]. */
  rollRadius: Float64Array;
  /** u·n, and the compression of the strut [m]. */
  upNormal: Float64Array;
  compression: Float64Array;
  /** Speed at which the strut extends [m/s]. */
  extension: Float64Array;
  /** The tyre on this ground in this step: coefficients, bristle stiffness [N/m] and damping [N s/m], relaxation length [m]. */
  curve: TyreCurve[];
  /** What the ground allows along and across the wheel; NaN leaves it to the tyre. */
  groundMuX: Float64Array;
  groundMuY: Float64Array;
  muX: Float64Array;
  muY: Float64Array;
  kx: Float64Array;
  ky: Float64Array;
  cx: Float64Array;
  cy: Float64Array;
  relaxation: Float64Array;
  /** Deflection in the frame of the wheel, and speed of renewal |ω R| against the ground. */
  zx: Float64Array;
  zy: Float64Array;
  rolling: Float64Array;
  pX: Float64Array;
  pY: Float64Array;
  /** Load, and what anti-roll bars add to the strut. */
  load: Float64Array;
  bar: Float64Array;
  onBoundary: Uint8Array;
  /** Friction that was available, as a fraction used. */
  used: Float64Array;
  // --- from step to step
  omega: Float64Array;
  angle: Float64Array;
  /** Deflection of the bristles and last tyre impulse, as world vectors. */
  deflection: Float64Array;
  tyreImpulse: Float64Array;
  pS: Float64Array;
  pB: Float64Array;
  lastLoad: Float64Array;
  slidingSpeed: Float64Array;
  /** For the correction: 1 if the wheel stuck, on which body, where its hub was in the frame of that, with which frame and velocities. */
  stuck: Uint8Array;
  stuckKey: Float64Array;
  stuckHub: Float64Array;
  stuckForward: Float64Array;
  stuckSide: Float64Array;
  slipX: Float64Array;
  slipY: Float64Array;
  groundSpin: Float64Array;
}

export function createWheels(): Wheels {
  const floats = (stride = 1) => new Float64Array(stride * MAX_WHEELS);
  const flags = () => new Uint8Array(MAX_WHEELS);
  return {
    count: 0,
    position: floats(3),
    radius: floats(),
    width: floats(),
    rest: floats(),
    travel: floats(),
    stiffness: floats(),
    frequency: floats(),
    bump: floats(),
    rebound: floats(),
    maxForce: floats(),
    inertia: floats(),
    tyre: [],
    isCylinder: flags(),
    steering: floats(),
    drive: floats(),
    brake: floats(),
    driveLimit: floats().fill(Number.POSITIVE_INFINITY),
    brakeLimit: floats().fill(Number.POSITIVE_INFINITY),
    driveTorque: floats(),
    brakeTorque: floats(),
    staticLoad: floats(),
    carried: floats(),
    springK: floats(),
    bumpC: floats(),
    reboundC: floats(),
    hit: flags(),
    distance: floats(),
    normal: floats(3),
    groundKey: floats(),
    contact: flags(),
    slot: new Int32Array(MAX_WHEELS),
    axle: floats(3),
    forward: floats(3),
    side: floats(3),
    hub: floats(3),
    patch: floats(3),
    rollRadius: floats(),
    upNormal: floats(),
    compression: floats(),
    extension: floats(),
    curve: [],
    groundMuX: floats(),
    groundMuY: floats(),
    muX: floats(),
    muY: floats(),
    kx: floats(),
    ky: floats(),
    cx: floats(),
    cy: floats(),
    relaxation: floats(),
    zx: floats(),
    zy: floats(),
    rolling: floats(),
    pX: floats(),
    pY: floats(),
    load: floats(),
    bar: floats(),
    onBoundary: flags(),
    used: floats(),
    omega: floats(),
    angle: floats(),
    deflection: floats(3),
    tyreImpulse: floats(3),
    pS: floats(),
    pB: floats(),
    lastLoad: floats(),
    slidingSpeed: floats(),
    stuck: flags(),
    stuckKey: floats(),
    stuckHub: floats(3),
    stuckForward: floats(3),
    stuckSide: floats(3),
    slipX: floats(),
    slipY: floats(),
    groundSpin: floats(),
  };
}
