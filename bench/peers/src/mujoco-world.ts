import createMujoco, { type MainModule } from '@mujoco/mujoco';
import { type BodySpec, multiply, type Rotation, rotateVector, type Scene, type Vector } from '@stiction/scenes';
import { describeScene, guideAxis, type MujocoSettings, modelTurn } from './mujoco-model.js';
import type { Peer, PeerWorld } from './peer.js';
import { rotateBack } from './rigid-parts.js';

/** The used part of a model's options and state; the package types all arrays as `any`. */
interface Options {
  timestep: number;
  readonly gravity: Float64Array;
  delete(): void;
}

interface State {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  /** Force and torque on each body at its centre of mass, the world body first. */
  readonly xfrc_applied: Float64Array;
  readonly qacc_warmstart: Float64Array;
  readonly ncon: number;
  delete(): void;
}

/**
 * Settings. MuJoCo solves friction and normal forces as one convex problem: sliding bodies are lifted by μ times their slip, so they hop;
 * softer contacts reduce this but make stacks sink deeper.
 *
 * - cone elliptic: Coulomb's cone, not a pyramid. Newton to 1e-12: smaller tolerances change only case 5 at 1/240, where the disc hops and
 *   the last digits decide (-3 to -66 %).
 * - solref 1e-6: as stiff as the engine allows, two steps (it clamps the time). With its default of 20 ms slip decays over that time, and
 *   a ball spinning against torsional friction at 1/240 never stops.
 * - solimp .99, between .9 (cases 6 and 8 at 1/240: -0.02 % and 1.7 %, but a stack of ten sinks by 27 mm at 1/60, case 3 spreads by
 *   0.5 %, and discs tip over) and .9999, the limit (-0.4 %, 3.8 %, 0.03 mm, 0.1 %, and discs stay flat).
 * - impratio 100: friction is 100 times as stiff as the normals; with 1 case 6 is 4.5 % short, from 10 on nothing changes.
 * - noslip: creep in case 1 is 1e-9 m with it and 2e-5 m without.
 * - ccd: touching faces of meshes and cylinders to 1e-9 m instead of 1e-6.
 */
const BEST: MujocoSettings = {
  option:
    'cone="elliptic" solver="Newton" iterations="100" tolerance="1e-12" ls_iterations="100" ls_tolerance="1e-6" ' +
    'impratio="100" noslip_iterations="20" noslip_tolerance="1e-15" ccd_iterations="100" ccd_tolerance="1e-9"',
  stiff: 'solref="1e-6 1" solimp="0.99 0.99 0.001 0.5 2"',
};

export async function loadMujoco(settings: Partial<MujocoSettings> = {}): Promise<Peer> {
  const mujoco = await createMujoco();
  return {
    name: 'mujoco',
    label: 'MuJoCo',
    version: '@mujoco/mujoco 3.14.0',
    settings: [
      'cone elliptic instead of pyramidal',
      'impratio 100 instead of 1',
      'noslip_iterations 20 instead of 0',
      'solref: two steps, the minimum, instead of 20 ms',
      'solimp .99 instead of .9 to .95',
      'tolerance 1e-12 instead of 1e-8, noslip_tolerance 1e-15, ccd_tolerance 1e-9 instead of 1e-6',
      'condim 4 with torsional friction, 6 with rolling friction',
      'kinematic bodies: a million times the mass of all others, velocity set before each step',
    ],
    features: {
      materials: {
        anisotropic: true,
        spinningRadius: true,
        rollingRadius: true,
        staticKinetic: false,
        surfaceVelocity: true,
      },
      documented: {
        isotropic: 'geom friction, option cone="elliptic"',
        trueNormal: 'option cone="elliptic"',
        spinning: 'geom friction[1], condim 4',
        rolling: 'geom friction[2], condim 6',
        anisotropic: 'contact pair friction',
        perPair: 'contact pair friction',
        swap: 'mjModel.geom_friction, mjModel.pair_friction',
        surfaceVelocity: 'geom surfacevel',
      },
    },
    memoryUsed: () => topOfHeap(mujoco),
    build: (scene) => createMujocoWorld(mujoco, scene, { ...BEST, ...settings }),
  };
}

/** Address of a free megabyte, above all memory in use. */
function topOfHeap({ DoubleBuffer }: MainModule): number {
  const buffer = new DoubleBuffer(1 << 17);
  const address = buffer.GetPointer();
  buffer.delete();
  return address;
}

