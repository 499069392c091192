import { requireNumber } from '@stiction/friction-core/adapter';
import { requireFinite } from '../options.js';
import { type PushedSlider, readSlider } from './pusher-slider.js';
import { moveWithContact, type PushContact, type PushProblem } from './solve-push.js';

export interface PushPoint {
  /** Pushed point from the centre of mass, in the slider's axes, m. */
  x: number;
  y: number;
  /** Direction of the normal into the slider, rad. */
  normal: number;
  /** Coefficient of friction between pusher and slider, >= 0. */
  mu: number;
}

export interface MotionCone {
  /** Directions of the velocity of the pushed point, rad, between which the pusher sticks: right and left edge seen along the normal. */
  right: number;
  left: number;
}

const OWNER = 'motionCone';

/**
 * Motion cone of a quasi-static push [Mason 1986]: a pusher whose velocity lies in it sticks to the slider; otherwise it
 * slips, and the pushed point moves along the nearer edge. Each edge is the velocity of the pushed point under a force
 * on an edge of the friction cone. Does not depend on μ of the table, mass or speed.
 */
export function motionCone(slider: PushedSlider, point: PushPoint): MotionCone {
  const { table, load } = readSlider(slider);
  const contact = readPoint(point);
  const problem = {
    size: table.size,
    mu: point.mu,
    required(twist: Float64Array, out: Float64Array) {
      table.wrench(twist, out);
      for (let e = 0; e < 3; e++) out[e] *= load;
    },
  };
  return {
    right: point.normal + edgeOf(problem, contact, -Math.atan(point.mu)),
    left: point.normal + edgeOf(problem, contact, Math.atan(point.mu)),
  };
}

/**
 * Direction of the velocity of the pushed point under a force in a direction, both from the normal. Friction takes
 * energy, so they differ by less than a right angle, and the force turns with the velocity.
 */
function edgeOf(problem: PushProblem, contact: PushContact, force: number): number {
  const values = new Float64Array(7);
  let low = force - 0.5 * Math.PI;
  let high = force + 0.5 * Math.PI;
  for (let n = 0; n < BISECTIONS; n++) {
    const middle = 0.5 * (low + high);
    moveWithContact(problem, { ...contact, an: Math.cos(middle) }, Math.sin(middle), values);
    if (values[2] * Math.cos(force) < values[1] * Math.sin(force)) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

const BISECTIONS = 50;

/**
 * Sense of rotation of a quasi-static push by vote [Mason 1986]: the two edges of the friction cone and the velocity of
 * the pusher each pass the centre of friction on one side, and the majority decides, whatever the pressure. 1:
 * counter-clockwise, -1: clockwise, 0: no rotation. The centre of friction is the pressure centre, at (0, 0) here.
 */
export function votedRotation(point: PushPoint, velocity: number): -1 | 0 | 1 {
  const { x, y } = readPoint(point);
  requireFinite('votedRotation', 'velocity', velocity, 'rad');
  const half = Math.atan(point.mu);
  const vote = (direction: number) => {
    const moment = x * Math.sin(direction) - y * Math.cos(direction);
    return Math.abs(moment) <= 1e-14 * Math.hypot(x, y) ? 0 : Math.sign(moment);
  };
  const sum = vote(point.normal - half) + vote(point.normal + half) + vote(velocity);
  return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}

function readPoint({ x, y, normal, mu }: PushPoint): PushContact {
  requireNumber(OWNER, 'point.mu', mu, 0);
  const angle = requireFinite(OWNER, 'point.normal', normal, 'rad');
  return {
    x: requireFinite(OWNER, 'point.x', x, 'm'),
    y: requireFinite(OWNER, 'point.y', y, 'm'),
    nx: Math.cos(angle),
    ny: Math.sin(angle),
    an: 1,
    bt: 0,
  };
}
