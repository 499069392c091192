// Measurements with the variables of a snippet. Runs unchanged in Node and in browsers; every reference is physics.

/** A measured number, its reference, and the allowed relative error. @typedef {{ what: string, measured: number, reference: number, within: number }} Finding */

/**
 * `needs`: names that the snippet must bind. `run` gets them, and `self` (the package) and `engine` as module namespaces.
 * @typedef {{ needs: string[], run: (parts: never) => Finding[] }} Probe
 */

/** @typedef {typeof import('cannon-es')} Cannon */
/** @typedef {typeof import('@dimforge/rapier3d-compat')} Rapier */
/** @typedef {typeof import('crashcat')} Crashcat */
/** @typedef {typeof import('@stiction/friction-core')} Core */
/** @typedef {typeof import('@stiction/cannon-adapter').installFriction} InstallCannon */
/** @typedef {typeof import('@stiction/rapier-adapter').installFriction} InstallRapier */
/** @typedef {typeof import('@stiction/crashcat-adapter').installFriction} InstallCrashcat */

const G = 9.81;
const DT = 1 / 60;
const MU = 0.5;
const MASS = 2;
const SPEED = 4;

/**
 * Steps a box of MASS with SPEED along x until it rests: its stopping distance and its friction force.
 * @type {(friction: Pick<ReturnType<InstallCannon>, 'report'> & { contacts(): Iterable<{ frictionForce: Float64Array | null }> }, x: () => number, step: () => void) => Finding[]}
 */
function slide(friction, x, step) {
  const start = x();
  let force = 0;
  for (let k = 0; k < 120; k++) {
    step();
    if (k !== 10) continue;
    for (const { frictionForce } of friction.contacts()) force += Math.hypot(...(frictionForce ?? []));
  }
  const reference = SPEED ** 2 / (2 * MU * G);
  return [
    { what: 'box stops after v²/(2 μ g) [m]', measured: x() - start, reference, within: 0.01 },
    { what: 'friction force μ m g while it slides [N]', measured: force, reference: MU * MASS * G, within: 0.01 },
  ];
}

/** Steps a world of cannon-es. @type {(world: import('cannon-es').World, seconds: number) => void} */
function run(world, seconds) {
  for (let k = 0; k < Math.round(seconds / DT); k++) world.step(DT);
}

/** A plane, z up, and a body of MASS on it, each with its own material. @type {(engine: Cannon, world: import('cannon-es').World, shape: import('cannon-es').Shape) => import('cannon-es').Body} */
function cannonBody({ Body, Material, Plane, Vec3 }, world, shape) {
  world.gravity.set(0, 0, -G);
  world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('floor') }));
  const body = new Body({ mass: MASS, position: new Vec3(0, 0, 0.1), shape, material: new Material('box') });
  body.linearDamping = body.angularDamping = 0; // 0.01 by default
  world.addBody(body);
  return body;
}

/** @type {(engine: Cannon) => import('cannon-es').Shape} */
const flatBox = ({ Box, Vec3 }) => new Box(new Vec3(0.25, 0.25, 0.1));