/** Indices of a body's coordinates, and its kind of freedom. */
interface Part {
  spec: BodySpec;
  /** Index among all bodies, the world body first. */
  body: number;
  freedom: 'fixed' | 'slide' | 'free';
  /** First index in qpos and in qvel. */
  position: number;
  velocity: number;
}

const FREEDOM = { fixed: [0, 0], slide: [1, 1], free: [7, 6] } as const;

function placeParts(bodies: readonly BodySpec[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  let position = 0;
  let velocity = 0;
  for (const [k, spec] of bodies.entries()) {
    const freedom = spec.kind === 'fixed' ? 'fixed' : spec.kind === 'dynamic' && spec.guide ? 'slide' : 'free';
    parts.set(spec.name, { spec, body: k + 1, freedom, position, velocity });
    position += FREEDOM[freedom][0];
    velocity += FREEDOM[freedom][1];
  }
  return parts;
}

/** A model of the remaining bodies; bodies cannot be removed from a model. */
interface Compiled {
  parts: Map<string, Part>;
  model: { delete(): void };
  options: Options;
  state: State;
  advance(): void;
}

function compile(mujoco: MainModule, scene: Scene, settings: MujocoSettings): Compiled {
  const model = mujoco.MjModel.from_xml_string(describeScene(scene, settings));
  const state = new mujoco.MjData(model);
  const advance = () => mujoco.mj_step(model, state);
  return { parts: placeParts(scene.bodies), model, options: model.opt, state, advance };
}

function release({ model, options, state }: Compiled): void {
  state.delete();
  options.delete();
  model.delete();
}

function createMujocoWorld(mujoco: MainModule, start: Scene, settings: MujocoSettings): PeerWorld {
  let scene = start;
  const turn = modelTurn(scene);
  let compiled = compile(mujoco, scene, settings);
  let time = 0;
  let disposed = false;

  const find = (name: string): Part => {
    const part = compiled.parts.get(name);
    if (!part) throw new Error(`scene '${scene.name}': no body named '${name}'`);
    return part;
  };

  /** In the model's frame. */
  const rotationOf = ({ spec, freedom, position }: Part): Rotation => {
    if (freedom !== 'free') return multiply(turn, spec.rotation ?? [0, 0, 0, 1]);
    const [w, x, y, z] = compiled.state.qpos.subarray(position + 3, position + 7);
    return [x, y, z, w];
  };

  const setVelocity = ({ spec, freedom, velocity }: Part, v: Vector): void => {
    if (freedom === 'free') compiled.state.qvel.set(rotateVector(turn, v), velocity);
    else if (freedom === 'slide') compiled.state.qvel[velocity] = v[AXES.indexOf(spec.guide ?? 'x')];
  };

  /** MuJoCo has the angular velocity of a free body in the body's frame. */
  const setAngularVelocity = (part: Part, w: Vector): void => {
    const { kind, name } = part.spec;
    if (kind === 'kinematic' && name === scene.peerFriction?.anisotropic?.body && Math.hypot(...w) > 0) {
      throw new Error(`body '${name}': MuJoCo's friction axes do not rotate with it`);
    }
    if (part.freedom === 'free') {
      compiled.state.qvel.set(rotateBack(rotationOf(part), rotateVector(turn, w)), part.velocity + 3);
    }
  };

  for (const part of compiled.parts.values()) {
    if (part.spec.velocity) setVelocity(part, part.spec.velocity);
    if (part.spec.angularVelocity) setAngularVelocity(part, part.spec.angularVelocity);
  }

  const result: PeerWorld = {
    engine: 'mujoco',
    names: scene.bodies.map(({ name }) => name),
    friction: null,
    get time() {
      return time;
    },
    step(dt) {
      scene.drive?.(result, time, dt);
      compiled.options.timestep = dt;
      const moved = [...compiled.parts.values()].filter(({ spec }) => spec.kind === 'kinematic').map(keep);
      compiled.advance();
      for (const carry of moved) carry(dt);
      compiled.state.xfrc_applied.fill(0);
      time += dt;
    },
    setGravity(x, y, z) {
      compiled.options.gravity.set(rotateVector(turn, [x, y, z]));
    },
    position(name) {
      const { spec, freedom, position } = find(name);
      const { qpos } = compiled.state;
      if (freedom === 'free') return triple(rotateBack(turn, [qpos[position], qpos[position + 1], qpos[position + 2]]));
      const axis = guideAxis(spec.guide ?? 'x');
      const travel = freedom === 'slide' ? qpos[position] : 0;
      return [
        spec.position[0] + travel * axis[0],
        spec.position[1] + travel * axis[1],
        spec.position[2] + travel * axis[2],
      ];
    },
    rotation(name) {
      const [x, y, z, w] = turn;
      const [a, b, c, d] = multiply([-x, -y, -z, w], rotationOf(find(name)));
      return [a, b, c, d];
    },
    velocity(name) {
      const { spec, freedom, velocity } = find(name);
      const { qvel } = compiled.state;
      if (freedom === 'fixed') return [0, 0, 0];
      if (freedom === 'free') return triple(rotateBack(turn, [qvel[velocity], qvel[velocity + 1], qvel[velocity + 2]]));
      const [x, y, z] = guideAxis(spec.guide ?? 'x');
      return [x * qvel[velocity], y * qvel[velocity], z * qvel[velocity]];
    },
    angularVelocity(name) {
      const part = find(name);
      if (part.freedom !== 'free') return [0, 0, 0];
      const [x, y, z] = compiled.state.qvel.subarray(part.velocity + 3, part.velocity + 6);
      return triple(rotateBack(turn, rotateVector(rotationOf(part), [x, y, z])));
    },
    setVelocity: (name, x, y, z) => setVelocity(find(name), [x, y, z]),
    setAngularVelocity: (name, x, y, z) => setAngularVelocity(find(name), [x, y, z]),
    push(name, x, y, z, [px, py, pz] = [0, 0, 0]) {
      const { body } = find(name);
      const force = rotateVector(turn, [x, y, z]);
      const torque = rotateVector(turn, [py * z - pz * y, pz * x - px * z, px * y - py * x]);
      const { xfrc_applied: applied } = compiled.state;
      for (const [k, value] of [...force, ...torque].entries()) applied[6 * body + k] += value;
    },
    remove(name) {
      find(name);
      const before = compiled;
      const gravity = [...before.options.gravity];
      scene = {
        ...scene,
        bodies: scene.bodies.filter((spec) => spec.name !== name),
        joints: (scene.joints ?? []).filter(({ bodyA, bodyB }) => bodyA !== name && bodyB !== name),
      };
      compiled = compile(mujoco, scene, settings);
      compiled.options.gravity.set(gravity);
      for (const part of compiled.parts.values()) copyState(before, compiled, part);
      release(before);
    },
    contactCount: () => compiled.state.ncon,
    dispose() {
      if (!disposed) release(compiled);
      disposed = true;
    },
  };

  /** Pose and velocity of a kinematic body before a step; only its velocity moves it, whatever lies on it. */
  const keep = (part: Part): ((dt: number) => void) => {
    const { position: at, velocity } = part;
    const pose = compiled.state.qpos.slice(at, at + 7);
    const rates = compiled.state.qvel.slice(velocity, velocity + 6);
    const rotation = rotationOf(part);
    const spin = rotateVector(rotation, [rates[3], rates[4], rates[5]]);
    return (dt) => {
      const { qpos, qvel } = compiled.state;
      for (let k = 0; k < 3; k++) qpos[at + k] = pose[k] + dt * rates[k];
      const [x, y, z, w] = multiply(turnOf(spin, dt), rotation);
      qpos.set([w, x, y, z], at + 3);
      qvel.set(rates, velocity);
    };
  };
  return result;
}

const AXES = ['x', 'y', 'z'] as const;

/** Without the anchors of equality constraints: joined bodies must be in their initial poses. */
function copyState(from: Compiled, to: Compiled, part: Part): void {
  const old = from.parts.get(part.spec.name);
  if (!old) return;
  const [positions, velocities] = FREEDOM[part.freedom];
  to.state.qpos.set(from.state.qpos.subarray(old.position, old.position + positions), part.position);
  to.state.qvel.set(from.state.qvel.subarray(old.velocity, old.velocity + velocities), part.velocity);
  const { qacc_warmstart: warm } = from.state;
  to.state.qacc_warmstart.set(warm.subarray(old.velocity, old.velocity + velocities), part.velocity);
  const { xfrc_applied: applied } = from.state;
  to.state.xfrc_applied.set(applied.subarray(6 * old.body, 6 * old.body + 6), 6 * part.body);
}

/** Rotation at a rate [rad/s] for some seconds. */
function turnOf([x, y, z]: Vector, seconds: number): Rotation {
  const rate = Math.hypot(x, y, z);
  if (rate === 0) return [0, 0, 0, 1];
  const half = 0.5 * rate * seconds;
  const scale = Math.sin(half) / rate;
  return [x * scale, y * scale, z * scale, Math.cos(half)];
}

function triple([x, y, z]: Vector): [number, number, number] {
  return [x, y, z];
}
