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
}

/** Matter's unit of time in velocities and air friction [ms]. */
const BASE_DELTA = 1000 / 60;

/**
 * Matter integrates positions, v = (x - x_prev) (1 - frictionAir) + (F/m) dt², in pixels and ms, so a force acts after the air's
 * friction: friction is a force of this step. Matter clears all forces after each update. It moves bodies before it solves contacts, so a
 * body that others push moves with the push that is expected, and gets its velocity from the contacts afterwards.
 */
export function createMatterBodies(
  engine: Engine,
  lengthUnit: number,
): { port: EngineBodies<Body>; finishPush: () => void } {
  const cache: FootprintCache = new Map();
  /** Bodies that move with a push in this update, and the displacement of each: x, y, angle. */
  const pushed: Body[] = [];
  let count = 0;
  let moves = new Float64Array(192);
  // Versions without the event 'beforeSolve' cannot take a push back.
  let hasEvent = false;

  function forEachIn(composite: Composite, visit: (body: Body) => void): void {
    const { bodies, composites } = composite;
    for (let k = 0; k < bodies.length; k++) visit(bodies[k]);
    for (let k = 0; k < composites.length; k++) forEachIn(composites[k], visit);
  }

  const port: EngineBodies<Body> = {
    name: 'Matter.js',
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
    footprint: (body) => readFootprint(cache, body, lengthUnit),
    apply(body, impulse, dt) {
      const { timeScale } = body as unknown as BodyFields;
      const toForce = lengthUnit / (dt * timeScale * 1e6);
      body.force.x += impulse[0] * toForce;
      body.force.y += impulse[1] * toForce;
      body.torque += impulse[2] * toForce * lengthUnit;
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
      moves[3 * count + 2] = push[2] * time;
      const perTime = 1 / (time * time * 1e6);
      body.force.x += body.mass * moves[3 * count] * perTime;
      body.force.y += body.mass * moves[3 * count + 1] * perTime;
      if (body.inertia < Number.POSITIVE_INFINITY) body.torque += body.inertia * moves[3 * count + 2] * perTime;
      else moves[3 * count + 2] = 0;
      count++;
    },
  };

  /** After the bodies have moved: takes the pushes off their velocities, which contacts will add. */
  function finishPush(): void {
    hasEvent = true;
    for (let k = 0; k < count; k++) {
      const body = pushed[k];
      const { positionPrev } = body as unknown as BodyFields;
      positionPrev.x += moves[3 * k];
      positionPrev.y += moves[3 * k + 1];
      (body as unknown as BodyFields).anglePrev += moves[3 * k + 2];
    }
    count = 0;
  }

  return { port, finishPush };
}

/** The footprint of a body's parts, sensors excepted. Parts of a compound are those behind the first, its hull. */
function readFootprint(cache: FootprintCache, body: Body, lengthUnit: number): Footprint | null {
  const parts: ShapePart[] = [];
  const cos = Math.cos(body.angle);
  const sin = Math.sin(body.angle);
  const toBody = (x: number, y: number): [number, number] => {
    const dx = (x - body.position.x) / lengthUnit;
    const dy = (y - body.position.y) / lengthUnit;
    return [cos * dx + sin * dy, cos * dy - sin * dx];
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
