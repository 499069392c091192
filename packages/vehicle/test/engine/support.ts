import RAPIER, { type RigidBody } from '@dimforge/rapier3d-compat';
import { installFriction as installCannon } from '@stiction/cannon-adapter';
import type { FrictionLaw } from '@stiction/friction-core';
import { installFriction as installRapier } from '@stiction/rapier-adapter';
import * as CANNON from 'cannon-es';
import { createVehicle as createCannonVehicle } from '../../src/cannon/index.js';
import type { TyreLaw, Vehicle, Wheel } from '../../src/index.js';
import { createVehicle as createRapierVehicle } from '../../src/rapier/index.js';

await RAPIER.init();

/** `npm run test:full` runs every case; `npm test` runs a short version of each. */
export const full = process.env.STICTION_FULL === '1';
export const G = 9.81;
export const ENGINES = ['cannon', 'rapier'] as const;
export type EngineName = (typeof ENGINES)[number];
/** Both engines at 1/60 and 1/120 s. */
export const CASES = ENGINES.flatMap((engine) => [60, 120].map((rate) => ({ engine, rate, dt: 1 / rate })));

export type Triple = readonly [number, number, number];
export type Quad = readonly [number, number, number, number];

/** A body of either engine. */
export interface TestBody {
  readonly native: CANNON.Body | RigidBody;
  position(): Triple;
  velocity(): Triple;
  spin(): Triple;
  rotation(): Quad;
  setVelocity(v: Triple, w?: Triple): void;
  push(force: Triple): void;
}

interface BodyOptions {
  half: Triple;
  at: Triple;
  rotation?: Quad;
  /** 0 fixed, -1 kinematic. */
  mass?: number;
  mu?: number;
}

/** A world of either engine with y up and, unless said otherwise, a fixed slab whose top is y = 0. */
export interface TestWorld {
  readonly engine: EngineName;
  readonly dt: number;
  readonly native: CANNON.World | RAPIER.World;
  addBox(options: BodyOptions): TestBody;
  addVehicle(chassis: TestBody): Vehicle;
  /** A hinge about x, or a ball joint, between two bodies at a world point. */
  join(a: TestBody, b: TestBody, at: Triple, kind: 'hinge' | 'ball'): void;
  step(): void;
  run(seconds: number, each?: (k: number) => void): void;
}

/** With a law, the adapter is installed and the law holds between all bodies; without one, coefficients are the engine's. */
export function createWorld(
  engine: EngineName,
  dt: number,
  gravity: Triple = [0, -G, 0],
  law: FrictionLaw | null = null,
): TestWorld {
  return engine === 'cannon' ? createCannonWorld(dt, gravity, law) : createRapierWorld(dt, gravity, law);
}

const IDENTITY: Quad = [0, 0, 0, 1];

function createCannonWorld(dt: number, gravity: Triple, law: FrictionLaw | null): TestWorld {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(...gravity) });
  const friction = law && installCannon(world, { default: law });
  const repeat = repeatStep(dt, () => world.step(dt));
  return {
    engine: 'cannon',
    dt,
    native: world,
    addBox({ half, at, rotation = IDENTITY, mass = 0, mu = 1 }) {
      const body = new CANNON.Body({
        mass: Math.max(mass, 0),
        type: mass > 0 ? CANNON.Body.DYNAMIC : mass < 0 ? CANNON.Body.KINEMATIC : CANNON.Body.STATIC,
        shape: new CANNON.Box(new CANNON.Vec3(...half)),
        linearDamping: 0,
        angularDamping: 0,
        material: new CANNON.Material({ friction: mu }),
        allowSleep: false,
      });
      body.position.set(...at);
      body.quaternion.set(...rotation);
      // Rotated afterwards: cannon-es takes the inertia from the bounding box.
      body.updateInertiaWorld(true);
      body.aabbNeedsUpdate = true;
      world.addBody(body);
      return {
        native: body,
        position: () => body.position.toArray(),
        velocity: () => body.velocity.toArray(),
        spin: () => body.angularVelocity.toArray(),
        rotation: () => body.quaternion.toArray(),
        setVelocity(v, w = [0, 0, 0]) {
          body.velocity.set(...v);
          body.angularVelocity.set(...w);
        },
        push: (force) => body.applyForce(new CANNON.Vec3(...force)),
      };
    },
    addVehicle: (chassis) => createCannonVehicle(friction, chassis.native as CANNON.Body),
    join(a, b, at, kind) {
      const [first, second] = [a.native as CANNON.Body, b.native as CANNON.Body];
      const point = new CANNON.Vec3(...at);
      const pivotA = first.pointToLocalFrame(point);
      const pivotB = second.pointToLocalFrame(point);
      world.addConstraint(
        kind === 'ball'
          ? new CANNON.PointToPointConstraint(first, pivotA, second, pivotB)
          : new CANNON.HingeConstraint(first, second, {
              pivotA,
              pivotB,
              axisA: CANNON.Vec3.UNIT_X,
              axisB: CANNON.Vec3.UNIT_X,
            }),
      );
    },
    ...repeat,
  };
}

