import RAPIER from '@dimforge/rapier2d-compat';
import Matter from 'matter-js';
import * as planck from 'planck';
import type { Floor, FloorOptions } from '../../src/index.js';
import { installFloor as installMatter } from '../../src/matter/index.js';
import { installFloor as installPlanck } from '../../src/planck/index.js';
import { installFloor as installRapier } from '../../src/rapier/index.js';

/** One world per engine, in SI units, for tests that run in all of them. Every body has the given mass, and no damping. */
export interface TestBody {
  /** Position, angle and velocity [m, rad, m/s, rad/s]. */
  state(): { x: number; y: number; angle: number; vx: number; vy: number; spin: number };
  setVelocity(vx: number, vy: number, spin?: number): void;
  /** Acts in the next step only [N, N m]. */
  push(fx: number, fy: number, torque?: number): void;
  isAsleep(): boolean;
  remove(): void;
  readonly inertia: number;
  /** The engine's body. */
  readonly handle: object;
}

export interface TestWorld {
  floor: Floor<object>;
  box(x: number, y: number, width: number, height: number, mass?: number, angle?: number): TestBody;
  disc(x: number, y: number, radius: number, mass?: number): TestBody;
  /** Two boxes that form an L: 1 x 0.2 and 0.2 x 0.8 m, density 1. */
  corner(x: number, y: number): TestBody;
  lockRotation(body: TestBody): void;
  /** A wall that does not move. */
  wall(x: number, y: number, width: number, height: number): void;
  /** With the world's own step if `dt` is left out. */
  step(dt?: number): void;
  /** Takes the floor away and installs a new one with the same options. */
  reinstall(): Floor<object>;
  /** The engine's world. */
  readonly native: object;
}

export interface WorldOptions extends FloorOptions {
  dt?: number;
  sleeping?: boolean;
  /** Without a floor. */
  stock?: boolean;
}

export const ENGINES = ['Rapier', 'Planck', 'Matter'] as const;
export type EngineName = (typeof ENGINES)[number];

/**
 * Half of the time step that moves bodies: how long a body would have to move with its first velocity to make up for the distance that
 * semi-implicit Euler steps lose when it brakes. Rapier has four substeps.
 */
export function integratorDelay(engine: EngineName, dt: number): number {
  return engine === 'Rapier' ? dt / 8 : dt / 2;
}

export async function createWorld(engine: EngineName, options: WorldOptions): Promise<TestWorld> {
  if (engine === 'Rapier') await RAPIER.init();
  const { dt = 1 / 60, sleeping = false, stock = false, ...floor } = options;
  const create = { Rapier: rapierWorld, Planck: planckWorld, Matter: matterWorld }[engine];
  return create(dt, sleeping, stock ? null : floor);
}

function reinstaller(install: () => Floor<object>): (this: TestWorld) => Floor<object> {
  return function (this: TestWorld) {
    this.floor.uninstall();
    this.floor = install();
    return this.floor;
  };
}

