// Builds a cannon-es world from a glTF file: boxes of KHR_implicit_shapes, masses and friction of KHR_physics_rigid_bodies. Only top-level
// nodes are read, which is enough for ramp.gltf.
import { installFriction } from '@stiction/cannon-adapter';
import { lawsFromGltf, woodOnWood } from '@stiction/materials';
import { Body, Box, Material, Quaternion, Vec3, World } from 'cannon-es';

/**
 * The part of the file that is read here.
 * @typedef {[number, number, number]} Vector
 * @typedef {{ motion?: { mass: number }, collider: { geometry: { shape: number }, physicsMaterial?: number } }} RigidBody
 * @typedef {{ name: string, translation?: Vector, rotation?: [number, number, number, number],
 *   extensions: { KHR_physics_rigid_bodies: RigidBody } }} Node
 * @typedef {{ nodes: Node[], extensions: { KHR_implicit_shapes: { shapes: { box: { size: Vector } }[] } } }} Gltf
 */

/** @param {Gltf} gltf */
export function loadWorld(gltf) {
  const world = new World({ gravity: new Vec3(0, -9.81, 0) });
  const friction = installFriction(world, { default: woodOnWood }); // for colliders without a physics material

  // The laws of the file: one line, and one name per body below.
  const { nodes, pairs } = lawsFromGltf(gltf);
  for (const { a, b, law } of pairs) friction.setPair(a, b, law);

  const bodies = gltf.nodes.map(({ translation = [0, 0, 0], rotation = [0, 0, 0, 1], extensions }, k) => {
    const { motion, collider } = extensions.KHR_physics_rigid_bodies;
    const [x, y, z] = gltf.extensions.KHR_implicit_shapes.shapes[collider.geometry.shape].box.size;
    const body = new Body({
      mass: motion?.mass ?? 0,
      shape: new Box(new Vec3(x / 2, y / 2, z / 2)),
      material: new Material(nodes.get(k)),
      position: new Vec3(...translation),
      quaternion: new Quaternion(...rotation),
      linearDamping: 0,
    });
    world.addBody(body);
    return body;
  });
  return { world, friction, bodies, pairs };
}
