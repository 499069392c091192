import type { BodySpec, JointSpec, Rotation, Scene, Vector } from '@stiction/scenes';
import loadEngine from 'ammojs3/dist/ammo.wasm.js';
import { type Ammo, createShapes, findGround, type Ground, type Shape } from './ammo-shapes.js';
import type { Peer, PeerWorld } from './peer.js';
import { advanceCarrier, type Carrier, massProperties, turnBack } from './rigid-parts.js';

/**
 * Settings: sweeps, 10 by default, carry loads: the pull of row 6 is -0.2 % off with 50 at 1/60. Two directions of friction per point
 * instead of one keep stacks in place (20 cubes at 1/60: 2 cm off instead of metres). Steps are divided by four, as Bullet's
 * `stepSimulation` does by its fixed step, but without its clock, whose rounding loses steps. Margins as small as the
 * engine bears. Split impulse is on by default. Its exact solver (btMLCPSolver with btDantzigSolver) changes nothing in
 * what is measured here, at twice the cost. Ground: see `findGround`.
 */
export interface AmmoSettings {
  iterations: number;
  substeps: number;
  twoDirections: boolean;
}

const BEST: AmmoSettings = { iterations: 50, substeps: 4, twoDirections: true };

/** Bits of btCollisionObject and btRigidBody. */
const KINEMATIC = 2;
const NEVER_SLEEP = 4;
const ANISOTROPIC = 1;

/** btContactSolverInfo has `m_solverMode`, but this build no name for it: its word there, what it is by default, and the bit. */
const SOLVER_MODE = { at: 22, stock: 260, twoDirections: 16 };

type Body = InstanceType<Ammo['btRigidBody']>;
type Joint = InstanceType<Ammo['btTypedConstraint']>;

interface Engine extends ReturnType<typeof createArguments> {
  ammo: Ammo;
  settings: AmmoSettings;
  /** Those of the world that steps, and the function in the engine's table that tells it their velocities. */
  carried: { parts: readonly Part[] };
  tellVelocities: number;
}

interface Part {
  spec: BodySpec;
  body: Body;
  motion: InstanceType<Ammo['btDefaultMotionState']>;
  /** Freed with the body: that of a compound and its parts. */
  shapes: readonly Shape[];
  carrier: Carrier | null;
}

export async function loadAmmo(settings: Partial<AmmoSettings> = {}): Promise<Peer> {
  const ammo = await loadEngine();
  const to = createArguments(ammo);
  const carried: Engine['carried'] = { parts: [] };
  // Bullet takes velocities of carriers from two poses, in single precision: slow turns are lost. So it is told before each step.
  const tell = () => {
    for (const { body, carrier } of carried.parts) {
      if (!carrier) continue;
      body.setLinearVelocity(to.vector(carrier.velocity));
      body.setAngularVelocity(to.vector(carrier.spin));
    }
  };
  const tellVelocities = ammo.addFunction(tell, ammo.INTERNAL_TICK_CALLBACK_SIGNATURE);
  const engine: Engine = { ammo, settings: { ...BEST, ...settings }, carried, tellVelocities, ...to };
  return {
    name: 'ammo',
    label: 'Bullet',
    version: 'ammojs3 0.0.11',
    settings: [
      '50 iterations instead of 10',
      '4 steps per step',
      'two directions of friction per point (SOLVER_USE_2_FRICTION_DIRECTIONS), but for anisotropic friction',
      'margins 1 mm instead of 4 cm, of hulls 0.1 mm',
      'ground and standing cylinders as hulls with faces where there are no boxes',
    ],
    features: {
      materials: {
        anisotropic: true,
        spinningRadius: true,
        rollingRadius: true,
        staticKinetic: false,
        surfaceVelocity: false,
      },
      documented: {
        isotropic: 'btCollisionObject.setFriction',
        trueNormal: 'btCollisionObject.setFriction',
        spinning: 'btCollisionObject.setSpinningFriction',
        rolling: 'btCollisionObject.setRollingFriction',
        anisotropic: 'btCollisionObject.setAnisotropicFriction',
        swap: 'btCollisionObject.setFriction',
      },
    },
    memoryUsed: () => memoryMark(ammo),
    build: (scene) => createWorld(engine, scene),
  };
}

/** The address at which 64 kB find room: it moves up when memory is not given back. */
function memoryMark(ammo: Ammo): number {
  const block = ammo._malloc(65536);
  ammo._free(block);
  return block;
}

function createArguments(ammo: Ammo) {
  const v = new ammo.btVector3(0, 0, 0);
  const w = new ammo.btVector3(0, 0, 0);
  const q = new ammo.btQuaternion(0, 0, 0, 1);
  const pose = new ammo.btTransform();
  const vector = ([x, y, z]: Vector) => {
    v.setValue(x, y, z);
    return v;
  };
  return {
    vector,
    /** Another, for calls that take two. */
    second([x, y, z]: Vector) {
      w.setValue(x, y, z);
      return w;
    },
    pose(position: Vector, [x, y, z, r]: Rotation) {
      q.setValue(x, y, z, r);
      pose.setIdentity();
      pose.setOrigin(vector(position));
      pose.setRotation(q);
      return pose;
    },
  };
}

