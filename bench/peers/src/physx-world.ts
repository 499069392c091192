import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type BodySpec,
  cross,
  type JointSpec,
  multiply,
  type Piece,
  piecesOf,
  type Rotation,
  type Scene,
  type Vector,
} from '@stiction/scenes';
import initPhysx from 'physx-js-webidl';
import type { Peer, PeerWorld } from './peer.js';
import { advanceKinematic, type KinematicState, massProperties, rotateBack, rotationFromX } from './rigid-parts.js';

/**
 * Settings: TGS, the solver with the finest steps. With PGS, sliding and spinning of the disc of case 4 are not coupled (distance off by
 * -46 % instead of 9 %) and there is no torsion. 255 position iterations are the maximum: with 16 a stack of 20 at 1/60 is 5 cm off
 * after 10 s, with 255 2 µm. Velocity iterations and averaged contact points carry loads: the pull of case 6 at 1/60 is off by -3 % with
 * 1 and without, by -0.3 % with these. Contact offset and friction correlation distance change nothing here. A contact slop
 * coefficient of 1 makes stacks exact to 1e-9 m but stops rolling balls: it stays 0. `simulate` has no substeps.
 */
export interface PhysxSettings {
  solver: 'tgs' | 'pgs';
  positionIterations: number;
  velocityIterations: number;
  averagePoint: boolean;
}

const BEST: PhysxSettings = { solver: 'tgs', positionIterations: 255, velocityIterations: 8, averagePoint: true };

/** The axis of planes and cylinders is x. */
const UP = rotationFromX([0, 0, 1]);

/** Contact offset [m]. */
const CONTACT_OFFSET = 0.02;

/** The package is built for the web only, which it checks in the synchronous first part of its start. */
async function load() {
  const file = createRequire(import.meta.url).resolve('physx-js-webidl/physx-js-webidl.wasm');
  const options = { wasmBinary: await readFile(file) };
  const { process } = globalThis;
  Object.assign(globalThis, { process: undefined, window: globalThis });
  try {
    return initPhysx(options);
  } finally {
    Object.assign(globalThis, { process });
    Reflect.deleteProperty(globalThis, 'window');
  }
}
type Physx = Awaited<ReturnType<typeof load>>;
type Physics = InstanceType<Physx['PxPhysics']>;
type Actor = InstanceType<Physx['PxRigidActor']>;
type Dynamic = InstanceType<Physx['PxRigidDynamic']>;
type Geometry = InstanceType<Physx['PxGeometry']>;
type Material = InstanceType<Physx['PxMaterial']>;

/** The module, objects shared by all worlds, and argument objects. */
interface Engine extends ReturnType<typeof createArguments> {
  px: Physx;
  physics: Physics;
  dispatcher: InstanceType<Physx['PxDefaultCpuDispatcher']>;
  /** Everything collides with everything. */
  filter: InstanceType<Physx['PxFilterData']>;
  settings: PhysxSettings;
}

interface Part {
  spec: BodySpec;
  actor: Actor;
  /** null for fixed bodies. */
  dynamic: Dynamic | null;
  kinematic: KinematicState | null;
}

export async function loadPhysx(settings: Partial<PhysxSettings> = {}): Promise<Peer> {
  const px = await load();
  const version = px.PHYSICS_VERSION;
  const foundation = px.CreateFoundation(version, new px.PxDefaultAllocator(), new px.PxDefaultErrorCallback());
  const physics = px.CreatePhysics(version, foundation, new px.PxTolerancesScale());
  px.InitExtensions(physics);
  const engine: Engine = {
    px,
    physics,
    dispatcher: px.DefaultCpuDispatcherCreate(0),
    filter: new px.PxFilterData(1, 1, 0, 0),
    settings: { ...BEST, ...settings },
    ...createArguments(px),
  };
  return {
    name: 'physx',
    label: 'PhysX',
    version: 'physx-js-webidl 2.7.3',
    settings: [
      'solver TGS instead of PGS',
      '255 position and 8 velocity iterations instead of 4 and 1',
      'averaged contact points (eENABLE_AVERAGE_POINT)',
    ],
    features: {
      materials: {
        anisotropic: false,
        spinningRadius: true,
        rollingRadius: false,
        staticKinetic: true,
        surfaceVelocity: false,
      },
      documented: {
        isotropic: 'PxFrictionType::ePATCH',
        trueNormal: 'PxFrictionType::ePATCH',
        spinning: 'PxShape.setMinTorsionalPatchRadius',
        staticKinetic: 'PxMaterial.setStaticFriction, setDynamicFriction',
        swap: 'PxMaterial.setDynamicFriction',
      },
    },
    memoryUsed: () => memoryMark(px),
    build: (scene) => createWorld(engine, scene),
  };
}

