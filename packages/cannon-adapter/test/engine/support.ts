import * as CANNON from 'cannon-es';

/** A world with gravity along -z and a plane at z = 0. */
export function createWorld(): CANNON.World {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -9.81) });
  world.addBody(new CANNON.Body({ mass: 0, shape: new CANNON.Plane() }));
  return world;
}

/** A 1 kg cube of 1 m, without damping. */
export function addBox(world: CANNON.World, x: number, z: number, mass = 1, half = 0.5): CANNON.Body {
  const body = new CANNON.Body({
    mass,
    shape: new CANNON.Box(new CANNON.Vec3(half, half, half)),
    position: new CANNON.Vec3(x, 0, z),
    linearDamping: 0,
    angularDamping: 0,
  });
  world.addBody(body);
  return body;
}

export function run(world: CANNON.World, steps: number, dt = 1 / 60): void {
  for (let k = 0; k < steps; k++) world.step(dt);
}
