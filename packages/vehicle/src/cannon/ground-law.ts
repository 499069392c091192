import type { FrictionLaw } from '@stiction/friction-core';
import type { Body, Material, Shape, Vec3, World } from 'cannon-es';

/** The handle that `installFriction` of `@stiction/cannon-adapter` returns. */
export interface CannonVehicleFriction {
  lawBetween(a: string, b: string): FrictionLaw;
  materialAt(body: Body, shape: Shape, point: Vec3, normal: Vec3): string;
}

export function groundMaterial(
  friction: CannonVehicleFriction | null,
  body: Body,
  shape: Shape,
  point: Vec3,
  normal: Vec3,
): string {
  if (friction) return friction.materialAt(body, shape, point, normal);
  return (shape.material ?? body.material)?.name ?? '';
}

/**
 * The law of tyre and ground. Without a handle, or if its law leaves the coefficient to the engine, that of cannon-es: the ContactMaterial
 * of both, or `Material.friction` of the ground. undefined if there is none.
 */
export function groundLaw(
  friction: CannonVehicleFriction | null,
  world: World,
  tyre: string,
  name: string,
  material: Material | null | undefined,
): FrictionLaw | number | undefined {
  const law = friction?.lawBetween(tyre, name);
  return law?.mu === undefined ? engineCoefficient(world, tyre, material) : law;
}

function engineCoefficient(world: World, tyre: string, ground: Material | null | undefined): number | undefined {
  if (!ground) return undefined;
  for (const { materials, friction } of world.contactmaterials) {
    const [a, b] = materials;
    if ((a.name === tyre && b.id === ground.id) || (b.name === tyre && a.id === ground.id)) return friction;
  }
  return ground.friction >= 0 ? ground.friction : undefined;
}
