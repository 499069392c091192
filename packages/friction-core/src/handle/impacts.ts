import type { Bodies } from '../bodies/bodies.js';
import { LANDING_TIME, MIN_IMPACT_SPEED, RESTITUTION_STEPS } from '../constants.js';
import { requireKnownOptions, requireNumber } from '../options.js';
import type { PatchBuffers } from '../patches/patch-buffers.js';
import { freeAcceleration } from '../solver/normal-rows.js';
import type { ContactPair, DescribePatch } from './contact-view.js';
import type { FrictionEvents } from './events.js';
import { measureApproach, measureSlipSpeed, measureTouchSpeed } from './patch-motion.js';

/**
 * Impacts of pairs of bodies. A landing starts when a contact point carries load in a step at whose start it approached faster than
 *
 *     max(RESTITUTION_STEPS g dt, MIN_IMPACT_SPEED)          the limit below which contacts do not bounce either
 *
 * Contacts at rest, sliding or under a growing load do not approach. The landing adds up the normal impulses of all contacts of the
 * two bodies. It is reported at the end of the step after which the lighter body's centre no longer approaches the other body, but
 * after LANDING_TIME at the latest. What follows within LANDING_TIME of the first touch belongs to it. So the corners of a box that
 * lands nearly flat are one impact, and a ball's impact is reported in its step.
 */
export interface Impact<Body> extends ContactPair<Body> {
  /** Pressure centre of the contact with the largest impulse, in the world. */
  point: Float64Array;
  /** Unit normal there, from A to B. */
  normal: Float64Array;
  /** Normal impulse of the landing [N s]: m v (1 + e), and the weight times its duration. */
  impulse: number;
  /** Closing speed along the normal when they met [m/s]; of several contacts, the largest. */
  approachSpeed: number;
  /** Slip speed at the point before the impact [m/s]. */
  slipSpeed: number;
}

/** Options of `onImpact`. */
export interface ImpactOptions {
  /** Smallest impulse that is reported, >= 0 N s. @default 0 */
  minImpulse?: number;
}

interface Landing<Body> {
  /** Keys of the two bodies; -1 - key of the collider if it has none. */
  keyA: number;
  keyB: number;
  /** Their slots in this step; -1 without contact. */
  bodyA: number;
  bodyB: number;
  /** Time since the first touch, to the end of this step [s]. */
  time: number;
  isReported: boolean;
  /** Largest impulse of a patch in a step [N s]. */
  strongest: number;
  impact: Impact<Body>;
}

export interface Landings<Body> {
  /** The first `count` are in use. */
  list: Landing<Body>[];
  count: number;
  measured: Float64Array;
}

/** The patches of a step and what is known about it. */
export interface ImpactStep<Body> {
  patches: PatchBuffers;
  bodies: Bodies;
  /** Velocities at the start of the step, six per body. */
  startVelocity: Float64Array;
  /** Impulse in the step, per point and per patch. */
  pointLoad: Float64Array;
  patchLoad: Float64Array;
  dt: number;
  /** Slot of all shapes without a body, -1 if there are none: each counts as a body. */
  worldSlot: number;
  /** Gravity, if `bodies` does not have the accelerations. */
  gravity: number;
  /** World units per metre. */
  lengthUnit: number;
  describe: DescribePatch<Body>;
}

export function createLandings<Body>(): Landings<Body> {
  return { list: [], count: 0, measured: new Float64Array(2) };
}

function createLanding<Body>(): Landing<Body> {
  return {
    keyA: 0,
    keyB: 0,
    bodyA: -1,
    bodyB: -1,
    time: 0.5,
    isReported: false,
    strongest: 0.5,
    impact: createImpact(),
  };
}

function createImpact<Body>(): Impact<Body> {
  // Fractions, so that V8 makes the fields doubles from the start.
  return {
    materialA: '',
    materialB: '',
    point: new Float64Array(3),
    normal: new Float64Array(3),
    impulse: 0.5,
    approachSpeed: 0.5,
    slipSpeed: 0.5,
  } as Impact<Body>;
}

