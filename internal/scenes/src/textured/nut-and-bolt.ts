import { coulomb } from '@stiction/friction-core';
import {
  cylinderMapping,
  ridges,
  surface,
  type TexturedSurface,
  type TextureMapping,
  textured,
  threads,
} from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import { type Build, settle } from '../cases/run.js';
import type { BodySpec, PlainWorld, Scene } from '../scene.js';

/**
 * A nut on an upright bolt, both with threads that are only painted on, [Andrews] 5.2 and Fig. 13. Rotated, the nut climbs by one lead
 * per turn; pulled along the bolt, it stays; against the bolt's head, it jams.
 *
 * It is an M4 thread enlarged 25 times, and w with it: a size that engines are made for. The bolt is round in both engines because its
 * shape is a string of balls (a cylinder of cannon-es has 24 corners); the map lies on the cylinder around them.
 *
 * Source of the load: the nut is split, and a clamp presses each half against the bolt with the force `clamp`, towards the axis. A half is
 * a vee of two flats at right angles, so each flat carries clamp / √2 and the whole nut N = 2 √2 clamp. The load of a rigid whole nut
 * would depend on its overlap with the bolt.
 *
 *     along the thread friction is μ_0 N, across it μ N,    μ = μ_0 + (k_A + k_B) 2/π depth / (pitch cos λ),    tan λ = lead / 2πR
 *
 * so a force F around the bolt (torque FR) rotates the nut if F > μ_0 N / cos λ, and a pull F along it if F > μ_0 N / sin λ: then the nut
 * screws itself along, long before it would slip across the thread, at μ N / cos λ. Against the head, rotating takes
 * (μ_0 cos λ + μ sin λ) N. SI units.
 */
export interface NutAndBolt {
  /** 'box' along the thread, as in the paper; 'smooth' finds the thread in the map. @default 'box' */
  cone?: 'box' | 'smooth';
  /** @default 'right' */
  hand?: 'right' | 'left';
  /** True if the nut stands against the bolt's head, which has no friction. */
  jammed?: boolean;
  /** True if the nut is created before the bolt. */
  nutFirst?: boolean;
  forces?: NutForces;
}

const SCALE = 25;

/** M4: 4 mm and 0.7 mm. */
export const BOLT = { radius: 0.002 * SCALE, pitch: 0.0007 * SCALE, length: 0.6 };

/** Table 1 of the paper. */
const TABLE = { mu0: 0.05, bolt: 6, nut: 1, width: 0.004 * SCALE };

/** Per turn [m]. */
export const LEAD = BOLT.pitch;

/** ISO: 0.61 pitches deep. */
const DEPTH = 0.61 * BOLT.pitch;

/** Each half; an M4 nut is 3.2 mm high. `width` is half the width of a flat. */
const NUT = { mass: 0.5, height: 0.0032 * SCALE, thickness: 0.02, width: 0.03, start: -0.2 };

const CLAMP = 50;

/** Sum of all normal forces [N]. */
const LOAD = 2 * Math.SQRT2 * CLAMP;

const LEAD_ANGLE = Math.atan(BOLT.pitch / (2 * Math.PI * BOLT.radius));

/** Friction along and across the thread, from the profile. */
const THREAD = {
  angle: LEAD_ANGLE,
  along: TABLE.mu0,
  across: TABLE.mu0 + (TABLE.bolt + TABLE.nut) * (2 / Math.PI) * (DEPTH / (BOLT.pitch * Math.cos(LEAD_ANGLE))),
};

/** Forces above which the nut moves, see above [N]. */
export const LIMITS = {
  around: (THREAD.along * LOAD) / Math.cos(THREAD.angle),
  up: (THREAD.along * LOAD) / Math.sin(THREAD.angle),
  jammed: (THREAD.along * Math.cos(THREAD.angle) + THREAD.across * Math.sin(THREAD.angle)) * LOAD,
};

export const HALVES: readonly string[] = ['nut half 1', 'nut half 2'];

export function nutAndBolt({
  cone = 'box',
  hand = 'right',
  jammed = false,
  nutFirst = false,
  forces = {},
}: NutAndBolt = {}): Scene {
  const { mu0, width } = TABLE;
  const law = textured({
    mu0,
    a: threaded(cone, hand, TABLE.bolt, BOLT.length, 0),
    b: threaded(cone, hand, TABLE.nut, NUT.height, -centreOfHalf()),
    width,
    cone,
    // The thread is at 3 degrees: 16 directions resolve only half a degree.
    ...(cone === 'smooth' && { directions: 64 }),
  });
  const bodies: BodySpec[] = [
    { name: 'bolt', kind: 'fixed', shape: stringOfBalls(), position: [0, 0, 0], material: 'bolt' },
    ...HALVES.map((name, k) => half(name, k === 0 ? 1 : -1)),
    ...(jammed ? [head()] : []),
  ];
  return {
    name: 'nut and bolt',
    gravity: [0, 0, -GRAVITY],
    bodies: nutFirst ? bodies.reverse() : bodies,
    stockMu: mu0,
    // Otherwise Rapier keeps contact normals over 12 degrees and the nut ratchets. With 0.05 the lead is 5 % too large at 1 ms.
    rapierUnit: 0.02,
    law: coulomb({ mu: mu0 }),
    pairs: [
      ['bolt', 'nut', law],
      ['head', 'nut', coulomb({ mu: 0 })],
    ],
    drive(world, time) {
      clamp(world);
      act(world, time < NUT_REST ? {} : forces);
    },
    duration: 4,
  };
}

/** No torque or pull while the nut settles [s]. */
export const NUT_REST = 0.5;

