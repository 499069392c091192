import {
  type BodySpec,
  type JointSpec,
  multiply,
  type Piece,
  piecesOf,
  type Rotation,
  rotateVector,
  type Scene,
  type Vector,
} from '@stiction/scenes';
import { massProperties, rotateBack } from './rigid-parts.js';

/**
 * A scene as MJCF, MuJoCo's model format. Bodies are b0, b1, …, in the order of the scene, their geoms b0.0, b0.1, … Each dynamic and
 * kinematic body is free, or on a slide if it has a guide. Joints are equality constraints, not a tree of bodies: a chain of ten
 * hinges breaks at 1/60 and holds at 1/240.
 *
 * MuJoCo has no kinematic body that drags others by friction: a mocap body moves, but contacts treat it as static. So a kinematic body has
 * HEAVY times the mass of all others, no weight, and its velocity is set before each step.
 */
const HEAVY = 1e6;

/** Half extents of the slab that represents a moving ground: MuJoCo's planes cannot move [m]. */
const SLAB: Vector = [200, 200, 10];

/** MJCF attributes, explained in `mujoco-world.ts`. */
export interface MujocoSettings {
  /** Attributes of <option>. */
  option: string;
  /** Attributes of each geom, pair and constraint. */
  stiff: string;
}

/** Rotation from the world's axes to the model's. */
export function modelTurn({ bodies, peerFriction }: Scene): Rotation {
  // Contact tangents follow the world's axes, not those of a body: the world is rotated so that they match the body's.
  const anisotropic = peerFriction?.anisotropic;
  if (!anisotropic) return [0, 0, 0, 1];
  const body = bodies.find(({ name }) => name === anisotropic.body);
  if (!body) throw new Error(`anisotropic friction: no body named '${anisotropic.body}'`);
  if (body.kind === 'dynamic') {
    throw new Error(`body '${body.name}': MuJoCo's friction axes do not rotate with a dynamic body`);
  }
  const [x, y, z, w] = body.rotation ?? [0, 0, 0, 1];
  return [-x, -y, -z, w];
}

export function describeScene(scene: Scene, settings: MujocoSettings): string {
  const turn = modelTurn(scene);
  const dynamic = scene.bodies.filter(({ kind }) => kind === 'dynamic');
  const total = dynamic.reduce((sum, { mass = 0 }) => sum + mass, 0);
  const meshes: string[] = [];
  const bodies = scene.bodies.map((spec, k) => describeBody(spec, k, scene, settings, turn, HEAVY * total, meshes));
  const joints = (scene.joints ?? []).flatMap((joint) => describeJoint(joint, scene, settings));
  // The solver's tolerance is relative to the mean inertia, which heavy bodies would distort.
  return `<mujoco>
<compiler inertiafromgeom="false"/>
<option ${settings.option} gravity="${list(rotateVector(turn, scene.gravity))}">
<flag sleep="${scene.canSleep ? 'enable' : 'disable'}"/>
</option>
<size memory="${Math.ceil(4 + 0.25 * dynamic.length)}M"/>
<statistic meaninertia="${Math.max(total, Number.MIN_VALUE) / Math.max(dynamic.length, 1)}"/>
<asset>${meshes.join('\n')}</asset>
<worldbody>
${bodies.join('\n')}
</worldbody>
<contact>${describePairs(scene, settings).join('\n')}</contact>
<equality>${joints.join('\n')}</equality>
</mujoco>`;
}

function describeBody(
  spec: BodySpec,
  index: number,
  scene: Scene,
  settings: MujocoSettings,
  turn: Rotation,
  heavy: number,
  meshes: string[],
): string {
  if (spec.bounce) throw new Error(`body '${spec.name}': MuJoCo has no coefficient of restitution`);
  const rotation = multiply(turn, spec.rotation ?? [0, 0, 0, 1]);
  const position = rotateVector(turn, spec.position);
  const geoms = piecesOf(spec.shape).map((piece, k) => {
    const { shape } = piece;
    if (shape.kind === 'hull') meshes.push(`<mesh name="m${index}.${k}" vertex="${list(shape.points.flat())}"/>`);
    const moving = surfaceMotion(spec, scene, multiply(rotation, piece.rotation), turn);
    return `<geom name="b${index}.${k}" ${describePiece(piece, spec, `m${index}.${k}`)} ${describeFriction(scene)} ${settings.stiff}${moving}/>`;
  });
  return `<body name="b${index}" pos="${list(position)}" quat="${quaternion(rotation)}"${
    spec.kind === 'kinematic' ? ' gravcomp="1"' : ''
  }>${describeMass(spec, heavy)}${describeFreedom(spec, rotation, turn)}${geoms.join('')}</body>`;
}

function describeMass(spec: BodySpec, heavy: number): string {
  if (spec.kind === 'fixed') return '';
  if (spec.kind === 'kinematic')
    return `<inertial pos="0 0 0" mass="${heavy}" diaginertia="${heavy} ${heavy} ${heavy}"/>`;
  const { mass, moments } = massProperties(spec);
  return `<inertial pos="0 0 0" mass="${mass}" diaginertia="${list(moments)}"/>`;
}

