import { patch } from '@stiction/limit-surface';
import type { PlainWorld, Vector } from '../scene.js';
import { inertiaOf, rotateVector, solidOf } from '../solid.js';
import { bodyOnGround, GRAVITY } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/**
 * A tall box of 1 kg slides on its base. Friction moves its load forward by μ h: to the front edge, where the patch is a line, or to a
 * corner, where it is a point. Beyond that the box tips over. SI units.
 */
export interface TippingBox {
  mu: number;
  /** Half extents. */
  size: Vector;
  velocity: readonly [number, number];
  /** Angular velocity about the vertical. */
  spin?: number;
}

export interface Tipping {
  /** Distance of the centre of mass, and rotation about the vertical. */
  distance: number;
  yaw: number;
  /** Largest tilt of its axis [rad]. */
  tilt: number;
  /** Largest friction of a patch over μ N, while it carries at least a hundredth of the weight. */
  friction: number;
  /** Largest energy gain in a step, as a share of the initial energy. */
  rise: number;
  /** Largest change of the friction force between steps while the box moves at half its speed or more, per μ m g. */
  jump: number;
  /** All numbers of contact points that occurred. */
  points: ReadonlySet<number>;
  /** False if any value was not finite. */
  finite: boolean;
}

export function measureTipping(build: Build, box: TippingBox, seconds: number, dt: number): Tipping {
  const { mu, size, velocity, spin = 0 } = box;
  const shape = { kind: 'box', halfExtents: size } as const;
  const scene = bodyOnGround({ name: 'tipping box', mu, shape, height: size[2], duration: seconds });
  const world = build({ ...scene, law: patch({ mu }) });
  settle(world, dt);
  world.setVelocity('body', ...velocity, 0);
  world.setAngularVelocity('body', 0, 0, spin);
  const [inertia] = inertiaOf(solidOf(shape), 1);
  const [x0, y0] = world.position('body');
  const speed = Math.hypot(...velocity);
  const points = new Set<number>();
  const seen: Tipping = { distance: 0, yaw: 0, tilt: 0, friction: 0, rise: 0, jump: 0, points, finite: true };
  const start = energyOf(world, inertia) - GRAVITY * size[2];
  let energy = start + GRAVITY * size[2];
  let last: Vector | undefined;
  let rate = spin;
  for (let k = 0; k * dt < seconds; k++) {
    world.step(dt);
    const now = energyOf(world, inertia);
    seen.rise = Math.max(seen.rise, (now - energy) / start);
    energy = now;
    let force: Vector = [0, 0, 0];
    let isReported = true;
    for (const { normalForce, frictionForce, points: count } of world.friction?.contacts() ?? []) {
      points.add(count);
      // Rapier does not report the force of its own friction.
      const [x, y, z] = frictionForce ?? [];
      if (!Number.isFinite(x)) {
        isReported = false;
        continue;
      }
      if (normalForce > 0.01 * GRAVITY)
        seen.friction = Math.max(seen.friction, Math.hypot(x, y, z) / (mu * normalForce));
      force = [force[0] + x, force[1] + y, force[2] + z];
    }
    const [vx, vy] = world.velocity('body');
    // The first step starts to slide.
    if (last && isReported && k > 1 && Math.hypot(vx, vy) > 0.5 * speed) {
      const change = Math.hypot(force[0] - last[0], force[1] - last[1], force[2] - last[2]);
      seen.jump = Math.max(seen.jump, change / (mu * GRAVITY));
    }
    last = isReported ? force : undefined;
    seen.tilt = Math.max(seen.tilt, Math.acos(Math.min(1, rotateVector(world.rotation('body'), [0, 0, 1])[2])));
    const turning = world.angularVelocity('body')[2];
    seen.yaw += 0.5 * dt * (rate + turning);
    rate = turning;
  }
  const [x, y] = world.position('body');
  seen.distance = Math.hypot(x - x0, y - y0);
  seen.finite = Number.isFinite(seen.distance + seen.yaw + energy + seen.jump + seen.friction);
  world.dispose();
  return seen;
}

/** Energy for a mass of 1 kg. */
function energyOf(world: PlainWorld, inertia: Vector): number {
  const [x, y, z, w] = world.rotation('body');
  const turning = rotateVector([-x, -y, -z, w], world.angularVelocity('body'));
  const spin = inertia.reduce((sum, i, e) => sum + i * turning[e] ** 2, 0);
  const [vx, vy, vz] = world.velocity('body');
  return 0.5 * (vx * vx + vy * vy + vz * vz + spin) + GRAVITY * world.position('body')[2];
}