/** Address of a new block of 48 kB: it moves up if memory leaks. */
function memoryMark(px: Physx): number {
  const block = new px.PxArray_PxVec3(4096);
  const address = Number(Reflect.get(block.begin(), 'ptr'));
  px.destroy(block);
  return address;
}

function createArguments(px: Physx) {
  const v = new px.PxVec3();
  const q = new px.PxQuat();
  const pose = new px.PxTransform();
  return {
    vector([x, y, z]: Vector) {
      v.x = x;
      v.y = y;
      v.z = z;
      return v;
    },
    pose([x, y, z]: Vector, [qx, qy, qz, qw]: Rotation) {
      v.x = x;
      v.y = y;
      v.z = z;
      q.x = qx;
      q.y = qy;
      q.z = qz;
      q.w = qw;
      pose.p = v;
      pose.q = q;
      return pose;
    },
  };
}

function createWorld(engine: Engine, scene: Scene): PeerWorld {
  const { px } = engine;
  const stage = createScene(engine, scene);
  const parts = new Map<string, Part>();
  const cleanUp: { release(): void }[] = [];
  for (const spec of scene.bodies) {
    const part = addBody(engine, scene, spec, cleanUp);
    stage.addActor(part.actor);
    parts.set(spec.name, part);
  }
  const part = (name: string): Part => {
    const found = parts.get(name);
    if (!found) throw new Error(`scene '${scene.name}': no body named '${name}'`);
    return found;
  };
  const moving = (name: string): Part & { dynamic: Dynamic } => {
    const { dynamic, ...rest } = part(name);
    if (!dynamic) throw new Error(`scene '${scene.name}': body '${name}' is fixed`);
    return { dynamic, ...rest };
  };
  const joints = (scene.joints ?? []).map((joint) => createJoint(engine, joint, part(joint.bodyA), part(joint.bodyB)));
  let time = 0;
  const world: PeerWorld = {
    engine: 'physx',
    friction: null,
    names: scene.bodies.map(({ name }) => name),
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(world, time, dt);
      for (const { dynamic, kinematic } of parts.values()) {
        if (!dynamic || !kinematic) continue;
        advanceKinematic(kinematic, dt);
        dynamic.setKinematicTarget(engine.pose(kinematic.position, kinematic.rotation));
      }
      stage.simulate(dt);
      stage.fetchResults(true);
      time += dt;
    },
    setGravity: (x, y, z) => stage.setGravity(engine.vector([x, y, z])),
    position: (name) => triple(part(name).actor.getGlobalPose().p),
    rotation(name) {
      const { x, y, z, w } = part(name).actor.getGlobalPose().q;
      return [x, y, z, w];
    },
    velocity(name) {
      const { dynamic, kinematic } = part(name);
      if (kinematic) return [...kinematic.velocity];
      return dynamic ? triple(dynamic.getLinearVelocity()) : [0, 0, 0];
    },
    angularVelocity(name) {
      const { dynamic, kinematic } = part(name);
      if (kinematic) return [...kinematic.spin];
      return dynamic ? triple(dynamic.getAngularVelocity()) : [0, 0, 0];
    },
    setVelocity(name, x, y, z) {
      const { dynamic, kinematic } = moving(name);
      if (kinematic) kinematic.velocity = [x, y, z];
      else dynamic.setLinearVelocity(engine.vector([x, y, z]));
    },
    setAngularVelocity(name, x, y, z) {
      const { dynamic, kinematic } = moving(name);
      if (kinematic) kinematic.spin = [x, y, z];
      else dynamic.setAngularVelocity(engine.vector([x, y, z]));
    },
    push(name, x, y, z, from = [0, 0, 0]) {
      const { dynamic } = moving(name);
      dynamic.addForce(engine.vector([x, y, z]), px.PxForceModeEnum.eFORCE);
      dynamic.addTorque(engine.vector(cross(from, [x, y, z])), px.PxForceModeEnum.eFORCE);
    },
    remove(name) {
      const { actor } = part(name);
      stage.removeActor(actor);
      actor.release();
      parts.delete(name);
    },
    dispose() {
      for (const joint of joints) joint.release();
      for (const { actor } of parts.values()) actor.release();
      stage.release();
      for (const thing of cleanUp) thing.release();
    },
  };
  return world;
}