/** to = from, with arrays of its own. */
export function copyLandings<Body>(from: Landings<Body>, to: Landings<Body>): void {
  to.count = from.count;
  for (let k = 0; k < from.count; k++) {
    if (k === to.list.length) to.list.push(createLanding());
    const { impact } = to.list[k];
    const { point, normal } = impact;
    point.set(from.list[k].impact.point);
    normal.set(from.list[k].impact.normal);
    Object.assign(impact, from.list[k].impact);
    impact.point = point;
    impact.normal = normal;
    Object.assign(to.list[k], from.list[k]);
    to.list[k].impact = impact;
  }
}

/** Checks the options of `onImpact` and returns the filter for its subscriber. */
export function impactFilter(options: ImpactOptions): (impact: Impact<unknown>) => boolean {
  requireKnownOptions('onImpact', options, ['minImpulse']);
  const minImpulse = requireNumber('onImpact', 'minImpulse', options.minImpulse ?? 0, 0, 'N s');
  return ({ impulse }) => impulse >= minImpulse;
}

/** At the end of a step whose patches are all in one buffer. */
export function collectImpacts<Body>(events: FrictionEvents<Body>, step: ImpactStep<Body>): void {
  if (!beginImpacts(events)) return;
  startLandings(events, step);
  addToLandings(events, step);
  finishLandings(events, step);
}

/** Returns false if nobody is interested. */
export function beginImpacts<Body>({ impacts, landings }: FrictionEvents<Body>): boolean {
  impacts.count = 0;
  if (impacts.subscribers.length === 0) landings.count = 0;
  for (let k = 0; k < landings.count; k++) landings.list[k].bodyA = -1;
  return impacts.subscribers.length > 0;
}

/** Starts the landings of patches that have met in this step. */
export function startLandings<Body>({ landings }: FrictionEvents<Body>, step: ImpactStep<Body>): void {
  const { patches, bodies, startVelocity, pointLoad, patchLoad, dt } = step;
  const { measured } = landings;
  for (let i = 0; i < patches.count; i++) {
    if (!(patchLoad[i] > 0)) continue;
    const acceleration = Math.max(step.gravity, freeAcceleration(bodies, patches.bodyA[i], patches.bodyB[i]));
    const slowest = Math.max(RESTITUTION_STEPS * acceleration * dt, MIN_IMPACT_SPEED * step.lengthUnit);
    measureApproach(patches, i, bodies, startVelocity, pointLoad, measured);
    if (!(measured[0] > slowest)) continue;
    const landing = findLanding(landings, step, i) ?? addLanding(landings, step, i);
    measureTouchSpeed(patches, i, bodies, dt, measured);
    if (!landing.isReported) landing.impact.approachSpeed = Math.max(landing.impact.approachSpeed, measured[0]);
  }
}

/** Adds the impulses of this step to the landings. */
export function addToLandings<Body>({ landings }: FrictionEvents<Body>, step: ImpactStep<Body>): void {
  const { patches, patchLoad, startVelocity, describe } = step;
  if (landings.count === 0) return;
  const { measured } = landings;
  for (let i = 0; i < patches.count; i++) {
    const landing = patchLoad[i] > 0 ? findLanding(landings, step, i) : undefined;
    if (!landing || landing.isReported) continue;
    const { impact } = landing;
    landing.bodyA = patches.bodyA[i];
    landing.bodyB = patches.bodyB[i];
    impact.impulse += patchLoad[i];
    if (!(patchLoad[i] > landing.strongest) || !describe(impact, patches, i)) continue;
    landing.strongest = patchLoad[i];
    for (let e = 0; e < 3; e++) {
      impact.point[e] = patches.centre[3 * i + e];
      impact.normal[e] = patches.normal[3 * i + e];
    }
    measureSlipSpeed(patches, i, startVelocity, measured);
    impact.slipSpeed = measured[0];
  }
}

