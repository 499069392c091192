import type { Body, Composite, Engine } from 'matter-js';
import { ANGLE, DSPIN, DVX, DVY, INERTIA, MASS, SPIN, VX, VY, X, Y } from '../core/constants.js';
import type { EngineBodies } from '../core/engine.js';
import { type Footprint, type FootprintCache, footprintOf, type ShapePart } from '../footprint/footprint.js';

/** Fields of Matter's bodies that its types lack. */
interface BodyFields {
  positionPrev: { x: number; y: number };
  anglePrev: number;
  deltaTime?: number;
  timeScale: number;
  sleepCounter: number;
}

/** Matter's unit of time in velocities and air friction, 1000/60 ms, and its default step. */
export const BASE_DELTA = 16.666666666666668;

/**
 * Matter integrates positions, v = (x - x_prev) (1 - frictionAir) + (F/m) dt², in pixels and ms. A body on which the user's forces act gets
 * friction as a force, which cancels them exactly; Matter clears forces after each update. Others get it by their x_prev, because Matter
 * does not measure the motion of bodies with forces, and a body that brakes would not wake those that it hits. Matter moves bodies before
 * it solves contacts, so a body that others push moves with the push that is expected, and gets its velocity from the contacts afterwards.
 */
export function createMatterBodies(
  engine: Engine,
  lengthUnit: number,
): { port: EngineBodies<Body>; beginStep: () => void; finishPush: () => void } {
  const cache: FootprintCache = new Map();
  /** Bodies that move with a push in this update, and the displacement of each: x, y, angle. */
  const pushed: Body[] = [];
  let count = 0;
  let moves = new Float64Array(192);
  // False in versions without the event 'beforeSolve', which cannot take a push back.
  let hasEvent = true;

  function forEachIn(composite: Composite, visit: (body: Body) => void): void {
    const { bodies, composites } = composite;
    for (let k = 0; k < bodies.length; k++) visit(bodies[k]);
    for (let k = 0; k < composites.length; k++) forEachIn(composites[k], visit);
  }

  const port: EngineBodies<Body> = {
    name: 'Matter.js',
    isBody: (body) => Array.isArray((body as Partial<Body>).parts),
    forEach: (visit) => forEachIn(engine.world, visit),
    isActive: (body) => !body.isStatic && !(body.isSleeping && engine.enableSleeping),
    isAtRest(body) {
      const { positionPrev: before, anglePrev } = body as unknown as BodyFields;
      const { position, force } = body;
      if (position.x !== before.x || position.y !== before.y || body.angle !== anglePrev) return false;
      if (force.x !== 0 || force.y !== 0 || body.torque !== 0) return false;
      const { gravity } = engine;
      const pull = gravity.scale ?? 0.001;
      return gravity.x * pull === 0 && gravity.y * pull === 0 && !body.isStatic && !body.isSleeping;
    },
    read(body, dt, out) {
      const { positionPrev, anglePrev, deltaTime, timeScale } = body as unknown as BodyFields;
      const { position, force } = body;
      const { gravity } = engine;
      const before = (deltaTime ?? 1000 * dt) / 1000;
      const air = 1 - (body.frictionAir * 1000 * dt * timeScale) / BASE_DELTA;
      const scale = air / (before * lengthUnit);
      // In px/ms²; m/s² are 1e6/lengthUnit times that.
      const toSpeed = (dt * timeScale * 1e6) / lengthUnit;
      const pull = gravity.scale ?? 0.001;
      out[VX] = (position.x - positionPrev.x) * scale;
      out[VY] = (position.y - positionPrev.y) * scale;
      out[SPIN] = ((body.angle - anglePrev) * air) / before;
      out[X] = position.x / lengthUnit;
      out[Y] = position.y / lengthUnit;
      out[ANGLE] = body.angle;
      out[DVX] = (force.x / body.mass + gravity.x * pull) * toSpeed;
      out[DVY] = (force.y / body.mass + gravity.y * pull) * toSpeed;
      out[DSPIN] = (body.torque / body.inertia) * dt * timeScale * 1e6;
      out[MASS] = body.mass < Number.POSITIVE_INFINITY ? body.mass : 0;
      out[INERTIA] = body.inertia / (lengthUnit * lengthUnit);
    },
    wake(body) {
      // As `Sleeping.set`, without importing the engine.
      body.isSleeping = false;
      (body as unknown as BodyFields).sleepCounter = 0;
    },
    footprint: (body) => readFootprint(cache, body, lengthUnit),
    apply(body, impulse, dt) {
      const perMass = (dt * lengthUnit) / body.mass;
      move(
        body,
        impulse[0] * perMass,
        impulse[1] * perMass,
        (impulse[2] * dt * lengthUnit * lengthUnit) / body.inertia,
        dt,
      );
    },
    canPush: () => hasEvent,
    beginPush(body, push, dt) {
      if (moves.length < 3 * count + 3) {
        const larger = new Float64Array(2 * moves.length);
        larger.set(moves);
        moves = larger;
      }
      const { timeScale } = body as unknown as BodyFields;
      const time = dt * timeScale;
      pushed[count] = body;
      moves[3 * count] = push[0] * time * lengthUnit;
      moves[3 * count + 1] = push[1] * time * lengthUnit;
      moves[3 * count + 2] = body.inertia < Number.POSITIVE_INFINITY ? push[2] * time : 0;
      move(body, moves[3 * count] / timeScale, moves[3 * count + 1] / timeScale, moves[3 * count + 2] / timeScale, dt);
      count++;
    },
  };

  /** After the bodies have moved: takes the pushes off their velocities, which contacts will add. */
  function finishPush(): void {
    for (let k = 0; k < count; k++) {
      const body = pushed[k];
      const { positionPrev } = body as unknown as BodyFields;
      positionPrev.x += moves[3 * k];
      positionPrev.y += moves[3 * k + 1];
      (body as unknown as BodyFields).anglePrev += moves[3 * k + 2];
    }
    count = 0;
  }

  function beginStep(): void {
    if (count === 0) return;
    hasEvent = false;
    finishPush();
  }

  return { port, beginStep, finishPush };
}

