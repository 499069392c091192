import {
  addCar,
  addSlab,
  type Car,
  createWorld,
  distance,
  type EngineName,
  G,
  HEIGHT,
  INERTIA,
  MASS,
  RADIUS,
  setSpeed,
  speedOf,
  type TestBody,
  type TestWorld,
  TRACK,
  type Triple,
  turn,
  WHEELBASE,
} from './support.js';

/** Scenes that return what they measure, relative to the expected value where there is one. */

export interface Case {
  engine: EngineName;
  dt: number;
}

/** More than any scene needs to lock a wheel [N m]. */
const LOCK = 20_000;

function flat({ engine, dt }: Case, mu: number, options = {}): { world: TestWorld; car: Car } {
  const world = createWorld(engine, dt);
  addSlab(world, mu);
  return { world, car: addCar(world, options) };
}

/** Drift of a braked car on a slope after it has settled [m]. */
export function parked({ engine, dt }: Case, degrees: number, axis: Triple, seconds: number): number {
  const rotation = turn(axis, (degrees * Math.PI) / 180);
  const world = createWorld(engine, dt);
  addSlab(world, 1, rotation);
  const { chassis, vehicle } = addCar(world, { rotation });
  vehicle.setBrake(LOCK);
  world.run(4);
  const from = chassis.position();
  world.run(seconds);
  return distance(from, chassis.position());
}

/** Braking distance from 20 m/s with locked wheels, over v²/(2 μ g) - 1. */
export function brakingDistance(run: Case, mu: number): number {
  const { world, car } = flat(run, mu);
  world.run(1);
  setSpeed(car, 20);
  car.vehicle.setBrake(LOCK);
  const from = car.chassis.position()[2];
  let previous = 20;
  for (let k = 0; k < 40 / run.dt && previous > 0; k++) {
    world.step();
    previous = car.chassis.velocity()[2];
    if (previous < 0.01) break;
  }
  return (car.chassis.position()[2] - from) / (400 / (2 * mu * G)) - 1;
}

/** A car on 15° whose brakes have `share` of the torque that holds it: drift in 3 s [m], and acceleration over the theory - 1. */
export function brakeTorque({ engine, dt }: Case, share: number): { drift: number; acceleration: number } {
  const angle = (15 * Math.PI) / 180;
  const rotation = turn([1, 0, 0], angle);
  const world = createWorld(engine, dt);
  addSlab(world, 1, rotation);
  const { chassis, vehicle } = addCar(world, { rotation });
  const weight = MASS * G * Math.sin(angle);
  vehicle.setBrake(LOCK);
  world.run(4);
  vehicle.setBrake((share * weight * RADIUS) / 4);
  world.run(1);
  const from = chassis.position();
  const start = speedOf(chassis);
  world.run(3);
  const drift = distance(from, chassis.position());
  const expected = (weight * (1 - share)) / (MASS + (4 * INERTIA) / RADIUS ** 2);
  return { drift, acceleration: (speedOf(chassis) - start) / 3 / expected - 1 };
}

/**
 * Rear-wheel drive at `share` of the largest force that does not spin the wheels, μ m g / 2 / (1 - μ h / L) with load transfer:
 * acceleration over the theory - 1, whether wheels skid, and how fast they spin against the ground [m/s].
 */
