import type { FrictionLaw } from '@stiction/friction-core';
import { requireKnownOptions, requireNumber, requireOneOf, requirePositive } from '@stiction/friction-core/adapter';
import { requireFinite, requirePressure } from '../options.js';
import type { Pressure } from '../pressure/pressure.js';
import { findContacts, type Outline, type Pusher } from './contacts.js';
import {
  type ContactMode,
  leaves,
  type PushContact,
  type PushResult,
  pushAlongFace,
  pushAtPoint,
} from './solve-push.js';
import { ellipsoidFriction, pressureFriction, type TableFriction } from './table-friction.js';

export interface PushedSlider {
  /** Corners [x, y, x, y, …] of a convex outline, counter-clockwise, from the centre of mass, m. */
  outline: ArrayLike<number>;
  /** kg, > 0. */
  mass: number;
  /** About the vertical through the centre of mass, kg m², > 0; needed for 'dynamic' motion. */
  inertia?: number;
  /** Coefficient of friction of the table, > 0. */
  mu: number;
  /** Pressure on the table, in the coordinates of the outline. Give it, or `er`. */
  pressure?: Pressure;
  /** Torsion radius of an ellipsoid, as of `ecp`, m, > 0. */
  er?: number;
  /** m/s², > 0. @default 9.81 */
  gravity?: number;
}

export interface PusherSliderOptions {
  slider: PushedSlider;
  /** Friction between pusher and slider: `coulomb`. */
  contact: { law: FrictionLaw };
  pusher: Pusher;
  /** 'quasi-static': without inertia, the slider moves only while it is pushed. @default 'quasi-static' */
  motion?: 'quasi-static' | 'dynamic';
  /** Initial position [m], angle [rad], velocity [m/s] and angular velocity [rad/s]. @default 0 each */
  start?: Partial<Pick<PusherSliderState, StartField>>;
}

type StartField = 'x' | 'y' | 'angle' | 'vx' | 'vy' | 'spin' | 'pusherX' | 'pusherY' | 'pusherAngle';

/** State of slider and pusher, and the forces of the last step, in the world's axes. */
export interface PusherSliderState {
  time: number;
  /** Centre of mass of the slider, m; rad. */
  x: number;
  y: number;
  angle: number;
  /** m/s, rad/s. */
  vx: number;
  vy: number;
  spin: number;
  /** Friction of the table on the slider, N, and its torque about the centre of mass, N m. */
  fx: number;
  fy: number;
  torsion: number;
  /** How the slider moves along the pusher, seen along the push. */
  contact: ContactMode;
  /** Points in contact: 0, 1, or 2 for a flat contact. */
  contacts: number;
  /** Contact forces on the slider: normal, and along the pusher to the left, N. */
  normalForce: number;
  tangentForce: number;
  /** Centre of pressure of the contact, m; the last one while there is none. */
  contactX: number;
  contactY: number;
  pusherX: number;
  pusherY: number;
  pusherAngle: number;
}

export interface PusherSlider {
  readonly state: PusherSliderState;
  /** Moves the pusher with the velocity [vx, vy, spin], m/s and rad/s, for `dt` s, > 0. */
  step(velocity: ArrayLike<number>, dt: number): void;
  /** Steps in which no way of touching had the right signs, and the pusher carried the slider along. */
  readonly report: { unresolved: number };
}

const OWNER = 'pusherSlider';
const START_FIELDS: readonly StartField[] = [
  'x',
  'y',
  'angle',
  'vx',
  'vy',
  'spin',
  'pusherX',
  'pusherY',
  'pusherAngle',
];

/**
 * A driven finger that pushes a body over a table: it sticks to its edge, slides along it, or loses it. The table obeys
 * the limit surface of the pressure, or an ellipsoid; the finger Coulomb's law. Equations and solution: solve-push.ts.
 *
 * M. T. Mason 1986, "Mechanics and planning of manipulator pushing operations"; S. Goyal, A. Ruina, J. Papadopoulos
 * 1991; K. M. Lynch, M. T. Mason 1996, "Stable pushing".
 */