function createScene({ px, physics, dispatcher, settings, vector }: Engine, { gravity, lengthUnit = 1 }: Scene) {
  const scale = new px.PxTolerancesScale();
  scale.length = lengthUnit;
  scale.speed = 10 * lengthUnit;
  const desc = new px.PxSceneDesc(scale);
  desc.gravity = vector(gravity);
  desc.cpuDispatcher = dispatcher;
  desc.filterShader = px.DefaultFilterShader();
  desc.solverType = settings.solver === 'tgs' ? px.PxSolverTypeEnum.eTGS : px.PxSolverTypeEnum.ePGS;
  if (settings.averagePoint) desc.flags.raise(px.PxSceneFlagEnum.eENABLE_AVERAGE_POINT);
  const stage = physics.createScene(desc);
  px.destroy(desc);
  px.destroy(scale);
  return stage;
}

function addBody(engine: Engine, scene: Scene, spec: BodySpec, cleanUp: { release(): void }[]): Part {
  const { px, physics, settings } = engine;
  const { position, rotation = [0, 0, 0, 1], velocity = [0, 0, 0], angularVelocity = [0, 0, 0], kind } = spec;
  const pose = engine.pose(position, rotation);
  const dynamic = kind === 'fixed' ? null : physics.createRigidDynamic(pose);
  const actor = dynamic ?? physics.createRigidStatic(pose);
  const material = createMaterial(engine, scene, spec);
  for (const piece of piecesOf(spec.shape)) attach(engine, scene, actor, material, piece, cleanUp);
  material.release();
  if (dynamic && kind === 'kinematic') {
    dynamic.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eKINEMATIC, true);
    return { spec, actor, dynamic, kinematic: { position, rotation, velocity, spin: angularVelocity } };
  }
  if (dynamic) {
    const { mass, moments } = massProperties(spec);
    dynamic.setMass(mass);
    dynamic.setMassSpaceInertiaTensor(engine.vector(moments));
    dynamic.setLinearDamping(0);
    dynamic.setAngularDamping(0);
    dynamic.setMaxAngularVelocity(1e4);
    dynamic.setSolverIterationCounts(settings.positionIterations, settings.velocityIterations);
    // No energy is below this, so nothing sleeps.
    if (!scene.canSleep) dynamic.setSleepThreshold(0);
    dynamic.setLinearVelocity(engine.vector(velocity));
    dynamic.setAngularVelocity(engine.vector(angularVelocity));
    if (spec.guide) lock(engine, dynamic, spec.guide);
  }
  return { spec, actor, dynamic, kinematic: null };
}

function createMaterial({ px, physics }: Engine, scene: Scene, spec: BodySpec): Material {
  const { muS, muC } = scene.peerFriction?.staticKinetic ?? { muS: scene.stockMu, muC: scene.stockMu };
  const material = physics.createMaterial(muS, muC, spec.bounce ?? 0);
  material.setRestitutionCombineMode(px.PxCombineModeEnum.eMIN);
  return material;
}

function lock({ px }: Engine, body: Dynamic, guide: 'x' | 'y' | 'z'): void {
  const flags = px.PxRigidDynamicLockFlagEnum;
  const linear = { x: flags.eLOCK_LINEAR_X, y: flags.eLOCK_LINEAR_Y, z: flags.eLOCK_LINEAR_Z };
  const turns = [flags.eLOCK_ANGULAR_X, flags.eLOCK_ANGULAR_Y, flags.eLOCK_ANGULAR_Z];
  for (const flag of [linear.x, linear.y, linear.z, ...turns]) {
    if (flag !== linear[guide]) body.setRigidDynamicLockFlag(flag, true);
  }
}

