import type { Body, Shape, World } from 'planck';
import { ANGLE, DSPIN, DVX, DVY, INERTIA, MASS, SPIN, VX, VY, X, Y } from '../core/constants.js';
import type { EngineBodies } from '../core/engine.js';
import { type Footprint, type FootprintCache, footprintOf, type ShapePart } from '../footprint/footprint.js';

/** Fields of Planck's bodies that have no getter, or one that allocates. Box2D's names; the same in all 1.x versions. */
interface BodyFields {
  m_linearVelocity: { x: number; y: number };
  m_angularVelocity: number;
  m_force: { x: number; y: number };
  m_torque: number;
  m_invMass: number;
  m_invI: number;
  m_gravityScale: number;
  m_sweep: { c: { x: number; y: number }; a: number; localCenter: { x: number; y: number } };
}

interface ShapeFields {
  m_type: string;
  m_radius: number;
  m_p?: { x: number; y: number };
  m_vertices?: readonly { x: number; y: number }[];
}

export function createPlanckBodies(world: World): EngineBodies<Body> {
  const cache: FootprintCache = new Map();
  return {
    name: 'Planck',
    isBody: (body) => (body as Partial<BodyFields>).m_sweep !== undefined,
    forEach(visit) {
      for (let body = world.getBodyList(); body; body = body.getNext()) visit(body);
    },
    isActive: (body) => body.isDynamic() && body.isAwake() && body.isActive(),
    isAtRest(body) {
      const b = body as unknown as BodyFields;
      const v = b.m_linearVelocity;
      const f = b.m_force;
      if (v.x !== 0 || v.y !== 0 || b.m_angularVelocity !== 0 || f.x !== 0 || f.y !== 0 || b.m_torque !== 0)
        return false;
      const gravity = world.getGravity();
      return gravity.x === 0 && gravity.y === 0 && body.isAwake();
    },
    read(body, dt, out) {
      const b = body as unknown as BodyFields;
      const gravity = world.getGravity();
      out[VX] = b.m_linearVelocity.x;
      out[VY] = b.m_linearVelocity.y;
      out[SPIN] = b.m_angularVelocity;
      out[X] = b.m_sweep.c.x;
      out[Y] = b.m_sweep.c.y;
      out[ANGLE] = b.m_sweep.a;
      out[DVX] = dt * b.m_invMass * b.m_force.x + dt * b.m_gravityScale * gravity.x;
      out[DVY] = dt * b.m_invMass * b.m_force.y + dt * b.m_gravityScale * gravity.y;
      out[DSPIN] = dt * b.m_invI * b.m_torque;
      out[MASS] = b.m_invMass > 0 ? 1 / b.m_invMass : 0;
      out[INERTIA] = b.m_invI > 0 ? 1 / b.m_invI : Number.POSITIVE_INFINITY;
    },
    wake: (body) => body.setAwake(true),
    footprint: (body) => readFootprint(cache, body),
    apply(body, impulse) {
      // Not `applyLinearImpulse`: it would keep a body awake that rests under a force.
      const b = body as unknown as BodyFields;
      b.m_linearVelocity.x += b.m_invMass * impulse[0];
      b.m_linearVelocity.y += b.m_invMass * impulse[1];
      b.m_angularVelocity += b.m_invI * impulse[2];
    },
  };
}

/** The footprint of a body's fixtures, sensors excepted. */
function readFootprint(cache: FootprintCache, body: Body): Footprint | null {
  const parts: ShapePart[] = [];
  const com = (body as unknown as BodyFields).m_sweep.localCenter;
  for (let fixture = body.getFixtureList(); fixture; fixture = fixture.getNext()) {
    if (!fixture.isSensor()) addShape(parts, fixture.getShape(), fixture.getDensity(), com);
  }
  return footprintOf(cache, parts);
}

function addShape(parts: ShapePart[], shape: Shape, density: number, com: { x: number; y: number }): void {
  const { m_type: type, m_radius: radius, m_p: p, m_vertices: vertices } = shape as unknown as ShapeFields;
  if (type === 'circle' && p) {
    const load = density * Math.PI * radius * radius;
    parts.push({ points: null, x: p.x - com.x, y: p.y - com.y, radius, load });
  } else if (type === 'polygon' && vertices) {
    const points = vertices.map(({ x, y }): [number, number] => [x - com.x, y - com.y]);
    let area = 0;
    for (const [k, [x, y]] of points.entries()) {
      const [nextX, nextY] = points[(k + 1) % points.length];
      area += 0.5 * (x * nextY - nextX * y);
    }
    parts.push({ points, x: 0, y: 0, radius: 0, load: density * Math.abs(area) });
  }
}
