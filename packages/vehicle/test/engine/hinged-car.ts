import RAPIER from '@dimforge/rapier3d-compat';
import { installFriction as installCannon } from '@stiction/cannon-adapter';
import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { installFriction as installRapier } from '@stiction/rapier-adapter';
import * as CANNON from 'cannon-es';
import { type EngineName, G, type Triple } from './support.js';

await RAPIER.init();

/** A car whose wheels are bodies on hinges, without suspension: 200 kg and four wheels of 10 kg. */
export const HALF_BASE = 1;
const WHEEL_MASS = 10;
const TOTAL_MASS = 240;
const CHASSIS_MASS = 200;
const HALF_TRACK = 0.6;
const RADIUS = 0.3;
const HALF_WIDTH = 0.1;
/** Centre of the chassis above the axles. */
const ABOVE = 0.2;
/** Height of the common centre of mass. */
export const CAR_HEIGHT = RADIUS + (CHASSIS_MASS * ABOVE) / TOTAL_MASS;
const PLACES: readonly Triple[] = [
  [HALF_TRACK, -ABOVE, HALF_BASE],
  [-HALF_TRACK, -ABOVE, HALF_BASE],
  [HALF_TRACK, -ABOVE, -HALF_BASE],
  [-HALF_TRACK, -ABOVE, -HALF_BASE],
];

export interface HingedCar {
  step(): void;
  position(): Triple;
  velocity(): Triple;
  setVelocity(v: Triple): void;
  /** Friction torque of all hinges [N m]. */
  brake(torque: number): void;
  /** Law of the front or rear wheels and the ground; `frame` 'a' is that of the wheel, whose x is the axle. */
  setLaw(axle: 'front' | 'rear', law: FrictionLaw): void;
}

/** Radius and load of a hinge's pin for a torque. */
const pin = (torque: number) => ({ radius: 0.1, load: torque / 0.1 });
const hubLaw = coulomb({ mu: 1 });

/** Gravity leans by `slope` towards +z. */
export function hingedCar(engine: EngineName, dt: number, wheel: 'sphere' | 'cylinder', slope = 0): HingedCar {
  const gravity: Triple = [0, -G * Math.cos(slope), G * Math.sin(slope)];
  return engine === 'cannon' ? onCannon(dt, wheel, gravity) : onRapier(dt, wheel, gravity);
}

function onCannon(dt: number, wheel: 'sphere' | 'cylinder', gravity: Triple): HingedCar {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(...gravity) });
  const body = (mass: number, shape: CANNON.Shape, at: Triple, name: string) => {
    const position = new CANNON.Vec3(...at);
    const material = new CANNON.Material(name);
    const added = new CANNON.Body({ mass, shape, position, material, linearDamping: 0, angularDamping: 0 });
    return added;
  };
  world.addBody(body(0, new CANNON.Box(new CANNON.Vec3(200, 1, 200)), [0, -1, 0], 'ground'));
  const chassisBody = body(
    CHASSIS_MASS,
    new CANNON.Box(new CANNON.Vec3(0.5, 0.1, 1.2)),
    [0, RADIUS + ABOVE, 0],
    'chassis',
  );
  const vehicle = new CANNON.RigidVehicle({ chassisBody });
  for (const [x, y, z] of PLACES) {
    const at: Triple = [x, RADIUS, z];
    const wheelBody = body(WHEEL_MASS, new CANNON.Sphere(RADIUS), at, z > 0 ? 'front' : 'rear');
    if (wheel === 'cylinder') {
      wheelBody.removeShape(wheelBody.shapes[0]);
      const round = new CANNON.Cylinder(RADIUS, RADIUS, 2 * HALF_WIDTH, 24);
      wheelBody.addShape(round, undefined, new CANNON.Quaternion().setFromEuler(0, 0, Math.PI / 2));
    }
    vehicle.addWheel({ body: wheelBody, position: new CANNON.Vec3(x, y, z), axis: new CANNON.Vec3(1, 0, 0) });
  }
  vehicle.addToWorld(world);
  const friction = installCannon(world, { default: coulomb({ mu: 0.8 }) });
  const bodies = [chassisBody, ...vehicle.wheelBodies];
  return {
    step: () => world.step(dt),
    position: () => chassisBody.position.toArray(),
    velocity: () => chassisBody.velocity.toArray(),
    setVelocity(v) {
      for (const one of bodies) one.velocity.set(...v);
    },
    brake(torque) {
      for (const hinge of vehicle.constraints as CANNON.HingeConstraint[]) {
        friction.setJointFriction(hinge, hubLaw, pin(torque));
      }
    },
    setLaw: (axle, law) => friction.setPair(axle, 'ground', law),
  };
}

function onRapier(dt: number, wheel: 'sphere' | 'cylinder', gravity: Triple): HingedCar {
  const xyz = ([x, y, z]: Triple) => ({ x, y, z });
  const world = new RAPIER.World(xyz(gravity));
  world.timestep = dt;
  const ground = world.createCollider(RAPIER.ColliderDesc.cuboid(200, 1, 200).setTranslation(0, -1, 0));
  const dynamic = (at: Triple) =>
    world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...at)
        .setCanSleep(false),
    );
  const chassis = dynamic([0, RADIUS + ABOVE, 0]);
  world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.1, 1.2).setMass(CHASSIS_MASS), chassis);
  const friction = installRapier(world, { default: coulomb({ mu: 0.8 }), rapier: RAPIER });
  friction.setMaterial(ground, 'ground');
  const bodies = [chassis];
  const hinges = PLACES.map(([x, y, z]) => {
    const body = dynamic([x, RADIUS, z]);
    bodies.push(body);
    const shape =
      wheel === 'sphere'
        ? RAPIER.ColliderDesc.ball(RADIUS)
        : RAPIER.ColliderDesc.cylinder(HALF_WIDTH, RADIUS).setRotation({
            x: 0,
            y: 0,
            z: Math.SQRT1_2,
            w: Math.SQRT1_2,
          });
    friction.setMaterial(world.createCollider(shape.setMass(WHEEL_MASS), body), z > 0 ? 'front' : 'rear');
    const data = RAPIER.JointData.revolute({ x, y, z }, { x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 });
    const joint = world.createImpulseJoint(data, chassis, body, true);
    joint.setContactsEnabled(false);
    return joint;
  });
  const triple = ({ x, y, z }: RAPIER.Vector): Triple => [x, y, z];
  return {
    step: () => friction.step(),
    position: () => triple(chassis.translation()),
    velocity: () => triple(chassis.linvel()),
    setVelocity(v) {
      for (const one of bodies) one.setLinvel(xyz(v), true);
    },
    brake(torque) {
      for (const hinge of hinges) friction.setJointFriction(hinge, hubLaw, pin(torque));
    },
    setLaw: (axle, law) => friction.setPair(axle, 'ground', law),
  };
}