function createWorld(engine: Engine, scene: Scene): PeerWorld {
  const { ammo, settings } = engine;
  const { world: stage, free } = createStage(engine, scene);
  const bounces = new Set(scene.bodies.map(({ bounce }) => bounce).filter((bounce) => bounce));
  if (bounces.size > 1)
    throw new Error(`scene '${scene.name}': Bullet multiplies restitutions, so all that bounce must bounce alike`);
  const ground = findGround(scene);
  const parts = new Map<string, Part>();
  for (const spec of scene.bodies) {
    const part = createPart(engine, scene, spec, ground);
    stage.addRigidBody(part.body);
    parts.set(spec.name, part);
  }
  const part = (name: string): Part => {
    const found = parts.get(name);
    if (!found) throw new Error(`scene '${scene.name}': no body named '${name}'`);
    return found;
  };
  const moving = (name: string): Part => {
    const found = part(name);
    if (found.spec.kind === 'fixed') throw new Error(`scene '${scene.name}': body '${name}' is fixed`);
    return found;
  };
  const joints = (scene.joints ?? []).map((joint) => createJoint(engine, joint, part(joint.bodyA), part(joint.bodyB)));
  for (const joint of joints) stage.addConstraint(joint);
  const pushes: (() => void)[] = [];
  let time = 0;
  const world: PeerWorld = {
    engine: 'ammo',
    friction: null,
    names: scene.bodies.map(({ name }) => name),
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(world, time, dt);
      const h = dt / settings.substeps;
      const carriers = [...parts.values()].filter(({ carrier }) => carrier);
      engine.carried.parts = carriers;
      for (let k = 0; k < settings.substeps; k++) {
        for (const { carrier, motion } of carriers) {
          if (!carrier) continue;
          advanceCarrier(carrier, h);
          motion.setWorldTransform(engine.pose(carrier.position, carrier.rotation));
        }
        for (const push of pushes) push();
        stage.stepSimulation(h, 0);
      }
      pushes.length = 0;
      time += dt;
    },
    setGravity: (x, y, z) => stage.setGravity(engine.vector([x, y, z])),
    position: (name) => triple(part(name).body.getWorldTransform().getOrigin()),
    rotation(name) {
      const q = part(name).body.getWorldTransform().getRotation();
      return [q.x(), q.y(), q.z(), q.w()];
    },
    velocity(name) {
      const { body, carrier } = part(name);
      return carrier ? [...carrier.velocity] : triple(body.getLinearVelocity());
    },
    angularVelocity(name) {
      const { body, carrier } = part(name);
      return carrier ? [...carrier.spin] : triple(body.getAngularVelocity());
    },
    setVelocity(name, x, y, z) {
      const { body, carrier } = moving(name);
      if (carrier) carrier.velocity = [x, y, z];
      else body.setLinearVelocity(engine.vector([x, y, z]));
    },
    setAngularVelocity(name, x, y, z) {
      const { body, carrier } = moving(name);
      if (carrier) carrier.spin = [x, y, z];
      else body.setAngularVelocity(engine.vector([x, y, z]));
    },
    push(name, x, y, z, from = [0, 0, 0]) {
      const { body } = moving(name);
      pushes.push(() => body.applyForce(engine.vector([x, y, z]), engine.second(from)));
    },
    remove(name) {
      const gone = part(name);
      stage.removeRigidBody(gone.body);
      freePart(ammo, gone);
      parts.delete(name);
    },
    contactCount() {
      const dispatcher = stage.getDispatcher();
      let count = 0;
      for (let k = dispatcher.getNumManifolds() - 1; k >= 0; k--) {
        count += dispatcher.getManifoldByIndexInternal(k).getNumContacts();
      }
      return count;
    },
    dispose() {
      for (const joint of joints) {
        stage.removeConstraint(joint);
        ammo.destroy(joint);
      }
      for (const { body } of parts.values()) stage.removeRigidBody(body);
      for (const one of parts.values()) freePart(ammo, one);
      free();
    },
  };
  return world;
}

