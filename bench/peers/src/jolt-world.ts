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
import initJolt from 'jolt-physics';
import type { Peer, PeerWorld } from './peer.js';
import { massProperties } from './rigid-parts.js';

/**
 * Settings, chosen by cases 6 and 12. Velocity iterations, 10 by default, decide how accurately a load is carried: the pull of 1 kg under
 * 10 kg at 1/60 is off by -1.8 % with 10, by -0.2 % with 50. Collision steps, 1 by default, divide the step: a stack of 20 at 1/60 is
 * 18 cm off with 1, 4 mm with 4. The number of position iterations changes no result here, and a smaller slop makes stacks worse.
 * Friction is a cone by default. Convex radii are 0, because edges are sharp in all references.
 */
export interface JoltSettings {
  /** Velocity iterations per collision step. */
  velocitySteps: number;
  /** Collision steps per step. */
  collisionSteps: number;
}

const BEST: JoltSettings = { velocitySteps: 50, collisionSteps: 4 };

const load = () => initJolt();
type Jolt = Awaited<ReturnType<typeof load>>;
type Body = InstanceType<Jolt['Body']>;
type Shape = InstanceType<Jolt['Shape']>;
type System = InstanceType<Jolt['PhysicsSystem']>;
type Listener = InstanceType<Jolt['ContactListenerJS']>;

/** Layers of the broad phase, and of the filter. */
const STILL = 0;
const MOVING = 1;

/** Jolt's cylinder axis is y; a quarter turn about x makes it z. */
const UPRIGHT: Rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Extent of the plane's bounds [m]. */
const GROUND_HALF_WIDTH = 1000;

export async function loadJolt(settings: Partial<JoltSettings> = {}): Promise<Peer> {
  const jolt = await load();
  const to = createArguments(jolt);
  return {
    name: 'jolt',
    label: 'Jolt',
    version: 'jolt-physics 1.1.0',
    settings: [
      'mNumVelocitySteps 50 instead of 10',
      '4 collision steps per step instead of 1',
      'convex radii 0',
      'gyroscopic forces on (mApplyGyroscopicForce)',
    ],
    features: {
      materials: {
        anisotropic: false,
        spinningRadius: false,
        rollingRadius: false,
        staticKinetic: false,
        surfaceVelocity: true,
      },
      documented: {
        isotropic: 'BodyCreationSettings.mFriction',
        trueNormal: 'BodyCreationSettings.mFriction',
        perPair: 'ContactListener.OnContactAdded: ContactSettings.mCombinedFriction',
        swap: 'Body.SetFriction',
        surfaceVelocity: 'ContactSettings.mRelativeLinearSurfaceVelocity',
      },
    },
    memoryUsed: () => jolt.JoltInterface.prototype.sGetTotalMemory() - jolt.JoltInterface.prototype.sGetFreeMemory(),
    build: (scene) => createWorld(jolt, to, scene, { ...BEST, ...settings }),
  };
}

/** Argument objects, created once: they live in the engine's memory until they are freed. */
function createArguments(jolt: Jolt) {
  const v = new jolt.Vec3();
  const r = new jolt.RVec3();
  const q = new jolt.Quat();
  return {
    vector([x, y, z]: Vector) {
      v.Set(x, y, z);
      return v;
    },
    place([x, y, z]: Vector) {
      r.Set(x, y, z);
      return r;
    },
    rotation([x, y, z, w]: Rotation) {
      q.Set(x, y, z, w);
      return q;
    },
  };
}
type Arguments = ReturnType<typeof createArguments>;

function createWorld(jolt: Jolt, to: Arguments, scene: Scene, settings: JoltSettings): PeerWorld {
  const engine = createEngine(jolt, scene.bodies.length);
  const system = engine.GetPhysicsSystem();
  applySettings(system, settings, scene.lengthUnit ?? 1);
  system.SetGravity(to.vector(scene.gravity));
  const bodies = new Map<string, Body>();
  for (const spec of scene.bodies) bodies.set(spec.name, addBody(jolt, to, system, spec, scene));
  const body = (name: string): Body => {
    const found = bodies.get(name);
    if (!found) throw new Error(`scene '${scene.name}': no body named '${name}'`);
    return found;
  };
  const moving = (name: string): Body => {
    const found = body(name);
    if (found.IsStatic()) throw new Error(`scene '${scene.name}': body '${name}' is fixed`);
    return found;
  };
  for (const joint of scene.joints ?? []) addJoint(jolt, to, system, joint, body(joint.bodyA), body(joint.bodyB));
  const listener = listenToContacts(jolt, to, system, scene, bodies);
  let time = 0;
  const world: PeerWorld = {
    engine: 'jolt',
    friction: null,
    names: scene.bodies.map(({ name }) => name),
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(world, time, dt);
      engine.Step(dt, settings.collisionSteps);
      time += dt;
    },
    setGravity: (x, y, z) => system.SetGravity(to.vector([x, y, z])),
    position: (name) => triple(body(name).GetPosition()),
    rotation(name) {
      const q = body(name).GetRotation();
      return [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
    },
    velocity: (name) => triple(body(name).GetLinearVelocity()),
    angularVelocity: (name) => triple(body(name).GetAngularVelocity()),
    setVelocity: (name, x, y, z) => moving(name).SetLinearVelocity(to.vector([x, y, z])),
    setAngularVelocity: (name, x, y, z) => moving(name).SetAngularVelocity(to.vector([x, y, z])),
    push(name, x, y, z, from = [0, 0, 0]) {
      moving(name).AddForce(to.vector([x, y, z]));
      moving(name).AddTorque(to.vector(cross(from, [x, y, z])));
    },
    remove(name) {
      const id = body(name).GetID();
      system.GetBodyInterface().RemoveBody(id);
      system.GetBodyInterface().DestroyBody(id);
      bodies.delete(name);
    },
    dispose() {
      jolt.destroy(engine);
      if (listener) jolt.destroy(listener);
    },
  };
  return world;
}

