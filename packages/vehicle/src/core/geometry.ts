import { MIN_UP_NORMAL } from '../constants.js';
import { CHASSIS } from './bodies.js';
import type { VehicleState } from './state.js';
import { cross, dot, normalize, rotate } from './vector.js';

/** World axes of the chassis: u up, a right, and ahead = u × a. Axles are steered about u. */
export function placeAxes(state: VehicleState): void {
  const { bodies, localUp, localAxle, up, rightAxle, ahead } = state;
  rotate(bodies.rotation, 4 * CHASSIS, localUp, 0, up, 0);
  rotate(bodies.rotation, 4 * CHASSIS, localAxle, 0, rightAxle, 0);
  cross(up, 0, rightAxle, 0, ahead, 0);
  const { axle, steering } = state.wheels;
  for (let i = 0; i < state.wheels.count; i++) {
    const cos = Math.cos(steering[i]);
    const sin = Math.sin(steering[i]);
    for (let e = 0; e < 3; e++) axle[3 * i + e] = cos * rightAxle[e] + sin * ahead[e];
  }
}

/**
 * Contact of wheel i from the hit of its ray, t along the strut; for a cylinder, t is the length of the strut plus R:
 *
 *     x = rest + R - t,   hub = position - (t - R) u,   patch = hub - R n,   f = norm(n × a),   s = f × n
 */
export function placeWheel(state: VehicleState, i: number): void {
  const { wheels, bodies, up } = state;
  const { position, radius, rest, hit, distance, normal, axle, forward, side, hub, patch } = wheels;
  const k = 3 * i;
  const reach = rest[i] + radius[i];
  const upNormal = hit[i] === 1 ? dot(up, 0, normal, k) : 0;
  const isContact = hit[i] === 1 && distance[i] < reach && upNormal > MIN_UP_NORMAL;
  wheels.contact[i] = isContact ? 1 : 0;
  wheels.upNormal[i] = isContact ? upNormal : 1;
  const length = isContact ? distance[i] - radius[i] : rest[i];
  wheels.compression[i] = rest[i] - length;
  if (!isContact) for (let e = 0; e < 3; e++) normal[k + e] = up[e];
  rotate(bodies.rotation, 4 * CHASSIS, position, k, hub, k);
  for (let e = 0; e < 3; e++) {
    hub[k + e] += bodies.origin[e] - length * up[e];
    patch[k + e] = hub[k + e] - radius[i] * normal[k + e];
  }
  cross(normal, k, axle, k, forward, k);
  normalize(forward, k);
  cross(forward, k, normal, k, side, k);
}
