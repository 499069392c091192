import * as CANNON from 'cannon-es';

const local = new CANNON.Vec3();
const back = new CANNON.Quaternion();
const point = new CANNON.Vec3();
const other = new CANNON.Vec3();
const turned = new CANNON.Quaternion();

/** Kinetic energy, and potential energy relative to z = 0 [J]. */
function bodyEnergy(body: CANNON.Body, gravity: CANNON.Vec3): number {
  if (body.type !== CANNON.Body.DYNAMIC) return 0;
  const { inertia: i } = body;
  body.quaternion.inverse(back).vmult(body.angularVelocity, local);
  const spin = i.x * local.x ** 2 + i.y * local.y ** 2 + i.z * local.z ** 2;
  return 0.5 * body.mass * body.velocity.lengthSquared() + 0.5 * spin - body.mass * gravity.dot(body.position);
}

export function worldEnergy(world: CANNON.World): number {
  let sum = 0;
  for (const body of world.bodies) sum += bodyEnergy(body, world.gravity);
  return sum;
}

/** Upper bound of the work of hinge motors in the last step [J]. */
export function motorWork(world: CANNON.World, dt: number): number {
  let sum = 0;
  for (const constraint of world.constraints) {
    if (!(constraint instanceof CANNON.HingeConstraint) || !constraint.motorEquation.enabled) continue;
    const { motorEquation: motor } = constraint;
    const speed = constraint.bodyB.angularVelocity.vsub(constraint.bodyA.angularVelocity).length();
    sum += Math.abs(motor.multiplier) * Math.max(speed, Math.abs(motor.targetVelocity)) * dt;
  }
  return sum;
}

/** Constraint error: length [m] and angle [rad]. */
export function constraintError(constraint: CANNON.Constraint): { gap: number; angle: number } {
  const { bodyA: a, bodyB: b } = constraint;
  if (constraint instanceof CANNON.DistanceConstraint) {
    return { gap: Math.abs(a.position.distanceTo(b.position) - constraint.distance), angle: 0 };
  }
  if (!(constraint instanceof CANNON.PointToPointConstraint)) return { gap: 0, angle: 0 };
  a.pointToWorldFrame(constraint.pivotA, point);
  b.pointToWorldFrame(constraint.pivotB, other);
  const gap = point.distanceTo(other);
  if (constraint instanceof CANNON.HingeConstraint) {
    return { gap, angle: angleBetween(a, constraint.axisA, b, constraint.axisB) };
  }
  if (constraint instanceof CANNON.LockConstraint) {
    const { xA, xB, yA, yB, zA, zB } = constraint;
    const angles = [angleBetween(a, xA, b, xB), angleBetween(a, yA, b, yB), angleBetween(a, zA, b, zB)];
    return { gap, angle: Math.max(...angles) };
  }
  return { gap, angle: 0 };
}

function angleBetween(a: CANNON.Body, axisA: CANNON.Vec3, b: CANNON.Body, axisB: CANNON.Vec3): number {
  a.vectorToWorldFrame(axisA, point);
  b.vectorToWorldFrame(axisB, other);
  return Math.atan2(point.cross(other).length(), point.dot(other));
}

/** The largest error of all constraints. */
export function constraintErrors(world: CANNON.World): { gap: number; angle: number } {
  let gap = 0;
  let angle = 0;
  for (const constraint of world.constraints) {
    const error = constraintError(constraint);
    gap = Math.max(gap, error.gap);
    angle = Math.max(angle, error.angle);
  }
  return { gap, angle };
}

/** Height of a body's lowest point [m]. */
export function lowestPoint(body: CANNON.Body): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const [k, shape] of body.shapes.entries()) {
    body.pointToWorldFrame(body.shapeOffsets[k], point);
    if (shape instanceof CANNON.Sphere) lowest = Math.min(lowest, point.z - shape.radius);
    else if (shape instanceof CANNON.Particle) lowest = Math.min(lowest, point.z);
    else lowest = Math.min(lowest, point.z + lowestVertex(shape, body, k));
  }
  return lowest;
}

function lowestVertex(shape: CANNON.Shape, body: CANNON.Body, k: number): number {
  const hull = shape instanceof CANNON.Box ? shape.convexPolyhedronRepresentation : shape;
  if (!(hull instanceof CANNON.ConvexPolyhedron)) return 0;
  body.quaternion.mult(body.shapeOrientations[k], turned);
  let lowest = Number.POSITIVE_INFINITY;
  for (const vertex of hull.vertices) lowest = Math.min(lowest, turned.vmult(vertex, other).z);
  return lowest;
}

export function isFiniteBody(body: CANNON.Body): boolean {
  const { position: x, quaternion: q, velocity: v, angularVelocity: w } = body;
  return Number.isFinite(x.x + x.y + x.z + q.x + q.y + q.z + q.w + v.x + v.y + v.z + w.x + w.y + w.z);
}