/** The engine takes ownership of the layer tables. */
function createEngine(jolt: Jolt, bodies: number) {
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = bodies + 1;
  settings.mMaxBodyPairs = Math.max(1024, 32 * bodies);
  settings.mMaxContactConstraints = Math.max(1024, 8 * bodies);
  settings.mMaxWorkerThreads = 0;
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(STILL, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [STILL, MOVING]) {
    const broad = new jolt.BroadPhaseLayer(layer);
    layers.MapObjectToBroadPhaseLayer(layer, broad);
    jolt.destroy(broad);
  }
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const engine = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return engine;
}

function applySettings(system: System, { velocitySteps }: JoltSettings, lengthUnit: number): void {
  const settings = system.GetPhysicsSettings();
  settings.mNumVelocitySteps = velocitySteps;
  settings.mPenetrationSlop *= lengthUnit;
  settings.mSpeculativeContactDistance *= lengthUnit;
  settings.mManifoldTolerance *= lengthUnit;
  system.SetPhysicsSettings(settings);
}

function addBody(jolt: Jolt, to: Arguments, system: System, spec: BodySpec, scene: Scene): Body {
  const dynamic = spec.kind === 'dynamic';
  const type = dynamic
    ? jolt.EMotionType_Dynamic
    : spec.kind === 'kinematic'
      ? jolt.EMotionType_Kinematic
      : jolt.EMotionType_Static;
  const shape = createShape(jolt, to, spec);
  const place = to.place(spec.position);
  const turn = to.rotation(spec.rotation ?? [0, 0, 0, 1]);
  const layer = spec.kind === 'fixed' ? STILL : MOVING;
  const settings = new jolt.BodyCreationSettings(shape, place, turn, type, layer);
  settings.mFriction = scene.stockMu;
  settings.mRestitution = spec.bounce ?? 0;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mMaxAngularVelocity = 1e4;
  settings.mAllowSleeping = scene.canSleep ?? false;
  settings.mApplyGyroscopicForce = true;
  settings.mLinearVelocity = to.vector(spec.velocity ?? [0, 0, 0]);
  settings.mAngularVelocity = to.vector(spec.angularVelocity ?? [0, 0, 0]);
  if (dynamic) giveMass(jolt, to, settings, spec);
  if (spec.guide) settings.mAllowedDOFs = guideOf(jolt, spec.guide);
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateBody(settings);
  bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
  jolt.destroy(settings);
  shape.Release();
  return body;
}

function giveMass(
  jolt: Jolt,
  to: Arguments,
  settings: InstanceType<Jolt['BodyCreationSettings']>,
  spec: BodySpec,
): void {
  const { mass, moments } = massProperties(spec);
  settings.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
  settings.mMassPropertiesOverride.mMass = mass;
  const inertia = jolt.Mat44.prototype.sIdentity();
  inertia.SetDiagonal3(to.vector(moments));
  settings.mMassPropertiesOverride.mInertia = inertia;
}

function guideOf(jolt: Jolt, axis: 'x' | 'y' | 'z'): number {
  if (axis === 'x') return jolt.EAllowedDOFs_TranslationX;
  return axis === 'y' ? jolt.EAllowedDOFs_TranslationY : jolt.EAllowedDOFs_TranslationZ;
}

/** With the origin as centre of mass; owned by the caller. */
function createShape(jolt: Jolt, to: Arguments, spec: BodySpec): Shape {
  const pieces = piecesOf(spec.shape);
  const bare = pieces.length === 1 && spec.shape.kind !== 'compound' && spec.shape.kind !== 'cylinder';
  const shape = bare ? createPiece(jolt, to, pieces[0]) : combine(jolt, to, pieces);
  const [x, y, z] = triple(shape.GetCenterOfMass());
  if (spec.kind !== 'dynamic' || Math.hypot(x, y, z) === 0) return shape;
  const centred = new jolt.OffsetCenterOfMassShape(shape, to.vector([-x, -y, -z]));
  centred.AddRef();
  shape.Release();
  return centred;
}

