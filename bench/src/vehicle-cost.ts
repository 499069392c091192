import RAPIER from '@dimforge/rapier3d-compat';
import { cityCar } from '@stiction/vehicle';
import { createVehicle as createCannonCar } from '@stiction/vehicle/cannon';
import { createVehicle as createRapierCar } from '@stiction/vehicle/rapier';
import * as CANNON from 'cannon-es';
import { quantile, timeOf } from './timing.js';

/**
 * Cost of vehicles: a step of a world with cars over the same with the engine's own ray-cast vehicles, CPU time, both worlds stepping
 * alternately in one process.
 *
 *     npm run bench -- vehicle-cost
 *
 * The cars drive straight ahead on a box. Coefficients are the engine's; no friction adapter is installed.
 */
const DT = 1 / 60;
/** Until engines and vehicles are compiled: with 120 steps, the compilers' work is most of what is measured. */
const WARM = 3000;
const ROUNDS = 40;
const STEPS = 20;
/** Metres between cars, and torque on the driven wheels [N m] or force per wheel [N]. */
const SPACING = 8;
const DRIVE = 50;
/** Suspension of the engines' vehicles, per mass of the chassis [1/s²]: 8 cm of sag. */
const STIFFNESS = 30;

const { mass, halfExtents, wheels } = cityCar();
const START_HEIGHT = 0.9;

type Step = () => void;

function cannonWorld(cars: number, isStock: boolean): Step {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -9.81, 0) });
  world.addBody(
    new CANNON.Body({ shape: new CANNON.Box(new CANNON.Vec3(1000, 1, 1000)), position: new CANNON.Vec3(0, -1, 0) }),
  );
  for (let k = 0; k < cars; k++) {
    const chassisBody = new CANNON.Body({
      mass,
      shape: new CANNON.Box(new CANNON.Vec3(...halfExtents)),
      position: new CANNON.Vec3(SPACING * k, START_HEIGHT, 0),
    });
    if (!isStock) {
      world.addBody(chassisBody);
      const car = createCannonCar(null, chassisBody);
      for (const wheel of wheels) car.addWheel(wheel);
      car.setDrive(DRIVE);
      continue;
    }
    const car = new CANNON.RaycastVehicle({ chassisBody, indexRightAxis: 0, indexUpAxis: 1, indexForwardAxis: 2 });
    for (const { position, radius, suspension } of wheels) {
      car.addWheel({
        radius,
        directionLocal: new CANNON.Vec3(0, -1, 0),
        axleLocal: new CANNON.Vec3(-1, 0, 0),
        chassisConnectionPointLocal: new CANNON.Vec3(...position),
        suspensionStiffness: STIFFNESS,
        suspensionRestLength: suspension.rest,
        maxSuspensionTravel: suspension.travel ?? 0.3,
      });
    }
    car.addToWorld(world);
    for (let wheel = 0; wheel < wheels.length; wheel++) car.applyEngineForce(-DRIVE, wheel);
  }
  return () => world.step(DT);
}

function rapierWorld(cars: number, isStock: boolean): Step {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.timestep = DT;
  world.createCollider(RAPIER.ColliderDesc.cuboid(1000, 1, 1000).setTranslation(0, -1, 0));
  const controllers: ReturnType<typeof world.createVehicleController>[] = [];
  for (let k = 0; k < cars; k++) {
    const desc = RAPIER.RigidBodyDesc.dynamic()
      .setTranslation(SPACING * k, START_HEIGHT, 0)
      .setCanSleep(false);
    const chassis = world.createRigidBody(desc);
    world.createCollider(RAPIER.ColliderDesc.cuboid(...halfExtents).setMass(mass), chassis);
    if (!isStock) {
      const car = createRapierCar(null, chassis, { world });
      for (const wheel of wheels) car.addWheel(wheel);
      car.setDrive(DRIVE);
      continue;
    }
    const car = world.createVehicleController(chassis);
    for (const [n, { position, radius, suspension }] of wheels.entries()) {
      const [x, y, z] = position;
      car.addWheel({ x, y, z }, { x: 0, y: -1, z: 0 }, { x: -1, y: 0, z: 0 }, suspension.rest, radius);
      // Rapier's default is too soft: the chassis would lie on the ground.
      car.setWheelSuspensionStiffness(n, STIFFNESS);
      car.setWheelEngineForce(n, DRIVE);
    }
    controllers.push(car);
  }
  return () => {
    for (const car of controllers) car.updateVehicle(DT);
    world.step();
  };
}

await RAPIER.init();
console.log('| engine | cars | step / stock | stock step, ms |\n|---|---|---|---|');
for (const [engine, create] of [
  ['cannon-es', cannonWorld],
  ['Rapier', rapierWorld],
] as const) {
  for (const cars of [20, 50]) {
    const worlds = [create(cars, true), create(cars, false)];
    for (const step of worlds) for (let k = 0; k < WARM; k++) step();
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [k, step] of worlds.entries()) {
        times[k].push(
          timeOf(() => {
            for (let n = 0; n < STEPS; n++) step();
          }) / STEPS,
        );
      }
    }
    const [stock, ours] = times.map((list) => quantile(list, 0.5));
    console.log(`| ${engine} | ${cars} | ${(ours / stock).toFixed(2)} | ${stock.toFixed(2)} |`);
  }
}
