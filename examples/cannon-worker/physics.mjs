// A cannon-es world with Stiction, driven by messages. It uses neither a window nor a worker: browser-worker.mjs and node-worker.mjs
// connect it to a worker.
import { installFriction } from '@stiction/cannon-adapter';
import { Body, Box, ContactMaterial, Material, Plane, Quaternion, Vec3, World } from 'cannon-es';

/**
 * @typedef {{ kind: 'start', slope: number, mus: number[] }} Start  Boxes on a slope [rad], one per μ.
 * @typedef {{ kind: 'step', dt: number, steps: number, poses: Float32Array }} Step  `poses` is transferred back and forth.
 * @typedef {{ kind: 'ready', count: number }} Ready
 * @typedef {{ kind: 'poses', poses: Float32Array, sliding: boolean[], warnings: string[] }} Poses  7 numbers per box
 */

/**
 * @param {(message: Ready | Poses, transfer: ArrayBuffer[]) => void} reply
 * @returns {(message: Start | Step) => void}
 */
export function createPhysics(reply) {
  /** @type {World} */
  let world;
  /** @type {import('@stiction/cannon-adapter').CannonFriction} */
  let friction;
  /** @type {Body[]} */
  let boxes = [];

  return (message) => {
    if (message.kind === 'start') {
      world = new World({ gravity: new Vec3(0, -9.81, 0) });
      boxes = build(world, message);
      friction = installFriction(world, { fromContactMaterials: true });
      reply({ kind: 'ready', count: boxes.length }, []);
      return;
    }
    for (let k = 0; k < message.steps; k++) world.step(message.dt);
    const { poses } = message;
    boxes.forEach(({ position, quaternion }, k) => {
      poses.set([...position.toArray(), ...quaternion.toArray()], 7 * k);
    });
    const sliding = boxes.map(() => false);
    for (const contact of friction.contacts()) {
      const k = boxes.findIndex((box) => box === contact.bodyA || box === contact.bodyB);
      if (k >= 0) sliding[k] = contact.sliding;
    }
    reply({ kind: 'poses', poses, sliding, warnings: [...friction.warnings] }, [
      /** @type {ArrayBuffer} */ (poses.buffer),
    ]);
  };
}

/** @type {(world: World, start: Start) => Body[]} */
function build(world, { slope, mus }) {
  const ground = new Material('ground');
  const tilt = new Quaternion().setFromEuler(slope - Math.PI / 2, 0, 0);
  world.addBody(new Body({ mass: 0, shape: new Plane(), material: ground, quaternion: tilt }));
  const upright = new Quaternion().setFromEuler(slope, 0, 0);
  const half = new Vec3(0.25, 0.25, 0.25);
  return mus.map((friction, k) => {
    const material = new Material();
    world.addContactMaterial(new ContactMaterial(ground, material, { friction, restitution: 0 }));
    const position = upright.vmult(new Vec3(k, half.y, 0));
    const box = new Body({ mass: 1, shape: new Box(half), material, position, quaternion: upright, linearDamping: 0 });
    world.addBody(box);
    return box;
  });
}