function describeFreedom({ kind, guide }: BodySpec, rotation: Rotation, turn: Rotation): string {
  if (kind === 'fixed') return '';
  if (kind === 'kinematic' || !guide) return '<freejoint/>';
  // MuJoCo takes the axis in the body's frame.
  return `<joint type="slide" axis="${list(rotateBack(rotation, rotateVector(turn, guideAxis(guide))))}"/>`;
}

export function guideAxis(guide: 'x' | 'y' | 'z'): Vector {
  return [guide === 'x' ? 1 : 0, guide === 'y' ? 1 : 0, guide === 'z' ? 1 : 0];
}

function describePiece({ shape, position, rotation }: Piece, { kind }: BodySpec, mesh: string): string {
  const place = `pos="${list(position)}" quat="${quaternion(rotation)}"`;
  switch (shape.kind) {
    case 'box':
      return `type="box" size="${list(shape.halfExtents)}" ${place}`;
    case 'sphere':
      return `type="sphere" size="${shape.radius}" ${place}`;
    case 'cylinder':
      return `type="cylinder" size="${shape.radius} ${shape.height / 2}" ${place}`;
    case 'hull':
      return `type="mesh" mesh="${mesh}" ${place}`;
    case 'ground':
      if (kind === 'fixed') return `type="plane" size="0 0 1" ${place}`;
      return `type="box" size="${list(SLAB)}" pos="0 0 ${-SLAB[2]}"`;
  }
}

/** Sliding, torsional and rolling friction: the larger of two geoms counts, and here all have the same. */
function describeFriction({ stockMu, peerFriction = {} }: Scene): string {
  const { spinningRadius = 0, rollingRadius = 0 } = peerFriction;
  return `condim="${dimension(peerFriction)}" friction="${stockMu} ${spinningRadius} ${rollingRadius}"`;
}

/** Contact dimension: 3 with sliding, 4 with spinning, 6 with rolling friction. */
function dimension({ spinningRadius = 0, rollingRadius = 0 }: NonNullable<Scene['peerFriction']>): number {
  return rollingRadius > 0 ? 6 : spinningRadius > 0 ? 4 : 3;
}

/** In the geom's frame. */
function surfaceMotion({ name }: BodySpec, { peerFriction }: Scene, rotation: Rotation, turn: Rotation): string {
  const surface = peerFriction?.surfaceVelocity;
  if (surface?.body !== name) return '';
  return ` surfacevel="${list(rotateBack(rotation, rotateVector(turn, surface.velocity)))}"`;
}

/** Two coefficients are possible only for pairs. The first tangent of a contact with a floor is the model's y, the second its -x. */
function describePairs({ bodies, peerFriction = {} }: Scene, { stiff }: MujocoSettings): string[] {
  const { anisotropic, spinningRadius: spin = 0, rollingRadius: roll = 0 } = peerFriction;
  if (!anisotropic) return [];
  const floor = bodies.findIndex(({ name }) => name === anisotropic.body);
  const [along, across] = anisotropic.mu;
  return bodies.flatMap(({ kind, shape }, k) => {
    if (kind !== 'dynamic') return [];
    return piecesOf(shape).flatMap((_, piece) =>
      piecesOf(bodies[floor].shape).map(
        (_floor, part) =>
          `<pair geom1="b${floor}.${part}" geom2="b${k}.${piece}" condim="${dimension(peerFriction)}" friction="${across} ${along} ${spin} ${roll} ${roll}" ${stiff}/>`,
      ),
    );
  });
}

/** A shared point; a hinge shares two points of its axis. */
function describeJoint(joint: JointSpec, { bodies, name }: Scene, { stiff }: MujocoSettings): string[] {
  const index = (body: string): number => {
    const found = bodies.findIndex((spec) => spec.name === body);
    if (found < 0) throw new Error(`scene '${name}': no body named '${body}'`);
    return found;
  };
  const [a, b] = [index(joint.bodyA), index(joint.bodyB)];
  const { position, rotation = [0, 0, 0, 1] } = bodies[a];
  const connect = (at: Vector): string => {
    const local = rotateBack(rotation, [at[0] - position[0], at[1] - position[1], at[2] - position[2]]);
    return `<connect body1="b${a}" body2="b${b}" anchor="${list(local)}" ${stiff}/>`;
  };
  if (joint.kind === 'ball') return [connect(joint.at)];
  const size = 2 * Math.hypot(...joint.axis);
  return [-1, 1].map((side) => {
    const at = joint.at.map((x, k) => x + (side * joint.axis[k]) / size);
    return connect([at[0], at[1], at[2]]);
  });
}

function list(numbers: readonly number[]): string {
  return numbers.join(' ');
}

/** MuJoCo stores w first. */
function quaternion([x, y, z, w]: Rotation): string {
  return list([w, x, y, z]);
}
