import { ecp } from '@stiction/limit-surface';
import { bodyOnGround } from './box-on-ground.js';
import { type Build, settle } from './run.js';

/**
 * Case 10: [Xie] example 1, a tall box on a small square patch that slides and spins. Friction shifts the equivalent contact point
 * by up to μ q_z = 24.8 mm, and the patch ends at 25 mm. SI units.
 */
const MU = 0.31;
const GRAVITY = 9.8;
const HALF = 0.025;
const HEIGHT = 0.08;

/** End position and yaw of the paper's equations (25)-(28), integrated with h = 5e-5 s. */
export const ECP_BOX_REFERENCE = { x: 0.16708225372, y: 0.14648107615, yaw: 3.327924167 } as const;

/** Final errors: of the position over the distance, and of the yaw. */
export function measureEcpBox(build: Build, dt: number): { position: number; yaw: number } {
  const scene = bodyOnGround({
    name: 'ECP slider',
    mu: MU,
    mass: 0.5,
    shape: { kind: 'box', halfExtents: [HALF, HALF, HEIGHT] },
    height: HEIGHT,
    duration: 1,
  });
  const world = build({ ...scene, gravity: [0, 0, -GRAVITY], law: ecp({ mu: MU, er: 0.01 }) });
  settle(world, dt);
  const start = world.position('body');
  world.setVelocity('body', 0.7, 0.9, 0);
  world.setAngularVelocity('body', 0, 0, 10);
  let yaw = 0;
  let last = 0;
  for (let k = 0; k < 0.8 / dt; k++) {
    world.step(dt);
    const q = world.rotation('body');
    const angle = 2 * Math.atan2(q[2], q[3]);
    yaw += Math.atan2(Math.sin(angle - last), Math.cos(angle - last));
    last = angle;
  }
  const end = world.position('body');
  world.dispose();
  const { x, y, yaw: turned } = ECP_BOX_REFERENCE;
  return {
    position: Math.hypot(end[0] - start[0] - x, end[1] - start[1] - y) / Math.hypot(x, y),
    yaw: yaw / turned - 1,
  };
}