function threaded(
  cone: 'box' | 'smooth',
  hand: 'right' | 'left',
  saliency: number,
  height: number,
  x: number,
): TexturedSurface {
  const { radius, pitch } = BOLT;
  const pose = { position: [x, 0, 0] };
  if (cone === 'smooth') {
    const map = threads({ width: 128, height: 32, radius, pitch, hand });
    const mapping = cylinderMapping({ radius, height, axis: 'z', tile: [2 * Math.PI * radius, pitch] });
    return surface({ map, mapping, saliency, pose });
  }
  const across = pitch * Math.cos(LEAD_ANGLE);
  const map = ridges({ width: 4, height: 32, period: 32, pixel: across / 32, depth: DEPTH, direction: 'y' });
  const mapping = alongThread(radius, height, hand === 'right' ? LEAD_ANGLE : -LEAD_ANGLE, across);
  return surface({ map, mapping, saliency, pose });
}

/** A cylinder with u along the thread and v across it, so that texture axes are thread axes, [Andrews] 5.5. */
function alongThread(radius: number, height: number, angle: number, tile: number): TextureMapping {
  const cylinder = cylinderMapping({ radius, height, axis: 'z', tile });
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    chart(point, normal, depth, out) {
      if (!cylinder.chart(point, normal, depth, out)) return false;
      const { uv, gradient, axes } = out;
      for (const v of [uv, gradient, axes]) {
        const n = v.length / 2;
        for (let k = 0; k < n; k++) {
          const [a, b] = [v[k], v[n + k]];
          v[k] = cos * a + sin * b;
          v[n + k] = cos * b - sin * a;
        }
      }
      return true;
    },
  };
}

function stringOfBalls(): BodySpec['shape'] {
  const { radius, length } = BOLT;
  const apart = 0.02;
  const count = Math.round((length - 2 * radius) / apart) + 1;
  return {
    kind: 'compound',
    parts: Array.from({ length: count }, (_, k) => ({
      shape: { kind: 'sphere', radius },
      position: [0, 0, (k - (count - 1) / 2) * apart],
    })),
  };
}

/** Distance of a half's centre of mass from the axis of the bolt. */
function centreOfHalf(): number {
  return (BOLT.radius + NUT.thickness / 2) * Math.SQRT1_2;
}

/** A vee around the bolt: two flats with normals at 45 degrees to the radius. */
function half(name: string, side: 1 | -1): BodySpec {
  const out = centreOfHalf();
  const parts = [1, -1].map((side) => ({
    shape: { kind: 'box', halfExtents: [NUT.thickness / 2, NUT.width, NUT.height / 2] },
    position: [0, side * out, 0],
    rotation: [0, 0, side * Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
  })) as Extract<BodySpec['shape'], { kind: 'compound' }>['parts'];
  return {
    name,
    kind: 'dynamic',
    mass: NUT.mass,
    shape: { kind: 'compound', parts },
    position: [side * out, 0, NUT.start],
    rotation: side === 1 ? [0, 0, 0, 1] : [0, 0, 1, 0],
    material: 'nut',
  };
}

function head(): BodySpec {
  const halfExtents = [0.12, 0.12, 0.02] as const;
  const height = NUT.start + NUT.height / 2 + halfExtents[2];
  return {
    name: 'head',
    kind: 'fixed',
    shape: { kind: 'box', halfExtents },
    position: [0, 0, height],
    material: 'head',
  };
}

function clamp(world: PlainWorld): void {
  for (const name of HALVES) {
    const [x, y] = world.position(name);
    const r = Math.hypot(x, y);
    world.push(name, (-CLAMP * x) / r, (-CLAMP * y) / r, 0);
  }
}

/** Loads on the whole nut from `NUT_REST` on, with its weight compensated. */
export interface NutForces {
  /** Force at the thread's radius around the bolt [N], i.e. a torque; or a motor at `rate` [rad/s] with that force limit. */
  around?: number;
  rate?: number;
  /** Along the bolt [N]. */
  up?: number;
}

function act(world: PlainWorld, { around = 0, rate, up = 0 }: NutForces): void {
  for (const name of HALVES) {
    const [x, y] = world.position(name);
    const r = Math.hypot(x, y);
    const [vx, vy] = world.velocity(name);
    const missing = rate === undefined ? 0 : rate - (vy * x - vx * y) / (r * r);
    const force = rate === undefined ? around : Math.max(-around, Math.min(around, MOTOR * missing));
    // At the centre of mass, which is closer to the axis than the thread.
    const push = (0.5 * force * BOLT.radius) / r;
    world.push(name, (-push * y) / r, (push * x) / r, 0.5 * up + NUT.mass * GRAVITY);
  }
}

/** Motor force per speed error [N s/rad]. */
export const MOTOR = 5;

export interface NutMotion {
  /** Rotation since it settled [rad]. */
  angle: number;
  /** [m] */
  rise: number;
  /** Final height difference of the two halves [m]. */
  apart: number;
}

export function measureNut(build: Build, options: NutAndBolt, seconds: number, dt: number): NutMotion {
  const world = build(nutAndBolt(options));
  const around = (): number => Math.atan2(...(world.position(HALVES[0]).slice(0, 2).reverse() as [number, number]));
  settle(world, dt);
  const start = world.position(HALVES[0])[2];
  let last = around();
  let angle = 0;
  for (let k = Math.round(seconds / dt); k > 0; k--) {
    world.step(dt);
    const now = around();
    // The shorter way round.
    angle += now - last - 2 * Math.PI * Math.round((now - last) / (2 * Math.PI));
    last = now;
  }
  const [height, other] = HALVES.map((name) => world.position(name)[2]);
  world.dispose();
  return { angle, rise: height - start, apart: other - height };
}