/** To 1e-9 m: the same shape gives the same footprint at every pose. */
function rounded(x: number): number {
  return Math.round(x * 1e9) / 1e9 + 0;
}

/** Moves the body by timeScale (x, y, angle) [px, rad] in this update, besides what it would do. */
function move(body: Body, x: number, y: number, angle: number, dt: number): void {
  const { timeScale, positionPrev, deltaTime } = body as unknown as BodyFields;
  const time = 1000 * dt * timeScale;
  const { force } = body;
  if (angle !== 0) body.torque += (body.inertia * angle * timeScale) / (time * time);
  const kept = (1 - (body.frictionAir * time) / BASE_DELTA) * (time / (deltaTime ?? time));
  if (force.x !== 0 || force.y !== 0 || !(kept > 0.01)) {
    force.x += (body.mass * x * timeScale) / (time * time);
    force.y += (body.mass * y * timeScale) / (time * time);
    return;
  }
  positionPrev.x -= (x * timeScale) / kept;
  positionPrev.y -= (y * timeScale) / kept;
}

/** The footprint of a body's parts, sensors excepted. Parts of a compound are those behind the first, its hull. */
function readFootprint(cache: FootprintCache, body: Body, lengthUnit: number): Footprint | null {
  const parts: ShapePart[] = [];
  const cos = Math.cos(body.angle);
  const sin = Math.sin(body.angle);
  const toBody = (x: number, y: number): [number, number] => {
    const dx = (x - body.position.x) / lengthUnit;
    const dy = (y - body.position.y) / lengthUnit;
    return [rounded(cos * dx + sin * dy), rounded(cos * dy - sin * dx)];
  };
  for (const part of body.parts.length > 1 ? body.parts.slice(1) : body.parts) {
    if (part.isSensor) continue;
    const radius = (part.circleRadius ?? 0) / lengthUnit;
    const [x, y] = toBody(part.position.x, part.position.y);
    if (radius > 0) parts.push({ points: null, x, y, radius, load: part.mass });
    else parts.push({ points: part.vertices.map((v) => toBody(v.x, v.y)), x, y, radius: 0, load: part.mass });
  }
  return footprintOf(cache, parts);
}
