import type { BodySpec, JointSpec, Rotation, Scene, Vector } from '@stiction/scenes';
import loadEngine from 'ammojs3/dist/ammo.wasm.js';
import { type Ammo, createShapes, findGround, type Ground, type Shape } from './ammo-shapes.js';
import type { Peer, PeerWorld } from './peer.js';
import { advanceKinematic, type KinematicState, massProperties, rotateBack } from './rigid-parts.js';

/**
 * Settings: more iterations (default 10) carry loads: the pull of case 6 is off by -0.2 % with 50 at 1/60. Two friction directions per point
 * instead of one keep stacks in place (20 cubes at 1/60: 2 cm off instead of metres). Steps are divided by four, like Bullet's
 * `stepSimulation` with its fixed step, but without its clock, which loses steps by rounding. Margins are as small as the engine
 * allows. Split impulse is on by default. Its exact solver (btMLCPSolver with btDantzigSolver) changes no result here, at twice the
 * cost. Ground: see `findGround`.
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

/** btContactSolverInfo has `m_solverMode`, but this build does not expose it: its memory word, its default, and the bit. */
const SOLVER_MODE = { at: 22, stock: 260, twoDirections: 16 };

type Body = InstanceType<Ammo['btRigidBody']>;
type Joint = InstanceType<Ammo['btTypedConstraint']>;

interface Engine extends ReturnType<typeof createArguments> {
  ammo: Ammo;
  settings: AmmoSettings;
  /** Kinematic bodies of the stepping world, and the entry of the engine's function table that reads their velocities. */
  carried: { parts: readonly Part[] };
  velocityCallback: number;
}

interface Part {
  spec: BodySpec;
  body: Body;
  motion: InstanceType<Ammo['btDefaultMotionState']>;
  /** Freed with the body: a compound's shape and its parts. */
  shapes: readonly Shape[];
  kinematic: KinematicState | null;
}

export async function loadAmmo(settings: Partial<AmmoSettings> = {}): Promise<Peer> {
  const ammo = await loadEngine();
  const to = createArguments(ammo);
  const carried: Engine['carried'] = { parts: [] };
  // Bullet derives velocities of kinematic bodies from two poses in single precision, which loses slow rotations. Set them before each step.
  const setVelocities = () => {
    for (const { body, kinematic } of carried.parts) {
      if (!kinematic) continue;
      body.setLinearVelocity(to.vector(kinematic.velocity));
      body.setAngularVelocity(to.vector(kinematic.spin));
    }
  };
  const velocityCallback = ammo.addFunction(setVelocities, ammo.INTERNAL_TICK_CALLBACK_SIGNATURE);
  const engine: Engine = { ammo, settings: { ...BEST, ...settings }, carried, velocityCallback, ...to };
  return {
    name: 'ammo',
    label: 'Bullet',
    version: 'ammojs3 0.0.11',
    settings: [
      '50 iterations instead of 10',
      '4 substeps per step',
      'two friction directions per point (SOLVER_USE_2_FRICTION_DIRECTIONS), except for anisotropic friction',
      'margins 1 mm instead of 4 cm, hulls 0.1 mm',
      'ground and upright cylinders as hulls with faces if there are no boxes',
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

/** Address of a new block of 64 kB: it moves up if memory leaks. */
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
    throw new Error(`scene '${scene.name}': Bullet multiplies restitutions, so all bouncing bodies must have the same`);
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
      const kinematics = [...parts.values()].filter(({ kinematic }) => kinematic);
      engine.carried.parts = kinematics;
      for (let k = 0; k < settings.substeps; k++) {
        for (const { kinematic, motion } of kinematics) {
          if (!kinematic) continue;
          advanceKinematic(kinematic, h);
          motion.setWorldTransform(engine.pose(kinematic.position, kinematic.rotation));
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
      const { body, kinematic } = part(name);
      return kinematic ? [...kinematic.velocity] : triple(body.getLinearVelocity());
    },
    angularVelocity(name) {
      const { body, kinematic } = part(name);
      return kinematic ? [...kinematic.spin] : triple(body.getAngularVelocity());
    },
    setVelocity(name, x, y, z) {
      const { body, kinematic } = moving(name);
      if (kinematic) kinematic.velocity = [x, y, z];
      else body.setLinearVelocity(engine.vector([x, y, z]));
    },
    setAngularVelocity(name, x, y, z) {
      const { body, kinematic } = moving(name);
      if (kinematic) kinematic.spin = [x, y, z];
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

function createStage({ ammo, settings, velocityCallback, vector }: Engine, { gravity, bodies, peerFriction }: Scene) {
  const configuration = new ammo.btDefaultCollisionConfiguration();
  const dispatcher = new ammo.btCollisionDispatcher(configuration);
  const broadphase = new ammo.btDbvtBroadphase();
  const solver = new ammo.btSequentialImpulseConstraintSolver();
  const world = new ammo.btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration);
  world.setGravity(vector(gravity));
  if (bodies.some(({ kind }) => kind === 'kinematic')) {
    ammo.AdapterFunctions.prototype.setInternalTickCallback(world, velocityCallback, 0, true);
  }
  const info = world.getSolverInfo();
  info.set_m_numIterations(settings.iterations);
  // With anisotropic friction Bullet scales both directions, and the end point of case 8 is off by 49 % instead of 19 %.
  if (settings.twoDirections && !peerFriction?.anisotropic) {
    const word = ammo.getPointer(info) / 4 + SOLVER_MODE.at;
    if (ammo.HEAP32[word] !== SOLVER_MODE.stock) throw new Error('ammo: m_solverMode has moved');
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
    return { spec, body, motion, shapes, kinematic: { position, rotation, velocity, spin: angularVelocity } };
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
  return { spec, body, motion, shapes, kinematic: null };
}

/** Bullet multiplies friction and restitution of two bodies. Rolling and spinning friction of each are multiplied by the other's friction. */
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
  // Bullet ignores spinning friction without rolling friction.
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
    rotateBack(rotation, [joint.at[0] - p[0], joint.at[1] - p[1], joint.at[2] - p[2]]);
  const pivotA = engine.vector(local(a));
  const pivotB = engine.second(local(b));
  if (joint.kind === 'ball') return new ammo.btPoint2PointConstraint(a.body, b.body, pivotA, pivotB);
  const [axisA, axisB] = [a, b].map(
    ({ spec: { rotation = [0, 0, 0, 1] } }) => new ammo.btVector3(...rotateBack(rotation, joint.axis)),
  );
  const hinge = new ammo.btHingeConstraint(a.body, b.body, pivotA, pivotB, axisA, axisB);
  ammo.destroy(axisA);
  ammo.destroy(axisB);
  return hinge;
}

function triple(v: { x(): number; y(): number; z(): number }): [number, number, number] {
  return [v.x(), v.y(), v.z()];
}