function rapierWorld(dt: number, sleeping: boolean, options: FloorOptions | null): TestWorld {
  const world = new RAPIER.World({ x: 0, y: 0 });
  world.timestep = dt;
  const install = () => (options ? installRapier(world, options) : null) as unknown as Floor<object>;
  const pushed: RAPIER.RigidBody[] = [];
  const add = (x: number, y: number, angle: number, colliders: RAPIER.ColliderDesc[]): TestBody => {
    const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y).setRotation(angle).setCanSleep(sleeping);
    const body = world.createRigidBody(desc);
    for (const collider of colliders) world.createCollider(collider.setFriction(0), body);
    return {
      handle: body,
      inertia: body.principalInertia(),
      state: () => {
        const p = body.translation();
        const v = body.linvel();
        return { x: p.x, y: p.y, angle: body.rotation(), vx: v.x, vy: v.y, spin: body.angvel() };
      },
      setVelocity(vx, vy, spin = 0) {
        body.setLinvel({ x: vx, y: vy }, true);
        body.setAngvel(spin, true);
      },
      push(fx, fy, torque = 0) {
        body.addForce({ x: fx, y: fy }, true);
        body.addTorque(torque, true);
        pushed.push(body);
      },
      isAsleep: () => body.isSleeping(),
      remove: () => world.removeRigidBody(body),
    };
  };
  return {
    floor: install(),
    native: world,
    lockRotation: ({ handle }) => (handle as RAPIER.RigidBody).lockRotations(true, true),
    reinstall: reinstaller(install),
    box: (x, y, width, height, mass = 1, angle = 0) =>
      add(x, y, angle, [RAPIER.ColliderDesc.cuboid(width / 2, height / 2).setMass(mass)]),
    disc: (x, y, radius, mass = 1) => add(x, y, 0, [RAPIER.ColliderDesc.ball(radius).setMass(mass)]),
    corner: (x, y) =>
      add(x, y, 0, [
        RAPIER.ColliderDesc.cuboid(0.5, 0.1).setTranslation(0.5, 0.1),
        RAPIER.ColliderDesc.cuboid(0.1, 0.4).setTranslation(0.1, 0.6),
      ]),
    wall: (x, y, width, height) => {
      world.createCollider(
        RAPIER.ColliderDesc.cuboid(width / 2, height / 2)
          .setTranslation(x, y)
          .setFriction(0),
      );
    },
    step(step = dt) {
      world.timestep = step;
      world.step();
      for (const body of pushed) {
        if (!body.isValid()) continue;
        body.resetForces(false);
        body.resetTorques(false);
      }
      pushed.length = 0;
    },
  };
}

function planckWorld(dt: number, sleeping: boolean, options: FloorOptions | null): TestWorld {
  const world = new planck.World({ gravity: { x: 0, y: 0 }, allowSleep: sleeping });
  const install = () => (options ? installPlanck(world, options) : null) as unknown as Floor<object>;
  const add = (x: number, y: number, angle: number, shapes: { shape: planck.Shape; density: number }[]): TestBody => {
    const body = world.createBody({ type: 'dynamic', position: { x, y }, angle, allowSleep: sleeping });
    for (const { shape, density } of shapes) body.createFixture({ shape, density, friction: 0 });
    return {
      handle: body,
      inertia: body.getInertia() - body.getMass() * (body.getLocalCenter().x ** 2 + body.getLocalCenter().y ** 2),
      state: () => {
        const p = body.getPosition();
        const v = body.getLinearVelocity();
        return { x: p.x, y: p.y, angle: body.getAngle(), vx: v.x, vy: v.y, spin: body.getAngularVelocity() };
      },
      setVelocity(vx, vy, spin = 0) {
        body.setLinearVelocity({ x: vx, y: vy });
        body.setAngularVelocity(spin);
      },
      push(fx, fy, torque = 0) {
        body.applyForceToCenter({ x: fx, y: fy }, true);
        body.applyTorque(torque, true);
      },
      isAsleep: () => !body.isAwake(),
      remove: () => world.destroyBody(body),
    };
  };
  const rectangle = (width: number, height: number, x = 0, y = 0): planck.Shape =>
    new planck.Polygon(
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([sx, sy]) => ({ x: x + (sx * width) / 2, y: y + (sy * height) / 2 })),
    );
  return {
    floor: install(),
    native: world,
    lockRotation: ({ handle }) => (handle as planck.Body).setFixedRotation(true),
    reinstall: reinstaller(install),
    box: (x, y, width, height, mass = 1, angle = 0) =>
      add(x, y, angle, [{ shape: rectangle(width, height), density: mass / (width * height) }]),
    disc: (x, y, radius, mass = 1) =>
      add(x, y, 0, [{ shape: new planck.Circle(radius), density: mass / (Math.PI * radius * radius) }]),
    corner: (x, y) =>
      add(x, y, 0, [
        { shape: rectangle(1, 0.2, 0.5, 0.1), density: 1 },
        { shape: rectangle(0.2, 0.8, 0.1, 0.6), density: 1 },
      ]),
    wall: (x, y, width, height) => {
      world.createBody({ position: { x, y } }).createFixture({ shape: rectangle(width, height), friction: 0 });
    },
    step: (step = dt) => world.step(step),
  };
}