function createRapierWorld(dt: number, gravity: Triple, law: FrictionLaw | null): TestWorld {
  const world = new RAPIER.World(vector(gravity));
  const friction = law && installRapier(world, { default: law, rapier: RAPIER, replaceStep: true });
  world.timestep = dt;
  const repeat = repeatStep(dt, () => world.step());
  return {
    engine: 'rapier',
    dt,
    native: world,
    addBox({ half, at, rotation = IDENTITY, mass = 0, mu = 1 }) {
      const kind = mass > 0 ? 'dynamic' : mass < 0 ? 'kinematicVelocityBased' : 'fixed';
      const [x, y, z, w] = rotation;
      const desc = RAPIER.RigidBodyDesc[kind]()
        .setTranslation(...at)
        .setRotation({ x, y, z, w })
        .setCanSleep(false);
      const body = world.createRigidBody(desc);
      const shape = RAPIER.ColliderDesc.cuboid(...half)
        .setMass(Math.max(mass, 1))
        .setFriction(mu);
      // The same as in cannon-es if one of them is 0.
      world.createCollider(shape.setFrictionCombineRule(RAPIER.CoefficientCombineRule.Multiply), body);
      return {
        native: body,
        position: () => triple(body.translation()),
        velocity: () => triple(body.linvel()),
        spin: () => triple(body.angvel()),
        rotation: () => {
          const q = body.rotation();
          return [q.x, q.y, q.z, q.w];
        },
        setVelocity(v, w = [0, 0, 0]) {
          body.setLinvel(vector(v), true);
          body.setAngvel(vector(w), true);
        },
        push(force) {
          body.resetForces(true);
          body.addForce(vector(force), true);
        },
      };
    },
    addVehicle: (chassis) => createRapierVehicle(friction, chassis.native as RigidBody, { world }) as Vehicle,
    join(a, b, at, kind) {
      const [first, second] = [a.native as RigidBody, b.native as RigidBody];
      const local = (body: RigidBody) => {
        const p = body.translation();
        return { x: at[0] - p.x, y: at[1] - p.y, z: at[2] - p.z }; // bodies are not rotated
      };
      const data =
        kind === 'ball'
          ? RAPIER.JointData.spherical(local(first), local(second))
          : RAPIER.JointData.revolute(local(first), local(second), { x: 1, y: 0, z: 0 });
      world.createImpulseJoint(data, first, second, true);
    },
    ...repeat,
  };
}

function repeatStep(dt: number, step: () => void): Pick<TestWorld, 'step' | 'run'> {
  return {
    step,
    run(seconds, each) {
      const steps = Math.round(seconds / dt);
      for (let k = 0; k < steps; k++) {
        each?.(k);
        step();
      }
    },
  };
}

const vector = ([x, y, z]: Triple) => ({ x, y, z });
const triple = ({ x, y, z }: { x: number; y: number; z: number }): Triple => [x, y, z];

export function addSlab(world: TestWorld, mu = 1, rotation: Quad = IDENTITY): TestBody {
  const down = rotateVector(rotation, [0, -1, 0]);
  return world.addBox({ half: [800, 1, 800], at: down, rotation, mu });
}

export interface Car {
  chassis: TestBody;
  vehicle: Vehicle;
  /** Front left, front right, rear left, rear right. */
  wheels: Wheel[];
}

export interface CarOptions {
  /** On the ground below the centre. */
  at?: Triple;
  rotation?: Quad;
  speed?: number;
  tyre?: TyreLaw;
  cast?: 'ray' | 'cylinder';
  mass?: number;
  /** @default 'all' */
  driven?: 'all' | 'rear';
}

export const WHEELBASE = 2.8;
export const TRACK = 1.6;
export const HEIGHT = 0.75;
export const RADIUS = 0.35;
export const INERTIA = 1;
export const MASS = 1000;
const STIFFNESS = 25_000;
const REST = 0.4;

/** 1 t, facing +z, right is -x. All wheels drive and brake, the front ones steer. */
export function addCar(world: TestWorld, options: CarOptions = {}): Car {
  const { at = [0, 0, 0], rotation = IDENTITY, speed = 0, mass = MASS, driven = 'all', cast = 'ray' } = options;
  const up = rotateVector(rotation, [0, HEIGHT, 0]);
  const place: Triple = [at[0] + up[0], at[1] + up[1], at[2] + up[2]];
  const chassis = world.addBox({ half: [0.8, 0.25, 2], at: place, rotation, mass });
  const vehicle = world.addVehicle(chassis);
  const top = RADIUS + REST - (mass * G) / 4 / STIFFNESS - HEIGHT;
  const wheels = [WHEELBASE / 2, -WHEELBASE / 2].flatMap((z) =>
    [TRACK / 2, -TRACK / 2].map((x) =>
      vehicle.addWheel({
        position: [x, top, z],
        radius: RADIUS,
        cast,
        suspension: { rest: REST, travel: 0.3, stiffness: STIFFNESS, damping: 2500 },
        inertia: INERTIA,
        drives: driven === 'all' || z < 0,
        steers: z > 0,
        handbrake: z < 0,
        ...(options.tyre ? { tyre: options.tyre } : {}),
      }),
    ),
  );
  if (world.engine === 'rapier') world.step(); // rays see nothing before the first step
  if (speed !== 0) setSpeed({ chassis, vehicle, wheels }, speed);
  return { chassis, vehicle, wheels };
}

export function setSpeed({ chassis, wheels }: Car, speed: number): void {
  chassis.setVelocity(rotateVector(chassis.rotation(), [0, 0, speed]));
  for (const wheel of wheels) wheel.spin = speed / RADIUS;
}

function rotateVector([x, y, z, w]: Quad, [a, b, c]: Triple): Triple {
  const q = new CANNON.Quaternion(x, y, z, w);
  return q.vmult(new CANNON.Vec3(a, b, c)).toArray();
}

/** Rotation by an angle about an axis. */
export function turn(axis: Triple, angle: number): Quad {
  return new CANNON.Quaternion().setFromAxisAngle(new CANNON.Vec3(...axis).unit(), angle).toArray();
}

export function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export function speedOf(body: TestBody): number {
  return Math.hypot(...body.velocity());
}