function createStage({ ammo, settings, tellVelocities, vector }: Engine, { gravity, bodies, peerFriction }: Scene) {
  const configuration = new ammo.btDefaultCollisionConfiguration();
  const dispatcher = new ammo.btCollisionDispatcher(configuration);
  const broadphase = new ammo.btDbvtBroadphase();
  const solver = new ammo.btSequentialImpulseConstraintSolver();
  const world = new ammo.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration);
  world.setGravity(vector(gravity));
  if (bodies.some(({ kind }) => kind === 'kinematic')) {
    ammo.AdapterFunctions.prototype.setInternalTickCallback(world, tellVelocities, 0, true);
  }
  const info = world.getSolverInfo();
  info.set_m_numIterations(settings.iterations);
  // Where friction is anisotropic Bullet scales both directions, and then the end of row 8 is 49 % off instead of 19 %.
  if (settings.twoDirections && !peerFriction?.anisotropic) {
    const word = ammo.getPointer(info) / 4 + SOLVER_MODE.at;
    if (ammo.HEAP32[word] !== SOLVER_MODE.stock) throw new Error('ammo: m_solverMode is not where it was');
    ammo.HEAP32[word] |= SOLVER_MODE.twoDirections;
  }
  const free = () => {
    for (const thing of [world, solver, broadphase, dispatcher, configuration]) ammo.destroy(thing);
  };
  return { world, free };
}

function createPart(engine: Engine, scene: Scene, spec: BodySpec, ground: Ground): Part {
  const { ammo } = engine;
  const { kind, position, rotation = [0, 0, 0, 1], velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = spec;
  const shapes = createShapes(engine, spec, ground);
  const { mass, moments } = kind === 'dynamic' ? massProperties(spec) : { mass: 0, moments: [0, 0, 0] as const };
  const motion = new ammo.btDefaultMotionState(engine.pose(position, rotation));
  const info = new ammo.btRigidBodyConstructionInfo(mass, motion, shapes[0], engine.vector(moments));
  const body = new ammo.btRigidBody(info);
  ammo.destroy(info);
  body.setDamping(0, 0);
  giveFriction(engine, scene, spec, body);
  if (!scene.canSleep) body.setActivationState(NEVER_SLEEP);
  if (kind === 'kinematic') {
    body.setCollisionFlags(KINEMATIC);
    body.setActivationState(NEVER_SLEEP);
    return { spec, body, motion, shapes, carrier: { position, rotation, velocity, spin: angularVelocity } };
  }
  if (kind === 'dynamic') {
    body.setLinearVelocity(engine.vector(velocity));
    body.setAngularVelocity(engine.vector(angularVelocity));
  }
  if (spec.guide) {
    const { guide } = spec;
    body.setLinearFactor(engine.vector([Number(guide === 'x'), Number(guide === 'y'), Number(guide === 'z')]));
    body.setAngularFactor(engine.vector([0, 0, 0]));
  }
  return { spec, body, motion, shapes, carrier: null };
}

/** Of two bodies Bullet multiplies friction and restitution. Rolling and spinning friction of each count times the other's friction. */
function giveFriction(
  { vector }: Engine,
  { stockMu, peerFriction = {} }: Scene,
  { name, bounce = 0 }: BodySpec,
  body: Body,
): void {
  const { anisotropic, rollingRadius, spinningRadius } = peerFriction;
  const mu = anisotropic ? Math.max(...anisotropic.mu) : stockMu;
  const own = Math.sqrt(mu);
  body.setFriction(own);
  body.setRestitution(Math.sqrt(bounce));
  // Without any rolling friction Bullet leaves spinning friction out.
  const rolling = rollingRadius ?? 1e-6 * (spinningRadius ?? 0);
  if (rolling) body.setRollingFriction(rolling / (2 * own));
  if (spinningRadius) body.setSpinningFriction(spinningRadius / (2 * own));
  if (anisotropic?.body === name) {
    body.setAnisotropicFriction(vector([anisotropic.mu[0] / mu, anisotropic.mu[1] / mu, 1]), ANISOTROPIC);
  }
}

function freePart(ammo: Ammo, { body, motion, shapes }: Part): void {
  ammo.destroy(body);
  ammo.destroy(motion);
  for (const shape of shapes) ammo.destroy(shape);
}

function createJoint(engine: Engine, joint: JointSpec, a: Part, b: Part): Joint {
  const { ammo } = engine;
  const local = ({ spec: { position: p, rotation = [0, 0, 0, 1] } }: Part): Vector =>
    turnBack(rotation, [joint.at[0] - p[0], joint.at[1] - p[1], joint.at[2] - p[2]]);
  const pivotA = engine.vector(local(a));
  const pivotB = engine.second(local(b));
  if (joint.kind === 'ball') return new ammo.btPoint2PointConstraint(a.body, b.body, pivotA, pivotB);
  const [axisA, axisB] = [a, b].map(
    ({ spec: { rotation = [0, 0, 0, 1] } }) => new ammo.btVector3(...turnBack(rotation, joint.axis)),
  );
  const hinge = new ammo.btHingeConstraint(a.body, b.body, pivotA, pivotB, axisA, axisB);
  ammo.destroy(axisA);
  ammo.destroy(axisB);
  return hinge;
}

function triple(v: { x(): number; y(): number; z(): number }): [number, number, number] {
  return [v.x(), v.y(), v.z()];
}