export function pusherSlider(options: PusherSliderOptions): PusherSlider {
  requireKnownOptions(OWNER, options, ['slider', 'contact', 'pusher', 'motion', 'start']);
  const { table, outline, mass, inertia, load } = readSlider(options.slider);
  const mu = readContact(options.contact);
  const pusher = readPusher(options.pusher);
  const motion = requireOneOf(OWNER, 'motion', options.motion ?? 'quasi-static', ['quasi-static', 'dynamic']);
  const isDynamic = motion === 'dynamic';
  if (isDynamic && inertia === undefined) {
    throw new RangeError(`${OWNER}: slider.inertia must be given in kg m² for motion 'dynamic'`);
  }
  const masses = isDynamic ? [mass, mass, inertia ?? 1] : [0, 0, 0];
  const state = readStart(options.start ?? {});
  const report = { unresolved: 0 };
  const before = new Float64Array(3);
  const body = new Float64Array(3);
  const wrench = new Float64Array(3);
  const free = new Float64Array(3);
  let c = 1;
  let s = 0;
  let dt = 0;

  /** Φ of solve-push.ts. */
  function required(twist: Float64Array, out: Float64Array): void {
    body[0] = c * twist[0] + s * twist[1];
    body[1] = c * twist[1] - s * twist[0];
    body[2] = twist[2];
    table.wrench(body, wrench);
    out[0] = load * (c * wrench[0] - s * wrench[1]);
    out[1] = load * (s * wrench[0] + c * wrench[1]);
    out[2] = load * wrench[2];
    for (let e = 0; e < 3; e++) out[e] += (masses[e] * (twist[e] - before[e])) / dt;
  }

  /** Motion without pusher, from `before` into `free`. */
  function moveFreely(): void {
    free.fill(0);
    if (!isDynamic) return;
    body[0] = c * before[0] + s * before[1];
    body[1] = c * before[1] - s * before[0];
    body[2] = before[2];
    table.slideFreely(body, 1 / masses[0], 1 / masses[2], load * dt);
    free[0] = c * body[0] - s * body[1];
    free[1] = s * body[0] + c * body[1];
    free[2] = body[2];
  }

  const problem = { required, mu, size: table.size };
  const result: PushResult = {
    twist: new Float64Array(3),
    mode: 'free',
    normal: new Float64Array(2),
    tangential: 0,
  };

  /** Fills `result`; returns the contacts that carry force. */
  function solve(contacts: readonly PushContact[]): readonly PushContact[] {
    moveFreely();
    result.mode = 'free';
    result.twist.set(free);
    if (contacts.every((contact) => leaves(contact, free))) return [];
    for (const contact of contacts) {
      if (!pushAtPoint(problem, contact, result)) continue;
      if (contacts.every((other) => other === contact || leaves(other, result.twist))) return [contact];
    }
    const [first, second] = contacts;
    if (second !== undefined && pushAlongFace(problem, [first, second], result)) return contacts;
    report.unresolved++;
    if (pushAtPoint(problem, first, result)) return [first];
    result.mode = 'free';
    result.twist.set(free);
    return [];
  }

  return {
    state,
    report,
    step(velocity, step) {
      if (!(step > 0 && step < Number.POSITIVE_INFINITY)) requirePositive(`${OWNER}: step`, 'dt', step, 's');
      const [vx, vy, spin] = [velocity[0], velocity[1], velocity[2]];
      if (!((vx + vy + spin) * 0 === 0)) {
        throw new RangeError(
          `${OWNER}: step: velocity must be three finite numbers [vx, vy, spin] (got ${vx}, ${vy}, ${spin})`,
        );
      }
      dt = step;
      c = Math.cos(state.angle);
      s = Math.sin(state.angle);
      before[0] = state.vx;
      before[1] = state.vy;
      before[2] = state.spin;
      const { pusherX, pusherY, pusherAngle } = state;
      const mover = { x: pusherX - state.x, y: pusherY - state.y, angle: pusherAngle, vx, vy, spin };
      const size = extentOf(outline) + (pusher.kind === 'line' ? pusher.length : 0);
      const fast =
        Math.hypot(vx, vy) + Math.hypot(before[0], before[1]) + size * (Math.abs(spin) + Math.abs(before[2]));
      const contacts = findContacts(outline, state, pusher, mover, 2 * dt * fast, dt);
      const touching = solve(contacts);
      write(touching);
      state.pusherX += dt * vx;
      state.pusherY += dt * vy;
      state.pusherAngle += dt * spin;
    },
  };

  function write(touching: readonly PushContact[]): void {
    const { twist, normal } = result;
    const tangential = touching.length > 0 ? result.tangential : 0;
    let px = 0;
    let py = 0;
    let torque = 0;
    let sum = 0;
    let ax = 0;
    let ay = 0;
    touching.forEach(({ x, y, nx, ny }, k) => {
      // The tangential force acts along the line through both points.
      const along = k === 0 ? tangential : 0;
      const fx = normal[k] * nx - along * ny;
      const fy = normal[k] * ny + along * nx;
      px += fx;
      py += fy;
      torque += x * fy - y * fx;
      sum += normal[k];
      ax += normal[k] * x;
      ay += normal[k] * y;
    });
    state.time += dt;
    state.fx = (masses[0] * (twist[0] - before[0])) / dt - px;
    state.fy = (masses[1] * (twist[1] - before[1])) / dt - py;
    state.torsion = (masses[2] * (twist[2] - before[2])) / dt - torque;
    state.contact = touching.length > 0 ? result.mode : 'free';
    state.contacts = touching.length;
    state.normalForce = sum;
    state.tangentForce = tangential;
    state.vx = twist[0];
    state.vy = twist[1];
    state.spin = twist[2];
    if (sum > 0) {
      state.contactX = state.x + ax / sum;
      state.contactY = state.y + ay / sum;
    }
    state.x += dt * twist[0];
    state.y += dt * twist[1];
    state.angle += dt * twist[2];
  }
}