export function pullAway(run: Case, share: number, mu = 0.5): { acceleration: number; skids: boolean; spin: number } {
  const { world, car } = flat(run, mu, { driven: 'rear' });
  world.run(2);
  const limit = (mu * MASS * G) / 2 / (1 - (mu * HEIGHT) / WHEELBASE);
  const a = (share * limit) / (MASS + (2 * INERTIA) / RADIUS ** 2); // the front wheels are dragged along
  const torque = share * limit * RADIUS + ((2 * INERTIA) / RADIUS) * a;
  car.vehicle.setDrive(torque);
  let skids = false;
  world.run(1.5);
  const start = car.vehicle.speed;
  world.run(2, () => {
    skids ||= car.wheels.some((wheel) => wheel.skidding);
  });
  const gained = (car.vehicle.speed - start) / 2;
  // Spinning wheels react on the chassis with the whole torque: T = μ (m g / 2 + (T (h - R) + τ) / L).
  const sliding = (mu * ((MASS * G) / 2 + torque / WHEELBASE)) / (1 - (mu * (HEIGHT - RADIUS)) / WHEELBASE);
  const expected = share > 1 ? sliding / (MASS + (2 * INERTIA) / RADIUS ** 2) : a;
  return { acceleration: gained / expected - 1, skids, spin: car.wheels[2].spin * RADIUS - car.vehicle.speed };
}

/** Kinetic energy left after 10 s of rolling, relative, - 1. */
export function coasting(run: Case): number {
  const { world, car } = flat(run, 1);
  world.run(1);
  setSpeed(car, 20);
  world.run(10);
  return (car.vehicle.speed / 20) ** 2 - 1;
}

/** Acceleration of a free car down a slope of 15°, over g sin α m / (m + 4 J/R²) - 1. */
export function downhill({ engine, dt }: Case): number {
  const angle = (15 * Math.PI) / 180;
  const rotation = turn([1, 0, 0], angle);
  const world = createWorld(engine, dt);
  addSlab(world, 1, rotation);
  const { chassis, vehicle } = addCar(world, { rotation });
  vehicle.setBrake(LOCK);
  world.run(4);
  vehicle.setBrake(0);
  world.run(1);
  const start = speedOf(chassis);
  world.run(4);
  const expected = (G * Math.sin(angle) * MASS) / (MASS + (4 * INERTIA) / RADIUS ** 2);
  return (speedOf(chassis) - start) / 4 / expected - 1;
}

/** Radius of the rear axle's circle at 2 m/s, over wheelbase / tan(steering) - 1. */
export function circle(run: Case): number {
  const { world, car } = flat(run, 1);
  const steering = 0.3;
  world.run(1);
  car.wheels[0].steering = Math.atan(1 / (1 / Math.tan(steering) - TRACK / 2 / WHEELBASE));
  car.wheels[1].steering = Math.atan(1 / (1 / Math.tan(steering) + TRACK / 2 / WHEELBASE));
  setSpeed(car, 2);
  world.run(3);
  const yaw = car.chassis.spin()[1];
  // Rear axle: its velocity is along the chassis.
  const speed = car.vehicle.speed;
  return speed / Math.abs(yaw) / (WHEELBASE / Math.tan(steering)) - 1;
}

/** Largest lateral acceleration while the steering angle grows, over μ g - 1, and whether the car slides at the end. */
export function lateralLimit(run: Case, mu = 0.6): { peak: number; slides: boolean } {
  const { world, car } = flat(run, mu);
  world.run(1);
  setSpeed(car, 15);
  let peak = 0;
  let mean = 0;
  let [oldX, , oldZ] = car.chassis.velocity();
  world.run(6, (k) => {
    car.vehicle.setSteering(Math.min(0.4, 0.04 * k * run.dt));
    car.vehicle.setDrive(Math.max(0, 15 - car.vehicle.speed) * 300);
    const [x, , z] = car.chassis.velocity();
    const lateral = Math.abs(oldX * z - oldZ * x) / run.dt / Math.hypot(x, z); // of the path, not the yaw rate
    mean += (run.dt / 0.2) * (lateral - mean);
    peak = Math.max(peak, mean);
    [oldX, oldZ] = [x, z];
  });
  return { peak: peak / (mu * G) - 1, slides: car.wheels.some((wheel) => wheel.skidding) };
}