function attach(
  engine: Engine,
  scene: Scene,
  actor: Actor,
  material: Material,
  { shape, position, rotation }: Piece,
  cleanUp: { release(): void }[],
): void {
  const { px, physics } = engine;
  const spinningRadius = scene.peerFriction?.spinningRadius;
  const { geometry, turn } = createGeometry(engine, shape, cleanUp);
  const made = physics.createShape(geometry, material, true);
  made.setLocalPose(engine.pose(position, turn ? multiply(rotation, turn) : rotation));
  made.setContactOffset(CONTACT_OFFSET * (scene.lengthUnit ?? 1));
  made.setRestOffset(0);
  // The torque about the normal is bounded by μ times this radius times N.
  if (spinningRadius) made.setMinTorsionalPatchRadius(spinningRadius / scene.stockMu);
  made.setSimulationFilterData(engine.filter);
  actor.attachShape(made);
  made.release();
  px.destroy(geometry);
}

function createGeometry(
  engine: Engine,
  shape: Piece['shape'],
  cleanUp: { release(): void }[],
): { geometry: Geometry; turn?: Rotation } {
  const { px } = engine;
  switch (shape.kind) {
    case 'box':
      return { geometry: new px.PxBoxGeometry(...shape.halfExtents) };
    case 'sphere':
      return { geometry: new px.PxSphereGeometry(shape.radius) };
    case 'cylinder': {
      const core = new px.PxConvexCoreCylinder(shape.height, shape.radius);
      // Static in its types, but it exists on instances.
      const factory: unknown = px.PxConvexCoreGeometryFactory.prototype;
      const geometry = (factory as typeof px.PxConvexCoreGeometryFactory).createFromCylinder(core, 0);
      px.destroy(core);
      return { geometry, turn: UP };
    }
    case 'hull': {
      const mesh = createHull(engine, shape.points);
      cleanUp.push(mesh);
      return { geometry: new px.PxConvexMeshGeometry(mesh) };
    }
    case 'ground':
      return { geometry: new px.PxPlaneGeometry(), turn: UP };
  }
}

function createHull({ px, vector }: Engine, points: readonly Vector[]) {
  const scale = new px.PxTolerancesScale();
  const params = new px.PxCookingParams(scale);
  const corners = new px.PxArray_PxVec3();
  for (const point of points) corners.pushBack(vector(point));
  const desc = new px.PxConvexMeshDesc();
  desc.flags.raise(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  desc.points.count = points.length;
  desc.points.stride = 12;
  desc.points.data = corners.begin();
  const mesh = px.CreateConvexMesh(params, desc);
  px.destroy(desc);
  px.destroy(corners);
  px.destroy(params);
  px.destroy(scale);
  return mesh;
}

/** Both bodies have the joint's initial frame; its x is the hinge axis. */
function createJoint(engine: Engine, joint: JointSpec, a: Part, b: Part) {
  const { px, physics } = engine;
  const [frameA, frameB] = [a, b].map(({ spec }) => {
    const { position, rotation = [0, 0, 0, 1] } = spec;
    const at = rotateBack(rotation, minus(joint.at, position));
    const turn = joint.kind === 'hinge' ? rotationFromX(rotateBack(rotation, joint.axis)) : invert(rotation);
    const { p, q } = engine.pose(at, turn);
    return new px.PxTransform(p, q);
  });
  const made =
    joint.kind === 'ball'
      ? px.SphericalJointCreate(physics, a.actor, frameA, b.actor, frameB)
      : px.RevoluteJointCreate(physics, a.actor, frameA, b.actor, frameB);
  made.setConstraintFlag(px.PxConstraintFlagEnum.eCOLLISION_ENABLED, true);
  px.destroy(frameA);
  px.destroy(frameB);
  return made;
}

function invert([x, y, z, w]: Rotation): Rotation {
  return [-x, -y, -z, w];
}

function minus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax - bx, ay - by, az - bz];
}

function triple({ x, y, z }: { x: number; y: number; z: number }): [number, number, number] {
  return [x, y, z];
}
