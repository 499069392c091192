import { coulomb } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/planck';
import { Box, Circle, World } from 'planck';
import { axis, fillDisc } from './stage.mjs';

const [WIDTH, HEIGHT, GOAL] = [2.4, 1.2, 0.4];
const PUCK = 0.05;
const MALLET = 0.08;
/** Friction of the puck with air from below, and without. */
const [AIR, NO_AIR] = [0.005, 0.25];

export function createHockey(keys) {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const floor = installFloor(world, { default: coulomb({ mu: AIR }) });
  const wall = (x, y, halfWidth, halfHeight) =>
    world.createBody({ position: { x, y } }).createFixture({ shape: new Box(halfWidth, halfHeight), restitution: 0.9 });
  const post = (HEIGHT - GOAL) / 4;
  for (const y of [-0.5, HEIGHT + 0.5]) wall(WIDTH / 2, y, WIDTH, 0.5);
  for (const x of [-0.5, WIDTH + 0.5]) for (const y of [post, HEIGHT - post]) wall(x, y, 0.5, post);
  const disc = (x, radius, options, density) => {
    const body = world.createBody({ type: 'dynamic', position: { x, y: HEIGHT / 2 }, bullet: true, ...options });
    body.createFixture({ shape: new Circle(radius), density, restitution: 0.9, friction: 0.1 });
    return body;
  };
  const puck = disc(WIDTH / 2, PUCK, {}, 5);
  // Hands move mallets: they slide without friction of their own.
  const mallets = [0.3, WIDTH - 0.3].map((x) => disc(x, MALLET, { fixedRotation: true }, 40));
  for (const mallet of mallets) floor.setMaterial(mallet, 'hand');
  floor.setPair('hand', '*', coulomb({ mu: 0 }));

  const score = [0, 0];
  let hasAir = true;
  let target = null;

  function serve(side) {
    puck.setPosition({ x: WIDTH * (side === 0 ? 0.35 : 0.65), y: HEIGHT / 2 });
    puck.setLinearVelocity({ x: 0, y: 0 });
    puck.setAngularVelocity(0);
  }

  /** Moves a mallet towards a point, at `speed` at most, in its own half. */
  function move(mallet, side, x, y, speed) {
    const at = mallet.getPosition();
    const goal = {
      x: Math.min(Math.max(x, side * (WIDTH / 2) + MALLET), (side + 1) * (WIDTH / 2) - MALLET),
      y: Math.min(Math.max(y, MALLET), HEIGHT - MALLET),
    };
    const dx = goal.x - at.x;
    const dy = goal.y - at.y;
    const factor = Math.min(30, speed / Math.max(Math.hypot(dx, dy), 1e-6));
    mallet.setLinearVelocity({ x: factor * dx, y: factor * dy });
  }

  return {
    width: WIDTH,
    height: HEIGHT,
    help: 'Move your mallet, on the left, with the pointer or the arrow keys. Space turns the air off: with friction the puck stops after v²/(2 μ g), and its spin ends with it.',
    action: 'air',
    press(code) {
      if (code !== 'Space') return;
      hasAir = !hasAir;
      floor.setDefault(coulomb({ mu: hasAir ? AIR : NO_AIR }));
    },
    point: (_, at) => {
      target = at;
    },
    step(dt) {
      const ahead = { x: axis(keys, ['ArrowRight'], ['ArrowLeft']), y: axis(keys, ['ArrowUp'], ['ArrowDown']) };
      const own = mallets[0].getPosition();
      if (ahead.x !== 0 || ahead.y !== 0) target = { x: own.x + 0.1 * ahead.x, y: own.y + 0.1 * ahead.y };
      else if (keys.size === 0 && target === null) target = { x: own.x, y: own.y };
      move(mallets[0], 0, target?.x ?? own.x, target?.y ?? own.y, 3);
      const { x, y } = puck.getPosition();
      // The machine guards its goal, and hits what comes into its half.
      const comes = x > WIDTH / 2 && x < WIDTH - 0.15;
      move(mallets[1], 1, comes ? x : WIDTH - 0.25, comes ? y : 0.6 * y + 0.4 * (HEIGHT / 2), comes ? 1.6 : 0.8);
      world.step(dt);
      if (x > -PUCK && x < WIDTH + PUCK) return;
      score[x < 0 ? 1 : 0]++;
      serve(x < 0 ? 0 : 1);
    },
    draw(context) {
      context.fillStyle = hasAir ? '#dff1fb' : '#e9dcc3';
      context.fillRect(0, 0, WIDTH, HEIGHT);
      context.fillStyle = '#d0454c';
      context.fillRect(WIDTH / 2 - 0.005, 0, 0.01, HEIGHT);
      for (const x of [0, WIDTH - 0.02]) context.fillRect(x, HEIGHT / 2 - GOAL / 2, 0.02, GOAL);
      const { x, y } = puck.getPosition();
      fillDisc(context, x, y, PUCK, '#20262e');
      const angle = puck.getAngle();
      fillDisc(context, x + 0.6 * PUCK * Math.cos(angle), y + 0.6 * PUCK * Math.sin(angle), 0.2 * PUCK, '#fff');
      for (const [side, mallet] of mallets.entries()) {
        const at = mallet.getPosition();
        fillDisc(context, at.x, at.y, MALLET, side === 0 ? '#2b62c4' : '#c2410c');
        fillDisc(context, at.x, at.y, 0.5 * MALLET, '#ffffff66');
      }
    },
    status: () =>
      `${score[0]} : ${score[1]}, ${hasAir ? 'air on' : 'air off'}, puck ${puck.getLinearVelocity().length().toFixed(2)} m/s`,
    place: () => ({ ...puck.getPosition(), speed: puck.getLinearVelocity().length() }),
  };
}
