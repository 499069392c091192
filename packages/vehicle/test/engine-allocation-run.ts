// Run by allocation.test.ts in its own process, with enough room for young objects that nothing is collected.
import RAPIER from '@dimforge/rapier3d-compat';
import * as CANNON from 'cannon-es';
import { createVehicle as createCannonVehicle } from '../src/cannon/index.js';
import { cityCar, type Vehicle } from '../src/index.js';
import { createVehicle as createRapierVehicle } from '../src/rapier/index.js';

const DT = 1 / 60;
const { mass, halfExtents, wheels } = cityCar();

/** Steps of the engine are left out, they allocate: only what the vehicle does before and after them is measured. */
function drive(vehicle: Vehicle, cast: 'ray' | 'cylinder', step: () => void): () => void {
  for (const wheel of wheels) vehicle.addWheel({ ...wheel, cast });
  let k = 0;
  return () => {
    k++;
    if (k % 50 === 0) vehicle.setSteering(0.1 * (k % 3));
    if (k % 100 === 0) vehicle.setDrive(k % 200 ? 500 : 0);
    if (k % 150 === 0) vehicle.setBrake(k % 300 ? 3000 : 0);
    step();
  };
}

function cannon(cast: 'ray' | 'cylinder'): { act: () => void; vehicle: Vehicle } {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -9.81, 0) });
  const material = new CANNON.Material({ friction: 0.8 });
  const at = new CANNON.Vec3(0, -1, 0);
  world.addBody(new CANNON.Body({ shape: new CANNON.Box(new CANNON.Vec3(50, 1, 50)), position: at, material }));
  const shape = new CANNON.Box(new CANNON.Vec3(...halfExtents));
  const chassis = new CANNON.Body({ mass, shape, position: new CANNON.Vec3(0, 0.5, 0) });
  world.addBody(chassis);
  world.step(DT);
  chassis.velocity.set(0.1, 0, 3);
  world.internalStep = () => {
    chassis.force.set(0, 0, 0);
    chassis.torque.set(0, 0, 0);
  };
  const vehicle = createCannonVehicle(null, chassis) as Vehicle;
  return { act: drive(vehicle, cast, () => world.internalStep(DT)), vehicle };
}

function rapier(): { act: () => void; vehicle: Vehicle } {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.createCollider(RAPIER.ColliderDesc.cuboid(50, 1, 50).setTranslation(0, -1, 0));
  const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.5, 0).setCanSleep(false);
  const chassis = world.createRigidBody(desc.setLinvel(0.1, 0, 3));
  world.createCollider(RAPIER.ColliderDesc.cuboid(...halfExtents).setMass(mass), chassis);
  world.step();
  world.step = () => {};
  const vehicle = createRapierVehicle(null, chassis, { world }) as Vehicle;
  return { act: drive(vehicle, 'ray', () => world.step()), vehicle };
}

/** Bytes per step: the minimum of rounds until it is `enough`; in the first ones the runtime is still compiling. */
function measure({ act, vehicle }: { act: () => void; vehicle: Vehicle }, enough: number) {
  let bytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 60 && bytes >= enough; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 300; k++) act();
    const used = process.memoryUsage().heapUsed - before;
    if (used >= 0) bytes = Math.min(bytes, used / 300);
  }
  return { bytes, load: vehicle.wheels[0].load };
}

async function run(): Promise<void> {
  await RAPIER.init();
  // Every number that WebAssembly passes is allocated.
  const results = {
    cannon: measure(cannon('ray'), 180),
    cylinder: measure(cannon('cylinder'), 260),
    rapier: measure(rapier(), 1200),
  };
  process.stdout.write(JSON.stringify(results));
}

void run();