interface ReadSlider {
  readonly table: TableFriction;
  readonly outline: Outline;
  readonly mass: number;
  readonly inertia: number | undefined;
  /** μ m g, N. */
  readonly load: number;
}

export function readSlider(slider: PushedSlider): ReadSlider {
  const owner = `${OWNER}: slider`;
  requireKnownOptions(owner, slider, ['outline', 'mass', 'inertia', 'mu', 'pressure', 'er', 'gravity']);
  const mass = requirePositive(owner, 'mass', slider.mass, 'kg');
  const inertia = slider.inertia === undefined ? undefined : requirePositive(owner, 'inertia', slider.inertia, 'kg m²');
  const mu = requirePositive(owner, 'mu', slider.mu);
  const gravity = requirePositive(owner, 'gravity', slider.gravity ?? 9.81, 'm/s²');
  if ((slider.pressure === undefined) === (slider.er === undefined)) {
    throw new RangeError(`${owner}: give either pressure or er`);
  }
  const table =
    slider.er === undefined
      ? pressureFriction(requirePressure(owner, slider.pressure))
      : ellipsoidFriction(requirePositive(owner, 'er', slider.er, 'm'));
  return { table, outline: readOutline(owner, slider.outline), mass, inertia, load: mu * mass * gravity };
}

function readOutline(owner: string, points: ArrayLike<number>): Outline {
  const count = points?.length ?? 0;
  if (count < 6 || count % 2 !== 0) {
    throw new RangeError(`${owner}: outline must be three or more corners x, y in m (got ${count} numbers)`);
  }
  const outline = Float64Array.from(points, (value, k) => requireFinite(owner, `outline[${k}]`, value, 'm'));
  for (let k = 0; k < count; k += 2) {
    const [a, b, d] = [k, (k + 2) % count, (k + 4) % count];
    const turn =
      (outline[b] - outline[a]) * (outline[d + 1] - outline[b + 1]) -
      (outline[b + 1] - outline[a + 1]) * (outline[d] - outline[b]);
    if (!(turn > 0))
      throw new RangeError(`${owner}: outline must be convex and counter-clockwise (corner ${b / 2} is not)`);
  }
  return outline;
}

function readContact(contact: { law: FrictionLaw }): number {
  requireKnownOptions(`${OWNER}: contact`, contact, ['law']);
  const { law } = contact;
  if (law?.coulombMatch !== 'always' || law.mu === undefined) {
    throw new TypeError(`${OWNER}: contact.law must be coulomb({ mu }) (got ${law?.name ?? String(law)})`);
  }
  return law.mu;
}

function readPusher(pusher: Pusher): Pusher {
  const owner = `${OWNER}: pusher`;
  requireKnownOptions(owner, pusher, ['kind', 'radius', 'length']);
  requireOneOf(owner, 'kind', pusher.kind, ['point', 'disc', 'line']);
  if (pusher.kind === 'disc') requireNumber(owner, 'radius', pusher.radius, 0, 'm');
  if (pusher.kind === 'line') requirePositive(owner, 'length', pusher.length, 'm');
  return pusher;
}

function readStart(start: Partial<Pick<PusherSliderState, StartField>>): PusherSliderState {
  requireKnownOptions(`${OWNER}: start`, start, START_FIELDS);
  const state: PusherSliderState = {
    time: 0,
    x: 0,
    y: 0,
    angle: 0,
    vx: 0,
    vy: 0,
    spin: 0,
    fx: 0,
    fy: 0,
    torsion: 0,
    contact: 'free',
    contacts: 0,
    normalForce: 0,
    tangentForce: 0,
    contactX: 0,
    contactY: 0,
    pusherX: 0,
    pusherY: 0,
    pusherAngle: 0,
  };
  for (const name of START_FIELDS) state[name] = requireFinite(`${OWNER}: start`, name, start[name] ?? 0);
  return state;
}

function extentOf(outline: Outline): number {
  let most = 0;
  for (let k = 0; k < outline.length; k += 2) most = Math.max(most, Math.hypot(outline[k], outline[k + 1]));
  return most;
}