/** A sideways force of `share` μ m g at the centre of mass: drift in 3 s [m], and acceleration in the last 2 s over the theory - 1. */
export function sidePull(run: Case, share: number, mu = 0.5): { drift: number; acceleration: number } {
  const { world, car } = flat(run, mu);
  car.vehicle.setBrake(LOCK);
  world.run(2);
  // Build the force up slowly, or the roll would overshoot the limit.
  const force = share * mu * MASS * G;
  world.run(2, (k) =>
    car.chassis.push([Math.min(1, (k * run.dt) / 1) * Math.min(share, 0.98) * (force / share), 0, 0]),
  );
  const from = car.chassis.position();
  const push = () => car.chassis.push([force, 0, 0]);
  world.run(1, push); // the last of the force makes the car roll
  const start = car.chassis.velocity()[0];
  world.run(2, push);
  const expected = Math.max(share - 1, 0) * mu * G;
  const gained = (car.chassis.velocity()[0] - start) / 2;
  return { drift: distance(from, car.chassis.position()), acceleration: expected > 0 ? gained / expected - 1 : gained };
}

/** Braking on μ 0.5: moment of the loads about the centre of mass, over m a h_cg - 1, with the true levers. */
export function loadTransfer(run: Case): { moment: number; textbook: number } {
  const { world, car } = flat(run, 0.5);
  world.run(1);
  setSpeed(car, 25);
  car.vehicle.setBrake(LOCK);
  world.run(3);
  const before = car.chassis.velocity()[2];
  world.run(0.5);
  const a = (before - car.chassis.velocity()[2]) / 0.5;
  const com = car.chassis.position();
  let moment = 0;
  let front = 0;
  let rear = 0;
  for (const wheel of car.wheels) {
    moment += wheel.load * (wheel.contactPoint[2] - com[2]);
    if (wheel.index < 2) front += wheel.load;
    else rear += wheel.load;
  }
  // The contact points are those of the last step's start; the car has moved on by v h.
  moment += (front + rear) * car.chassis.velocity()[2] * run.dt;
  const height = com[1];
  return {
    moment: moment / (MASS * a * height) - 1,
    textbook: (front - rear) / 2 / ((MASS * a * HEIGHT) / WHEELBASE) - 1,
  };
}

/** Yaw rate after 0.5 s of locked wheels on ground that is slippery on the left (+x) [rad/s]: it turns to the right, the grippy side. */
export function splitMu({ engine, dt }: Case): number {
  const world = createWorld(engine, dt);
  world.addBox({ half: [100, 1, 500], at: [100, -1, 0], mu: 0.2 });
  world.addBox({ half: [100, 1, 500], at: [-100, -1, 0], mu: 0.6 });
  const car = addCar(world);
  world.run(1);
  setSpeed(car, 20);
  car.vehicle.setBrake(LOCK);
  world.run(0.5);
  return car.chassis.spin()[1];
}

/** A braked car on a kinematic platform: how far it moves against the platform from `from` to `to` seconds [m]. */
function onPlatform(
  { engine, dt }: Case,
  motion: (t: number) => { v?: Triple; w?: Triple },
  from: number,
  to: number,
): number {
  const world = createWorld(engine, dt);
  const platform = world.addBox({ half: [10, 0.5, 10], at: [0, -0.5, 0], mass: -1, mu: 1 });
  const { chassis, vehicle } = addCar(world, { at: [2, 0, 1] });
  vehicle.setBrake(LOCK);
  world.run(3);
  let start: Triple = [0, 0, 0];
  world.run(to, (k) => {
    const { v = [0, 0, 0], w = [0, 0, 0] } = motion(k * dt);
    platform.setVelocity(v, w);
    if (k === Math.round(from / dt)) start = relative(platform, chassis);
  });
  return distance(start, relative(platform, chassis));
}

/** A turntable, 0.5 rad/s, after it has got up to speed. */
export function turntable(run: Case): number {
  return onPlatform(run, (t) => ({ w: [0, 0.5 * Math.min(t / 2, 1), 0] }), 5, 15);
}

