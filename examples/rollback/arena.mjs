// The game: two players on ice and wood push crates and pucks. It is the same in both peers; inputs are all that they exchange.
import { installFriction } from '@stiction/cannon-adapter';
import { bristle, coulomb } from '@stiction/friction-core';
import { Body, Box, Cylinder, Material, Plane, Vec3, World } from 'cannon-es';

export const DT = 1 / 60;
/** Half the length of the arena's sides [m]. */
export const HALF = 6;
/** Bits of an input. */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;

const SPEED = 5;
/** Largest force of a player's legs [N]. */
const FORCE = 900;

/** @typedef {ReturnType<typeof createArena>} Arena */

export function createArena() {
  const world = new World({ gravity: new Vec3(0, 0, -9.81) });
  const [floor, crate, puck, shoe] = ['floor', 'crate', 'puck', 'shoe'].map((name) => new Material(name));
  world.addBody(new Body({ mass: 0, shape: new Plane(), material: floor }));
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    const wall = new Body({ mass: 0, shape: new Box(new Vec3(x ? 0.5 : HALF + 1, y ? 0.5 : HALF + 1, 1)) });
    wall.position.set(x * (HALF + 0.5), y * (HALF + 0.5), 1);
    world.addBody(wall);
  }
  /** @type {(shape: Box | Cylinder, material: Material, mass: number, x: number, y: number, z: number) => Body} */
  const add = (shape, material, mass, x, y, z) => {
    // cannon-es computes damping by Math.pow, which may differ between browsers.
    const body = new Body({ mass, shape, material, linearDamping: 0, angularDamping: 0 });
    body.position.set(x, y, z);
    world.addBody(body);
    return body;
  };
  const players = [-4, 4].map((x) => add(new Box(new Vec3(0.4, 0.4, 0.4)), shoe, 80, x, 0, 0.4));
  const crates = Array.from({ length: 9 }, (_, k) =>
    add(new Box(new Vec3(0.35, 0.35, 0.35)), crate, 12, 1.2 * (k % 3) - 1.2, 1.2 * Math.floor(k / 3) - 1.2, 0.36),
  );
  const pucks = [-2.5, 2.5].map((y) => add(new Cylinder(0.35, 0.35, 0.2, 12), puck, 4, 0, y, 0.11));
  const friction = installFriction(world, { default: coulomb({ mu: 0.4 }) });
  friction.setPair(crate, floor, bristle({ mu: 0.45, stiffness: 2e4 }));
  friction.setPair(puck, floor, coulomb({ mu: 0.03 }));
  friction.setPair(shoe, floor, coulomb({ mu: 0 })); // their legs do the work
  return { world, friction, players, crates, pucks };
}

/** One step with the inputs of both players. @type {(arena: Arena, inputs: readonly number[]) => void} */
export function stepArena({ world, players }, inputs) {
  players.forEach((player, k) => {
    const input = inputs[k];
    const wantX = SPEED * (Number((input & RIGHT) > 0) - Number((input & LEFT) > 0));
    const wantY = SPEED * (Number((input & UP) > 0) - Number((input & DOWN) > 0));
    const { velocity, force, torque, mass } = player;
    force.x += Math.max(-FORCE, Math.min(FORCE, (mass * (wantX - velocity.x)) / (6 * DT)));
    force.y += Math.max(-FORCE, Math.min(FORCE, (mass * (wantY - velocity.y)) / (6 * DT)));
    torque.z -= 20 * player.angularVelocity.z;
  });
  // Without the elapsed time: with it, the number of steps would depend on the clock.
  world.step(DT);
}

const numbers = new Float64Array(1);
const words = new Uint32Array(numbers.buffer);

/** FNV-1a over the bits of all poses and velocities. @type {(arena: Arena) => number} */
export function checksum({ world }) {
  let hash = 0x811c9dc5;
  for (const { position: x, quaternion: q, velocity: v, angularVelocity: w } of world.bodies) {
    for (const value of [x.x, x.y, x.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z]) {
      numbers[0] = value;
      hash = Math.imul(hash ^ words[0], 0x01000193);
      hash = Math.imul(hash ^ words[1], 0x01000193);
    }
  }
  return hash >>> 0;
}
