import { coulomb } from '@stiction/friction-core';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { BodySpec, Scene, SceneWorld } from '../scene.js';
import type { DemoScene, FrictionCircle, Mark, Part } from './demo-scene.js';
import { ALONG_Y, carShape, wheel } from './drawn.js';
import { createCannonCar } from './vehicle-cannon.js';
import { CAR, type Car, type Controls, REST_HEIGHT } from './vehicle-car.js';
import { createAutopilot, isTaken, userControls } from './vehicle-drivers.js';
import {
  brakingDistance,
  groundAt,
  hillShape,
  hillStart,
  LANES,
  muOf,
  START,
  TARMAC,
  TARMAC_COLOUR,
  type TrackValues,
  trackProps,
} from './vehicle-layout.js';
import { createRapierCar } from './vehicle-rapier.js';
import { createSkids } from './vehicle-skids.js';

/**
 * Three cars brake with locked wheels, on ice, on gravel and on tarmac. From the line to rest each one needs
 *
 *     s = v² / (2 μ g)
 *
 *   v  speed at the line [m/s]     μ  coefficient of tyre and ground
 *
 * The stock half has the engine's own ray-cast vehicle with the coefficient of tarmac, because its wheels cannot know more. Then the red car
 * drives up the hill and parks there, where it must not move. The user may take its wheel at any time.
 */

/** Load that fills a friction circle: 1.4 times that of a wheel at rest [N]. */
const FULL_LOAD = 0.36 * CAR.mass * GRAVITY;
/** Sound: pitch of the engine at rest and per gear [Hz], top speeds of the gears [rad/s], and sliding speed of a full hiss, all wheels [m/s]. */
const IDLE = 45;
const REVS = 110;
const GEARS = [22, 42, 70, 110, Number.POSITIVE_INFINITY];
const FULL_HISS = 20;

export const vehicleTrack: DemoScene<TrackValues> = {
  id: 'vehicle-track',
  title: 'Cars on ice, gravel and tarmac',
  look: 'Three cars brake at the white line. Stock wheels do not notice the ground; ours stop at the coloured lines. Then drive the red car: arrow keys, space.',
  stockFault: (_engine, proof) => (Number.isNaN(proof) ? '' : 'should slide far on ice: it brakes as on tarmac'),
  dt: 1 / 120,
  controls: {
    forwards: { kind: 'hold', label: 'Forwards', value: false, keys: ['ArrowUp', 'KeyW'] },
    backwards: { kind: 'hold', label: 'Brake', value: false, keys: ['ArrowDown', 'KeyS'] },
    left: { kind: 'hold', label: 'Left', value: false, keys: ['ArrowLeft', 'KeyA'] },
    right: { kind: 'hold', label: 'Right', value: false, keys: ['ArrowRight', 'KeyD'] },
    handbrake: { kind: 'hold', label: 'Handbrake', value: false, keys: ['Space'] },
    speed: { kind: 'slider', label: 'Speed at the line', value: 9, min: 5, max: 12, step: 0.5, unit: 'm/s' },
    ice: { kind: 'slider', label: 'Ice μ', value: 0.2, min: 0.1, max: 0.4, step: 0.05 },
  },
  scene(values): Scene {
    return {
      name: 'vehicle track',
      gravity: [0, 0, -GRAVITY],
      bodies: [
        { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'tarmac' },
        { name: 'hill', kind: 'fixed', shape: hillShape(), position: [hillStart(values), 0, 0], material: 'tarmac' },
        ...LANES.map(
          ({ car, y }): BodySpec => ({
            name: car,
            kind: 'dynamic',
            mass: CAR.mass,
            shape: { kind: 'box', halfExtents: CAR.halfExtents },
            position: [START, y, REST_HEIGHT],
            velocity: [values.speed, 0, 0],
            material: 'body',
          }),
        ),
      ],
      stockMu: 0.5,
      law: coulomb({ mu: 0.5 }),
      pairs: (['ice', 'gravel', 'tarmac'] as const).map((name) => ['tyre', name, coulomb({ mu: muOf(name, values) })]),
      surfaces: [['ground', ({ point }) => groundAt(point[0], point[1], values)]],
      duration: 60,
    };
  },
  probe: createTrackProbe,
  proof: {
    label: 'Braking distance on ice',
    unit: 'm',
    reference: (values) => brakingDistance('ice', values),
    good: (proof, values) => Math.abs(proof / brakingDistance('ice', values) - 1) < 0.02,
    digits: 2,
  },
  curve: {
    label: 'Speed on ice',
    unit: 'm/s',
    theory(time, values) {
      const { speed } = values;
      const slowed = muOf('ice', values) * GRAVITY * Math.max(0, time + START / speed);
      // From then on the driver decides.
      return slowed < speed ? speed - slowed : slowed < 1.05 * speed ? 0 : Number.NaN;
    },
    span: 9,
  },
  view: { target: [START + 1.5, 1, 0], eye: [-9, -10.5, 6], follow: LANES[0].car },
  looks: () => ({
    ground: { colour: TARMAC_COLOUR, surface: 'asphalt' },
    hill: { colour: '#747982', surface: 'asphalt' },
    ...Object.fromEntries(LANES.map(({ car, colour }) => [car, { shape: carShape(colour) }])),
  }),
  parts: () => LANES.flatMap(() => CAR.wheels.map((): Part => WHEEL)),
  props: trackProps,
  snippet: 'vehicle-track',
};

