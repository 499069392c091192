import {
  type BodySpec,
  inertiaOf,
  multiply,
  type Rotation,
  rotateVector,
  solidOf,
  type Vector,
} from '@stiction/scenes';

/** R(q)ᵀ v. */
export function rotateBack([x, y, z, w]: Rotation, v: Vector): Vector {
  return rotateVector([-x, -y, -z, w], v);
}

/** The rotation that maps x to a unit vector. */
export function rotationFromX([x, y, z]: Vector): Rotation {
  if (x < -0.999999) return [0, 0, 1, 0];
  const size = Math.hypot(0, -z, y, 1 + x);
  return [0, -z / size, y / size, (1 + x) / size];
}

export interface MassProperties {
  mass: number;
  /** Moments about the body's x, y and z [kg m²]. */
  moments: Vector;
}

/** Of a dynamic body with its centre of mass at the origin. Computed here, because engines differ in the inertia of a shape. */
export function massProperties({ name, mass, shape, inertia }: BodySpec): MassProperties {
  if (!(mass && mass > 0)) throw new Error(`body '${name}': mass must be > 0 kg (got ${mass})`);
  if (inertia) return { mass, moments: inertia };
  const solid = solidOf(shape);
  const [moments, products] = inertiaOf(solid, mass);
  const size = Math.cbrt(solid.volume);
  if (Math.hypot(...solid.centre) > 1e-6 * size || Math.hypot(...products) > 1e-6 * Math.max(...moments)) {
    throw new Error(
      `body '${name}': centre of mass ${solid.centre} must be 0, and products of inertia ${products} too`,
    );
  }
  return { mass, moments };
}

/** A kinematic body of an engine that moves them from pose to pose: its pose and velocities. */
export interface KinematicState {
  position: Vector;
  rotation: Rotation;
  velocity: Vector;
  spin: Vector;
}

/** Advances a kinematic body by its velocities. */
export function advanceKinematic(kinematic: KinematicState, dt: number): void {
  const { position: p, velocity: v, spin } = kinematic;
  kinematic.position = [p[0] + dt * v[0], p[1] + dt * v[1], p[2] + dt * v[2]];
  const rate = Math.hypot(...spin);
  if (rate === 0) return;
  const s = Math.sin(0.5 * rate * dt) / rate;
  kinematic.rotation = multiply([s * spin[0], s * spin[1], s * spin[2], Math.cos(0.5 * rate * dt)], kinematic.rotation);
}