/** Back and forth with 2 m/s and 4 m/s², ten times. */
export function shuttle(run: Case): number {
  const period = Math.PI;
  const v = (t: number) => (t > 1 && t < 1 + 10 * period ? 1 - Math.cos(2 * (t - 1)) : 0);
  return onPlatform(run, (t) => ({ v: [v(t), 0, 0] }), 0.5, 1 + 10 * period + 3);
}

/** Swings by ±0.15 rad about its centre. */
export function swing(run: Case): number {
  const w = (t: number) => (t > 1 && t < 1 + 4 * Math.PI ? 0.15 * Math.sin(t - 1) : 0);
  return onPlatform(run, (t) => ({ w: [w(t), 0, 0] }), 0.5, 1 + 4 * Math.PI + 3);
}

function relative(frame: TestBody, body: TestBody): Triple {
  const p = body.position();
  const o = frame.position();
  const [x, y, z, w] = frame.rotation();
  return rotateBack([x, y, z, w], [p[0] - o[0], p[1] - o[1], p[2] - o[2]]);
}

function rotateBack([x, y, z, w]: readonly [number, number, number, number], v: Triple): Triple {
  const tx = 2 * (-y * v[2] + z * v[1]);
  const ty = 2 * (-z * v[0] + x * v[2]);
  const tz = 2 * (-x * v[1] + y * v[0]);
  return [v[0] + w * tx - y * tz + z * ty, v[1] + w * ty - z * tx + x * tz, v[2] + w * tz - x * ty + y * tx];
}

/** A slab on ice under an accelerating car: momentum along z at the end, relative to that of the car. */
export function slabOnIce({ engine, dt }: Case): { momentum: number; car: number } {
  const world = createWorld(engine, dt, [0, -G, 0]);
  world.addBox({ half: [500, 1, 500], at: [0, -1.5, 0], mu: 0 });
  const slab = world.addBox({ half: [3, 0.25, 20], at: [0, -0.25, 0], mass: 2000, mu: 1 });
  const car = addCar(world, { at: [0, 0, 0] });
  car.vehicle.setBrake(LOCK);
  world.run(2);
  car.vehicle.setBrake(0);
  const p0 = MASS * car.chassis.velocity()[2] + 2000 * slab.velocity()[2];
  car.vehicle.setDrive(1000);
  world.run(1.5);
  const own = MASS * car.chassis.velocity()[2];
  return { momentum: (own + 2000 * slab.velocity()[2] - p0) / own, car: car.vehicle.speed };
}

/** A braked car on a plank of 300 kg on the ground: drift [m]. */
export function onPlank({ engine, dt }: Case, mass: number): number {
  const world = createWorld(engine, dt);
  addSlab(world, 1);
  world.addBox({ half: [2, 0.1, 3], at: [0, 0.1, 0], mass, mu: 1 });
  const { chassis, vehicle } = addCar(world, { at: [0, 0.2, 0] });
  vehicle.setBrake(LOCK);
  world.run(4);
  const from = chassis.position();
  world.run(6);
  return distance(from, chassis.position());
}

/**
 * A car 0.2 m off the pivot of a see-saw of 1 t: angle after 1.2 s over that of one rigid body, (r/H)(cosh(√(m g H / I) t) - 1), - 1, and
 * how far the car has moved against the plank, with the give of its suspension and tyres [m].
 */