/** Drives and measures the three cars of one world. */
function createTrackProbe(values: TrackValues, world: SceneWorld): ReturnType<DemoScene<TrackValues>['probe']> {
  const create = world.engine === 'cannon' ? createCannonCar : createRapierCar;
  const fleet = LANES.map((lane) => ({
    ...lane,
    built: create(world, lane.car, TARMAC),
    pilot: createAutopilot(world, lane, values),
  }));
  const [own] = fleet;
  const parts = new Float64Array(7 * fleet.length * CAR.wheels.length);
  const marks: Mark[] = [];
  const draw = createSkids(marks);
  const circles = CAR.wheels.map(
    ({ position: [x, y] }): FrictionCircle => ({
      place: [Math.sign(x), Math.sign(y)],
      force: [0, 0],
      limit: 0,
      scale: FULL_LOAD,
      slides: false,
    }),
  );
  const sound = { pitch: IDLE, loudness: 0, hiss: 0 };
  let taken = false;
  let speed = values.speed;
  placeParts();

  function placeParts(): void {
    for (const [n, { built }] of fleet.entries()) {
      for (const [k, { position, rotation }] of built.wheels.entries()) {
        const at = 7 * (n * CAR.wheels.length + k);
        parts.set(position, at);
        parts.set(rotation, at + 3);
      }
    }
  }

  return {
    parts,
    marks,
    circles,
    sound,
    drive(now, dt) {
      taken ||= isTaken(values);
      for (const { built, pilot } of fleet) {
        const controls = taken && built === own.built ? userControls(now, values) : pilot.drive(now);
        built.control(controls, dt);
        if (built === own.built) listen(built, controls);
      }
    },
    sample(now, dt) {
      for (const { built, pilot } of fleet) {
        built.read(dt);
        for (const wheel of built.wheels) draw(wheel, '#15171a', now.time);
        if (!(taken && built === own.built)) pilot.measure(now);
      }
      placeParts();
      for (const [k, { along, left, load, point, sliding, inContact }] of own.built.wheels.entries()) {
        circles[k].force[0] = along;
        circles[k].force[1] = left;
        circles[k].limit = inContact ? load * muOf(groundUnder(point), values) : 0;
        circles[k].slides = sliding > 0.2;
      }
      const [vx, vy] = now.velocity(own.car);
      speed = Math.hypot(vx, vy);
    },
    get curve() {
      return speed;
    },
    get proof() {
      return own.pilot.distance;
    },
    get done() {
      return false;
    },
    get facts() {
      const distance = fleet.slice(1).map(({ ground, pilot }) => ({
        label: `On ${ground}`,
        unit: 'm',
        value: pilot.distance,
        reference: brakingDistance(ground, values),
        digits: 2,
      }));
      return [
        ...distance,
        { label: 'Moved in 4 s, parked on 15°', unit: 'mm', value: own.pilot.drift, reference: 0, digits: 1 },
        { label: 'Speed', unit: 'km/h', value: 3.6 * speed, digits: 0 },
      ];
    },
  };

  /** The hill is tarmac. */
  function groundUnder([x, y, z]: Float64Array): string {
    return z > 0.05 ? 'tarmac' : groundAt(x, y, values);
  }

  function listen({ wheels }: Car, { throttle }: Controls): void {
    const spin = Math.abs(wheels[0].spin + wheels[1].spin) / 2;
    const top = GEARS.find((gear) => spin < gear) ?? 0;
    sound.pitch = IDLE + REVS * (Number.isFinite(top) ? spin / top : 1);
    sound.loudness = 0.25 + 0.5 * Math.abs(throttle);
    sound.hiss = wheels.reduce((sum, { sliding }) => sum + sliding, 0) / FULL_HISS;
  }
}

/** With the axle along y. */
const WHEEL: Part = {
  shape: { kind: 'group', parts: [{ shape: wheel(CAR.radius, 0.2), rotation: ALONG_Y }] },
};