/** Moves the landings that are over to the events of the step. */
export function finishLandings<Body>({ landings, impacts }: FrictionEvents<Body>, step: ImpactStep<Body>): void {
  const { list } = landings;
  const { dt } = step;
  let kept = 0;
  for (let k = 0; k < landings.count; k++) {
    const landing = list[k];
    landing.time += dt;
    const isLate = landing.time > LANDING_TIME - 0.5 * dt;
    if (!landing.isReported && (isLate || !isApproaching(landing, step))) {
      landing.isReported = true;
      // Without a description its bodies were removed.
      if (landing.strongest > 0) {
        const reused = impacts.events[impacts.count] ?? createImpact();
        impacts.events[impacts.count++] = landing.impact;
        landing.impact = reused;
      }
    }
    if (isLate) continue;
    list[k] = list[kept];
    list[kept++] = landing;
  }
  landings.count = kept;
}

function findLanding<Body>(
  { list, count }: Landings<Body>,
  { patches, worldSlot }: ImpactStep<Body>,
  i: number,
): Landing<Body> | undefined {
  const { key, bodyA, bodyB } = patches;
  const keyA = bodyA[i] === worldSlot ? -1 - key[4 * i + 1] : key[4 * i];
  const keyB = bodyB[i] === worldSlot ? -1 - key[4 * i + 3] : key[4 * i + 2];
  for (let k = 0; k < count; k++) if (list[k].keyA === keyA && list[k].keyB === keyB) return list[k];
  return undefined;
}

function addLanding<Body>(
  landings: Landings<Body>,
  { patches, worldSlot }: ImpactStep<Body>,
  i: number,
): Landing<Body> {
  const { list } = landings;
  if (landings.count === list.length) list.push(createLanding());
  const { key, bodyA, bodyB } = patches;
  const landing = list[landings.count++];
  landing.keyA = bodyA[i] === worldSlot ? -1 - key[4 * i + 1] : key[4 * i];
  landing.keyB = bodyB[i] === worldSlot ? -1 - key[4 * i + 3] : key[4 * i + 2];
  landing.isReported = false;
  landing.time = 0;
  landing.strongest = 0;
  landing.impact.impulse = 0;
  landing.impact.approachSpeed = 0;
  return landing;
}

/** True if the centre of the lighter body still approaches the other body, as seen from there. Bodies without contact may come back. */
function isApproaching<Body>(
  { bodyA, bodyB, impact }: Landing<Body>,
  { bodies, dt, gravity, lengthUnit }: ImpactStep<Body>,
): boolean {
  if (bodyA < 0) return true;
  const { velocity: v, pose, invMass } = bodies;
  const isB = invMass[3 * bodyB] >= invMass[3 * bodyA];
  const light = isB ? bodyB : bodyA;
  const heavy = isB ? bodyA : bodyB;
  const h = 6 * heavy;
  const x = pose[7 * light] - pose[7 * heavy];
  const y = pose[7 * light + 1] - pose[7 * heavy + 1];
  const z = pose[7 * light + 2] - pose[7 * heavy + 2];
  const { normal: n } = impact;
  const away =
    n[0] * (v[6 * light] - v[h] - v[h + 4] * z + v[h + 5] * y) +
    n[1] * (v[6 * light + 1] - v[h + 1] - v[h + 5] * x + v[h + 3] * z) +
    n[2] * (v[6 * light + 2] - v[h + 2] - v[h + 3] * y + v[h + 4] * x);
  const acceleration = Math.max(gravity, freeAcceleration(bodies, bodyA, bodyB));
  const slowest = Math.max(RESTITUTION_STEPS * acceleration * dt, MIN_IMPACT_SPEED * lengthUnit);
  return (isB ? -away : away) > slowest;
}