/** Pixels per metre. */
const PX = 100;
/** Of `corner`: both boxes about their common centre of mass. */
const CORNER_INERTIA = (0.2 * (1 + 0.04) + 0.16 * (0.04 + 0.64)) / 12 + ((0.2 * 0.16) / 0.36) * (0.4 * 0.4 + 0.5 * 0.5);

function matterWorld(dt: number, sleeping: boolean, options: FloorOptions | null): TestWorld {
  const engine = Matter.Engine.create({ enableSleeping: sleeping, gravity: { x: 0, y: 0 } });
  const install = () =>
    (options ? installMatter(engine, { ...options, lengthUnit: PX }) : null) as unknown as Floor<object>;
  const clean = { friction: 0, frictionAir: 0, frictionStatic: 0 };
  // Matter's own moments of inertia are four times too large.
  const add = (body: Matter.Body, mass: number, inertia: number): TestBody => {
    Matter.Body.setMass(body, mass);
    Matter.Body.setInertia(body, inertia * PX * PX);
    Matter.Composite.add(engine.world, body);
    return {
      handle: body,
      inertia: body.inertia / (PX * PX),
      state: () => {
        const { x, y } = body.position;
        const v = Matter.Body.getVelocity(body);
        const scale = 60 / PX;
        const spin = 60 * Matter.Body.getAngularVelocity(body);
        return { x: x / PX, y: y / PX, angle: body.angle, vx: scale * v.x, vy: scale * v.y, spin };
      },
      setVelocity(vx, vy, spin = 0) {
        Matter.Sleeping.set(body, false);
        (body as unknown as { deltaTime: number }).deltaTime = 1000 * dt;
        Matter.Body.setVelocity(body, { x: (vx * PX) / 60, y: (vy * PX) / 60 });
        Matter.Body.setAngularVelocity(body, spin / 60);
      },
      push(fx, fy, torque = 0) {
        body.force.x += (fx * PX) / 1e6;
        body.force.y += (fy * PX) / 1e6;
        body.torque += (torque * PX * PX) / 1e6;
      },
      isAsleep: () => body.isSleeping,
      remove: () => void Matter.Composite.remove(engine.world, body),
    };
  };
  return {
    floor: install(),
    native: engine,
    lockRotation: ({ handle }) => Matter.Body.setInertia(handle as Matter.Body, Number.POSITIVE_INFINITY),
    reinstall: reinstaller(install),
    box(x, y, width, height, mass = 1, angle = 0) {
      const body = Matter.Bodies.rectangle(PX * x, PX * y, PX * width, PX * height, clean);
      Matter.Body.setAngle(body, angle);
      return add(body, mass, (mass * (width * width + height * height)) / 12);
    },
    disc(x, y, radius, mass = 1) {
      const body = Matter.Bodies.circle(PX * x, PX * y, PX * radius, { ...clean }, 64);
      return add(body, mass, 0.5 * mass * radius * radius);
    },
    corner(x, y) {
      const parts = [
        Matter.Bodies.rectangle(PX * (x + 0.5), PX * (y + 0.1), PX, 0.2 * PX, { ...clean }),
        Matter.Bodies.rectangle(PX * (x + 0.1), PX * (y + 0.6), 0.2 * PX, 0.8 * PX, { ...clean }),
      ];
      return add(Matter.Body.create({ parts, ...clean }), 0.36, CORNER_INERTIA);
    },
    wall: (x, y, width, height) => {
      const wall = Matter.Bodies.rectangle(PX * x, PX * y, PX * width, PX * height, { ...clean, isStatic: true });
      Matter.Composite.add(engine.world, wall);
    },
    step: (step = dt) => void Matter.Engine.update(engine, 1000 * step),
  };
}
