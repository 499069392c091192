import type { Floor, FloorOptions } from '@stiction/top-down';
import type { BuildWorld } from '../load-engine.js';
import type { BodySpec, PlanarEngineName, Rotation, Scene, SceneWorld, Vector } from '../scene.js';

/**
 * Scenes seen from above, in 2-D engines: x and y are the plane, bodies are the outlines of boxes and upright cylinders, and grounds
 * are left out. The stock engine has damping; with Stiction, the floor of @stiction/top-down replaces it.
 */
export interface PlanarSceneWorld extends SceneWorld {
  /** null in a stock world. */
  readonly floor: Floor<object> | null;
  body(name: string): object;
  /** Holds a dynamic body at a point of its own frame by a spring. One at a time. */
  grab(body: string, localPoint: Vector): void;
  /** Where the held point should be. */
  moveGrab(target: Vector): void;
  release(): void;
}

/** Frequency of the spring that holds a body [rad/s]; it is critically damped, and integrated implicitly like that of grab.ts. */
const GRAB = 22;

type PlanarShape = { kind: 'rectangle'; halfWidth: number; halfHeight: number } | { kind: 'circle'; radius: number };

/** What the common world needs of an engine. */
export interface PlanarEngine {
  readonly name: PlanarEngineName;
  add(spec: BodySpec, shape: PlanarShape, damping: readonly [linear: number, angular: number]): PlanarBody;
  installFloor(options: FloorOptions): Floor<object>;
  step(dt: number): void;
  dispose(): void;
}

export interface PlanarBody {
  readonly handle: object;
  position(): { x: number; y: number };
  angle(): number;
  velocity(): { x: number; y: number };
  spin(): number;
  setVelocity(x: number, y: number): void;
  setSpin(spin: number): void;
  /** Acts in the next step only. */
  push(x: number, y: number, torque: number): void;
  remove(): void;
}

/** Makes the builder of scenes in a 2-D engine. */
export function planarBuilder(create: (scene: Scene, effort: number) => PlanarEngine): BuildWorld {
  return (scene, { stiction, effort = 1 }) => createPlanarWorld(create(scene, effort), scene, stiction);
}

function createPlanarWorld(engine: PlanarEngine, scene: Scene, stiction: boolean): PlanarSceneWorld {
  const bodies = new Map<string, PlanarBody>();
  const heights = new Map<string, number>();
  const damping = (stiction ? undefined : scene.planar?.damping) ?? [0, 0];
  for (const spec of scene.bodies) {
    heights.set(spec.name, spec.position[2]);
    if (spec.shape.kind !== 'ground') bodies.set(spec.name, engine.add(spec, outlineOf(spec), damping));
  }
  const floor = stiction ? engine.installFloor(floorOptions(scene)) : null;
  if (floor) {
    for (const { name, material, kind } of scene.bodies) {
      const body = bodies.get(name);
      if (body && material && kind === 'dynamic') floor.setMaterial(body.handle, material);
    }
    for (const [a, b, law] of scene.pairs ?? []) floor.setPair(a, b, law);
  }
  let time = 0;
  const find = (name: string): PlanarBody => {
    const body = bodies.get(name);
    if (!body) throw new Error(`scene '${scene.name}': no body named '${name}'`);
    return body;
  };
  const isGround = (name: string): boolean => heights.has(name) && !bodies.has(name);
  let held: { body: PlanarBody; mass: number; at: Vector; target: Vector | null } | null = null;

  function pull(dt: number): void {
    if (!held?.target) return;
    const { body, mass, at, target } = held;
    const [c, s] = [Math.cos(body.angle()), Math.sin(body.angle())];
    const [rx, ry] = [c * at[0] - s * at[1], s * at[0] + c * at[1]];
    const [p, v, spin] = [body.position(), body.velocity(), body.spin()];
    const damped = 1 / (1 + GRAB * dt) ** 2;
    const force = (goal: number, now: number, speed: number): number =>
      (mass / dt) * (damped * (speed + dt * GRAB ** 2 * (goal - now)) - speed);
    const x = force(target[0], p.x + rx, v.x - spin * ry);
    const y = force(target[1], p.y + ry, v.y + spin * rx);
    body.push(x, y, rx * y - ry * x);
  }

  const world: PlanarSceneWorld = {
    engine: engine.name,
    friction: null,
    floor,
    names: [...bodies.keys()],
    get time() {
      return time;
    },
    body: (name) => find(name).handle,
    step(dt) {
      scene.drive?.(world, time, dt);
      pull(dt);
      engine.step(dt);
      time += dt;
    },
    setGravity: () => unsupported('setGravity'),
    position(name) {
      if (isGround(name)) return [0, 0, heights.get(name) ?? 0];
      const { x, y } = find(name).position();
      return [x, y, heights.get(name) ?? 0];
    },
    rotation(name) {
      const half = isGround(name) ? 0 : find(name).angle() / 2;
      return [0, 0, Math.sin(half), Math.cos(half)];
    },
    velocity(name) {
      const { x, y } = find(name).velocity();
      return [x, y, 0];
    },
    angularVelocity: (name) => [0, 0, find(name).spin()],
    setVelocity: (name, x, y) => find(name).setVelocity(x, y),
    setAngularVelocity: (name, _x, _y, z) => find(name).setSpin(z),
    push(name, x, y, _z, from = [0, 0, 0]) {
      find(name).push(x, y, from[0] * y - from[1] * x);
    },
    grab(name, at) {
      const mass = scene.bodies.find((spec) => spec.name === name)?.mass;
      held = mass ? { body: find(name), mass, at, target: null } : null;
    },
    moveGrab(target) {
      if (held) held.target = target;
    },
    release() {
      held = null;
    },
    remove(name) {
      if (held?.body === find(name)) held = null;
      find(name).remove();
      bodies.delete(name);
      heights.delete(name);
    },
    install: () => unsupported('install'),
    uninstall: () => floor?.uninstall(),
    cloneStock: () => unsupported('cloneStock'),
    clone: () => unsupported('clone'),
    dispose() {
      floor?.uninstall();
      engine.dispose();
    },
  };
  return world;
}

function unsupported(method: string): never {
  throw new Error(`${method}: worlds seen from above do not have it`);
}

function floorOptions({ law, gravity, planar }: Scene): FloorOptions {
  const options = { default: law, gravity: -gravity[2] };
  return planar?.materialAt ? { ...options, materialAt: planar.materialAt } : options;
}

function outlineOf({ name, shape }: BodySpec): PlanarShape {
  if (shape.kind === 'box') {
    return { kind: 'rectangle', halfWidth: shape.halfExtents[0], halfHeight: shape.halfExtents[1] };
  }
  if (shape.kind === 'cylinder') return { kind: 'circle', radius: shape.radius };
  throw new Error(`body '${name}': from above, only boxes and upright cylinders are known (got '${shape.kind}')`);
}

/** The angle of a rotation about z. */
export function angleOf([, , z, w]: Rotation = [0, 0, 0, 1]): number {
  return 2 * Math.atan2(z, w);
}