function combine(jolt: Jolt, to: Arguments, pieces: readonly Piece[]): Shape {
  const settings = new jolt.StaticCompoundShapeSettings();
  for (const piece of pieces) {
    const { shape, position, rotation } = piece;
    const part = createPiece(jolt, to, piece);
    const turn = shape.kind === 'cylinder' ? multiply(rotation, UPRIGHT) : rotation;
    settings.AddShapeShape(to.vector(position), to.rotation(turn), part, 0);
    part.Release();
  }
  const shape = take(settings.Create());
  jolt.destroy(settings);
  return shape;
}

/** In its own frame, except for cylinders. */
function createPiece(jolt: Jolt, to: Arguments, { shape }: Piece): Shape {
  const hold = (made: Shape): Shape => {
    made.AddRef();
    return made;
  };
  switch (shape.kind) {
    case 'box':
      return hold(new jolt.BoxShape(to.vector(shape.halfExtents), 0));
    case 'sphere':
      return hold(new jolt.SphereShape(shape.radius));
    case 'cylinder':
      return hold(new jolt.CylinderShape(shape.height / 2, shape.radius, 0));
    case 'hull': {
      const settings = new jolt.ConvexHullShapeSettings();
      settings.mMaxConvexRadius = 0;
      for (const point of shape.points) settings.mPoints.push_back(to.vector(point));
      const hull = take(settings.Create());
      jolt.destroy(settings);
      return hull;
    }
    case 'ground': {
      const plane = new jolt.Plane(to.vector([0, 0, 1]), 0);
      const ground = hold(new jolt.PlaneShape(plane, undefined, GROUND_HALF_WIDTH));
      jolt.destroy(plane);
      return ground;
    }
  }
}

/** The shape of a result, kept alive beyond the result. */
function take(result: InstanceType<Jolt['ShapeResult']>): Shape {
  if (result.HasError()) throw new Error(`jolt: ${result.GetError().c_str()}`);
  const shape = result.Get();
  shape.AddRef();
  result.Clear();
  return shape;
}

function addJoint(jolt: Jolt, to: Arguments, system: System, joint: JointSpec, a: Body, b: Body): void {
  if (joint.kind === 'ball') {
    const settings = new jolt.PointConstraintSettings();
    settings.mPoint1 = to.place(joint.at);
    settings.mPoint2 = to.place(joint.at);
    system.AddConstraint(settings.Create(a, b));
    jolt.destroy(settings);
    return;
  }
  const settings = new jolt.HingeConstraintSettings();
  settings.mPoint1 = to.place(joint.at);
  settings.mPoint2 = to.place(joint.at);
  settings.mHingeAxis1 = to.vector(joint.axis);
  settings.mHingeAxis2 = to.vector(joint.axis);
  const normal = to.vector(joint.axis).GetNormalizedPerpendicular();
  settings.mNormalAxis1 = normal;
  settings.mNormalAxis2 = normal;
  system.AddConstraint(settings.Create(a, b));
  jolt.destroy(settings);
}

/** Sets surface velocities, and the smaller of two restitutions, per contact. Only for scenes that need it. */
function listenToContacts(
  jolt: Jolt,
  to: Arguments,
  system: System,
  { bodies: specs, peerFriction }: Scene,
  bodies: ReadonlyMap<string, Body>,
): Listener | null {
  const belt = peerFriction?.surfaceVelocity;
  if (!belt && !specs.some(({ bounce }) => bounce)) return null;
  const bounces = new Map(specs.map(({ name, bounce = 0 }) => [jolt.getPointer(bodies.get(name)), bounce]));
  const moved = belt && jolt.getPointer(bodies.get(belt.body));
  const apply = (a: number, b: number, _manifold: number, pointer: number): void => {
    const contact = jolt.wrapPointer(pointer, jolt.ContactSettings);
    contact.mCombinedRestitution = Math.min(bounces.get(a) ?? 0, bounces.get(b) ?? 0);
    if (!belt || (a !== moved && b !== moved)) return;
    // Of the second body relative to the first.
    const sense = b === moved ? 1 : -1;
    const [x, y, z] = belt.velocity;
    contact.mRelativeLinearSurfaceVelocity = to.vector([sense * x, sense * y, sense * z]);
  };
  const listener = new jolt.ContactListenerJS();
  listener.OnContactAdded = apply;
  listener.OnContactPersisted = apply;
  listener.OnContactRemoved = () => undefined;
  listener.OnContactValidate = () => jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  system.SetContactListener(listener);
  return listener;
}

function triple(v: { GetX(): number; GetY(): number; GetZ(): number }): [number, number, number] {
  return [v.GetX(), v.GetY(), v.GetZ()];
}