/** @type {Record<string, Probe>} */
export const PROBES = {
  '@stiction/cannon-adapter': {
    needs: ['installFriction', 'coulomb', 'world', 'friction'],
    /** @param {{ engine: Cannon, installFriction: InstallCannon, coulomb: Core['coulomb'], world: import('cannon-es').World, friction: ReturnType<InstallCannon> }} parts */
    run({ engine, installFriction, coulomb, world, friction: before }) {
      before.uninstall();
      const box = cannonBody(engine, world, flatBox(engine));
      const friction = installFriction(world, { default: coulomb({ mu: MU }) });
      run(world, 0.5);
      box.velocity.set(SPEED, 0, 0);
      return slide(
        friction,
        () => box.position.x,
        () => world.step(DT),
      );
    },
  },

  '@stiction/rapier-adapter': {
    needs: ['installFriction', 'coulomb', 'world', 'friction'],
    /** @param {{ engine: Rapier, installFriction: InstallRapier, coulomb: Core['coulomb'], world: import('@dimforge/rapier3d-compat').World, friction: ReturnType<InstallRapier> }} parts */
    run({ engine: { ColliderDesc, RigidBodyDesc }, installFriction, coulomb, world, friction: before }) {
      before.uninstall();
      world.timestep = DT;
      world.createCollider(ColliderDesc.cuboid(50, 1, 50).setTranslation(0, 9, 0)); // above the snippet's bodies
      const box = world.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0, 10.1, 0));
      world.createCollider(ColliderDesc.cuboid(0.25, 0.1, 0.25).setMass(MASS), box);
      // All acquired: contacts with friction solved by Rapier are not read.
      const friction = installFriction(world, { default: coulomb({ mu: MU }), scope: 'all' });
      for (let k = 0; k < 30; k++) friction.step();
      box.setLinvel({ x: SPEED, y: 0, z: 0 }, true);
      return slide(
        friction,
        () => box.translation().x,
        () => friction.step(),
      );
    },
  },

  '@stiction/crashcat-adapter': {
    needs: ['installFriction', 'coulomb'],
    /** @param {{ engine: Crashcat, installFriction: InstallCrashcat, coulomb: Core['coulomb'] }} parts */
    run({ engine, installFriction, coulomb }) {
      const { box, createWorldSettings, MotionType, rigidBody } = engine;
      engine.registerAll();
      const settings = createWorldSettings();
      const objectLayer = engine.addObjectLayer(settings, engine.addBroadphaseLayer(settings));
      engine.enableCollision(settings, objectLayer, objectLayer);
      settings.gravity = [0, -G, 0];
      const world = engine.createWorld(settings);
      const damping = { linearDamping: 0, angularDamping: 0 };
      const ground = box.create({ halfExtents: [50, 1, 50] });
      rigidBody.create(world, { shape: ground, objectLayer, motionType: MotionType.STATIC, position: [0, -1, 0] });
      const shape = box.create({ halfExtents: [0.25, 0.1, 0.25], convexRadius: 0.01 });
      const motionType = MotionType.DYNAMIC;
      const body = rigidBody.create(world, {
        shape,
        objectLayer,
        motionType,
        position: [0, 0.1, 0],
        mass: MASS,
        ...damping,
      });
      const friction = installFriction(world, { default: coulomb({ mu: MU }) });
      const step = () => engine.updateWorld(world, undefined, DT);
      for (let k = 0; k < 30; k++) step();
      rigidBody.setLinearVelocity(world, body, [SPEED, 0, 0]);
      return slide(friction, () => body.position[0], step);
    },
  },

  '@stiction/lcp-solver': {
    needs: ['status', 'z'],
    /** @param {{ self: typeof import('@stiction/lcp-solver'), status: string, z: Float64Array }} parts */
    run({ self: { solveContact }, status, z }) {
      const W = new Float64Array([1, 0, 0, 0, 2, 0, 0, 0, 2]);
      const { r } = solveContact({ dim: 3, W, q: [-1, 4, 0], mu: [MU] });
      return [
        { what: 'status is solved', measured: Number(status === 'solved'), reference: 1, within: 0 },
        { what: 'z1 of the mixed LCP', measured: z[0], reference: 0.5, within: 1e-9 },
        { what: '1 + z2, which is at its bound', measured: 1 + z[1], reference: 1, within: 1e-9 },
        {
          what: '|r_t|/r_n of a contact that slides',
          measured: Math.hypot(r[1], r[2]) / r[0],
          reference: MU,
          within: 1e-6,
        },
      ];
    },
  },

  '@stiction/friction-core': {
    needs: ['rubber'],
    /** @param {{ self: Core, rubber: ReturnType<Core['coulomb']> }} parts */
    run({ self: { simulate }, rubber }) {
      const mu = 0.9; // of the snippet
      const { x, fx } = simulate(rubber, { mass: MASS, normalForce: MASS * G, vx: SPEED }, () => {}, 1e-4, 6000);
      const reference = SPEED ** 2 / (2 * mu * G);
      return [
        { what: 'a body without an engine stops after v²/(2 μ g) [m]', measured: x[5999], reference, within: 1e-3 },
        { what: 'friction -μ m g while it slides [N]', measured: fx[100], reference: -mu * MASS * G, within: 1e-9 },
      ];
    },
  },

  '@stiction/materials': {
    needs: ['installFriction', 'World', 'woodOnWood'],
    /** @param {{ engine: Cannon, installFriction: InstallCannon, World: Cannon['World'], woodOnWood: typeof import('@stiction/materials').woodOnWood }} parts */
    run({ engine, installFriction, World, woodOnWood }) {
      const [kinetic, seconds] = [0.3, 0.25];
      const world = new World();
      const box = cannonBody(engine, world, flatBox(engine));
      installFriction(world, { default: woodOnWood });
      run(world, 0.5);
      box.velocity.set(SPEED, 0, 0);
      run(world, seconds);
      const measured = (SPEED - box.velocity.x) / (seconds * G);
      return [{ what: 'μ of wood that slides on wood', measured, reference: kinetic, within: 1e-3 }];
    },
  },

  '@stiction/limit-surface': {
    needs: ['installFriction', 'patch', 'World'],
    /** @param {{ engine: Cannon, installFriction: InstallCannon, patch: typeof import('@stiction/limit-surface').patch, World: Cannon['World'] }} parts */
    run({ engine, installFriction, patch, World }) {
      const [radius, mu, rate, seconds] = [0.25, 0.3, 20, 0.5];
      const world = new World();
      const disc = cannonBody(engine, world, new engine.Cylinder(radius, radius, 0.2, 64));
      disc.quaternion.setFromEuler(Math.PI / 2, 0, 0);
      installFriction(world, { default: patch({ mu }) });
      run(world, 0.5);
      disc.angularVelocity.set(0, 0, rate);
      run(world, seconds);
      const perTorque = disc.invInertiaWorld.elements[8] * seconds;
      const reference = (2 / 3) * mu * MASS * G * radius * perTorque;
      return [
        {
          what: 'a disc loses ⅔ μ m g R t/I [rad/s]',
          measured: rate - disc.angularVelocity.z,
          reference,
          within: 1e-3,
        },
      ];
    },
  },

  '@stiction/three': {
    needs: ['friction', 'helper', 'marks', 'crate'],
    /** @param {{ friction: ReturnType<InstallCannon>, helper: import('@stiction/three').FrictionHelper, marks: import('@stiction/three').SkidMarks, crate: import('cannon-es').Body }} parts */
    run({ friction, helper, marks, crate }) {
      let load = 0;
      for (const { normalForce } of friction.contacts()) load += normalForce;
      const { array } = marks.geometry.getAttribute('position');
      let end = 0;
      for (let k = 0; k < array.length; k += 3) end = Math.max(end, array[k] ?? 0);
      return [
        {
          what: 'the largest normal force is half a metre long',
          measured: helper.forceScale * load,
          reference: 0.5,
          within: 0.1,
        },
        { what: 'the mark ends below the crate [m]', measured: end, reference: crate.position.x, within: 0.3 },
      ];
    },
  },

  '@stiction/vehicle': {
    needs: ['world', 'chassis', 'car', 'Body', 'Box', 'Vec3'],
    /** @param {{ world: import('cannon-es').World, chassis: import('cannon-es').Body, car: ReturnType<typeof import('@stiction/vehicle/cannon').createVehicle>, Body: Cannon['Body'], Box: Cannon['Box'], Vec3: Cannon['Vec3'] }} parts */
    run({ world, chassis, car, Body, Box, Vec3 }) {
      const [mu, speed, seconds] = [0.9, 20, 0.5];
      const ground = new Body({ mass: 0, shape: new Box(new Vec3(200, 1, 200)), position: new Vec3(0, -1, 0) });
      world.addBody(ground);
      chassis.linearDamping = chassis.angularDamping = 0;
      car.setSteering(0);
      car.setDrive(0);
      car.setBrake(20_000);
      run(world, 4);
      chassis.velocity.set(0, 0, speed);
      run(world, 1);
      const start = chassis.velocity.z;
      run(world, seconds);
      const measured = (start - chassis.velocity.z) / (seconds * G);
      return [{ what: 'μ of locked wheels', measured, reference: mu, within: 0.02 }];
    },
  },

  '@stiction/identify': {
    needs: ['mu'],
    /** @param {{ mu: import('@stiction/identify').Estimate }} parts */
    run({ mu }) {
      return [{ what: 'μ of a body that brakes with 3 m/s²', measured: mu.value, reference: 3 / G, within: 1e-4 }];
    },
  },

  '@stiction/top-down': {
    needs: ['world', 'floor', 'crate'],
    /** @param {{ world: import('planck').World, floor: import('@stiction/top-down').Floor<import('planck').Body>, crate: import('planck').Body }} parts */
    run({ world, floor, crate }) {
      const mu = 0.4; // as in the snippet
      crate.setPosition({ x: 0, y: 0 });
      crate.setLinearVelocity({ x: SPEED, y: 0 });
      let force = 0;
      for (let k = 0; k < 120; k++) {
        world.step(DT);
        if (k === 10) for (const { fx, fy } of floor.contacts()) force += Math.hypot(fx, fy);
      }
      // Planck's steps are short by v h/2.
      const measured = crate.getPosition().x + (SPEED * DT) / 2;
      return [
        { what: 'crate stops after v²/(2 μ g) [m]', measured, reference: SPEED ** 2 / (2 * mu * G), within: 1e-3 },
        { what: 'force of the floor μ m g [N]', measured: force, reference: mu * crate.getMass() * G, within: 1e-3 },
      ];
    },
  },

  '@stiction/texture-friction': {
    needs: ['installFriction', 'World', 'textured', 'floor'],
    /** @param {{ engine: Cannon, installFriction: InstallCannon, World: Cannon['World'], textured: typeof import('@stiction/texture-friction').textured, floor: ReturnType<typeof import('@stiction/texture-friction').surface> }} parts */
    run({ engine, installFriction, World, textured, floor }) {
      const mu0 = 0.2;
      const law = textured({ mu0, a: floor, sharpness: 3, width: 0.024 }); // a window of three teeth
      const seconds = 0.25;
      /** Friction coefficient of a box that starts along (x, y). @type {(x: number, y: number) => number} */
      const coefficient = (x, y) => {
        const world = new World();
        const box = cannonBody(engine, world, flatBox(engine));
        installFriction(world, { default: law }).setPair('floor', 'box', law);
        run(world, 0.5);
        box.velocity.set(x, y, 0);
        run(world, seconds);
        return (Math.hypot(x, y) - Math.hypot(box.velocity.x, box.velocity.y)) / (seconds * G);
      };
      // Gentle facets of slope 1/7 on 7/8 of the length, saliency 4.
      const across = mu0 + ((2 / Math.PI) * 4 * (7 / 8) ** (1 / 3)) / 7;
      return [
        {
          what: 'μ across the teeth, up their gentle side',
          measured: coefficient(2, 0),
          reference: across,
          within: 1e-3,
        },
        { what: 'μ along the teeth', measured: coefficient(0, 2), reference: mu0, within: 1e-3 },
      ];
    },
  },
};

/** Findings as text, with failures marked. @type {(name: string, parts: object) => { text: string, failed: boolean }[]} */
export function measure(name, parts) {
  return PROBES[name].run(/** @type {never} */ (parts)).map(({ what, measured, reference, within }) => {
    const failed = !(Math.abs(measured - reference) <= within * Math.abs(reference));
    const text = `${what}: ${measured.toPrecision(6)}, reference ${reference.toPrecision(6)} ± ${(100 * within).toPrecision(1)} %`;
    return { text: failed ? `${text}: WRONG` : text, failed };
  });
}