export function seesaw({ engine, dt }: Case): { tilt: number; drift: number } {
  const world = createWorld(engine, dt);
  const base = world.addBox({ half: [0.1, 0.1, 0.1], at: [0, -3, 0] });
  const plank = world.addBox({ half: [2, 0.1, 6], at: [0, -0.1, 0], mass: 1000, mu: 1 });
  world.join(base, plank, [0, -0.1, 0], 'hinge');
  const car = addCar(world, { at: [0, 0, 0.2] });
  car.vehicle.setBrake(LOCK);
  const from = relative(plank, car.chassis);
  const seconds = 1.2;
  world.run(seconds);
  const height = HEIGHT + 0.1;
  const own = (MASS / 12) * (0.5 ** 2 + 4 ** 2) + MASS * (0.2 ** 2 + height ** 2);
  const inertia = (1000 / 12) * (0.2 ** 2 + 12 ** 2) + own;
  const expected = (0.2 / height) * (Math.cosh(Math.sqrt((MASS * G * height) / inertia) * seconds) - 1);
  const angle = 2 * Math.asin(plank.rotation()[0]);
  return { tilt: angle / expected - 1, drift: distance(from, relative(plank, car.chassis)) };
}

/** Drops the car by 1 m while rolling at 15 m/s: height error after 4 s [m], speed kept, and whether it left the ground. */
export function jump(run: Case): { height: number; speed: number; flew: boolean; peakLoad: number } {
  const world = createWorld(run.engine, run.dt);
  addSlab(world, 1);
  const car = addCar(world, { at: [0, 1, 0] });
  setSpeed(car, 15);
  let flew = false;
  let peakLoad = 0;
  world.run(4, () => {
    flew ||= car.wheels.every((wheel) => !wheel.inContact);
    for (const wheel of car.wheels) peakLoad = Math.max(peakLoad, wheel.load);
  });
  return { height: car.chassis.position()[1] - HEIGHT, speed: car.vehicle.speed / 15 - 1, flew, peakLoad };
}

/** A trailer of 500 kg with two wheels on a ball joint: acceleration over F/Σm - 1, and drift parked on 15° [m]. */
export function trailer({ engine, dt }: Case): { acceleration: number; drift: number } {
  const measure = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    const world = createWorld(engine, dt, [0, -G * Math.cos(angle), G * Math.sin(angle)]);
    addSlab(world, 1);
    const car = addCar(world);
    const body = world.addBox({ half: [0.7, 0.25, 1.2], at: [0, HEIGHT, -4.2], mass: 500, mu: 1 });
    const vehicle = world.addVehicle(body);
    for (const x of [0.7, -0.7]) {
      vehicle.addWheel({
        position: [x, 0, 0.05],
        radius: RADIUS,
        suspension: { rest: 0.5, stiffness: 25_000, damping: 2500 },
        inertia: INERTIA,
      });
    }
    if (engine === 'rapier') world.step();
    world.join(car.chassis, body, [0, HEIGHT, -2.5], 'ball');
    return { world, car, vehicle };
  };
  const level = measure(0);
  level.world.run(2);
  level.car.vehicle.setDrive(1000);
  level.world.run(1);
  const start = level.car.vehicle.speed;
  level.world.run(2);
  const expected = 1000 / RADIUS / (MASS + 500 + (6 * INERTIA) / RADIUS ** 2);
  const acceleration = (level.car.vehicle.speed - start) / 2 / expected - 1;
  const slope = measure(15);
  slope.car.vehicle.setBrake(LOCK);
  slope.world.run(5);
  const from = slope.car.chassis.position();
  slope.world.run(5);
  return { acceleration, drift: distance(from, slope.car.chassis.position()) };
}

/** 60 m/s straight on, then a lane change: sideways drift before, and whether the car is upright and finite after it. */
export function fast(run: Case): { sideways: number; upright: number; speed: number } {
  const { world, car } = flat(run, 0.9);
  world.run(1);
  setSpeed(car, 60);
  world.run(3);
  const sideways = Math.abs(car.chassis.position()[0]);
  world.run(2, (k) => car.vehicle.setSteering(0.01 * Math.sin(Math.PI * k * run.dt)));
  car.vehicle.setSteering(0);
  world.run(2);
  const [x, , z] = car.chassis.rotation();
  return { sideways, upright: 1 - 2 * (x * x + z * z), speed: car.vehicle.speed };
}
