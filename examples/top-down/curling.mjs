import { coulomb } from '@stiction/friction-core';
import { ring } from '@stiction/limit-surface';
import { installFloor } from '@stiction/top-down/planck';
import { Circle, World } from 'planck';
import { axis, fillDisc } from './stage.mjs';

const [WIDTH, HEIGHT] = [14, 4];
const BUTTON = { x: 11.5, y: 2 };
const START = { x: 1, y: 2 };
const STONE = 0.145;
/** Friction of pebbled ice, and where a broom has swept. */
const [ICE, SWEPT] = [0.02, 0.014];
const STONES = 6;

export function createCurling(keys) {
  const world = new World({ gravity: { x: 0, y: 0 } });
  let moving = null;
  /** Ahead of the stone that slides, while someone sweeps. */
  const isSwept = (x, y) => {
    if (!moving || !keys.has('Space')) return false;
    const at = moving.getPosition();
    return Math.hypot(x - at.x, y - at.y) < 0.4;
  };
  const floor = installFloor(world, {
    default: coulomb({ mu: ICE }),
    materialAt: (x, y) => (isSwept(x, y) ? 'swept' : 'ice'),
  });
  floor.setPair('swept', '*', coulomb({ mu: SWEPT }));

  const stones = [];
  let aim = { speed: 2, angle: 0 };
  let drag = null;

  function addStone() {
    const body = world.createBody({ type: 'dynamic', position: START });
    body.createFixture({
      shape: new Circle(STONE),
      density: 19 / (Math.PI * STONE * STONE),
      restitution: 0.85,
      friction: 0.1,
    });
    // A stone stands on a narrow ring, not on its whole area.
    floor.setFootprint(body, ring({ radius: 0.065, inner: 0.06 }));
    stones.push(body);
  }

  function deliver() {
    if (moving) return;
    moving = stones.at(-1);
    moving.setLinearVelocity({ x: aim.speed * Math.cos(aim.angle), y: aim.speed * Math.sin(aim.angle) });
    moving.setAngularVelocity(1.2);
  }

  addStone();
  const distance = (stone) => Math.hypot(stone.getPosition().x - BUTTON.x, stone.getPosition().y - BUTTON.y);
  const delivered = () => (moving ? stones : stones.slice(0, -1));

  return {
    width: WIDTH,
    height: HEIGHT,
    help: 'Aim with the arrow keys and deliver with space, or pull the stone back and let go. Hold space (sweep) while it slides: it goes up to 40 % farther.',
    action: 'deliver, sweep',
    press(code) {
      if (code === 'Space') deliver();
    },
    point(name, at) {
      if (moving) return;
      if (name === 'pointerdown') drag = at;
      if (!drag) return;
      const dx = drag.x - at.x;
      const dy = drag.y - at.y;
      if (Math.hypot(dx, dy) > 0.1) aim = { speed: Math.min(1.5 * Math.hypot(dx, dy), 3.5), angle: Math.atan2(dy, dx) };
      if (name !== 'pointerup') return;
      drag = null;
      if (Math.hypot(dx, dy) > 0.1) deliver();
    },
    step(dt) {
      if (!moving) {
        aim.speed = Math.min(Math.max(aim.speed + 0.6 * dt * axis(keys, ['ArrowRight'], ['ArrowLeft']), 0.3), 3.5);
        aim.angle += 0.15 * dt * axis(keys, ['ArrowUp'], ['ArrowDown']);
      }
      world.step(dt);
      if (!moving || stones.some((stone) => stone.getLinearVelocity().length() > 0)) return;
      moving = null;
      if (stones.length === STONES) for (const stone of stones.splice(0)) world.destroyBody(stone);
      addStone();
    },
    draw(context) {
      context.fillStyle = '#eef6fb';
      context.fillRect(0, 0, WIDTH, HEIGHT);
      for (const [radius, colour] of [
        [1.83, '#2b62c4'],
        [1.22, '#fff'],
        [0.61, '#d0454c'],
        [0.15, '#fff'],
      ]) {
        fillDisc(context, BUTTON.x, BUTTON.y, radius, colour);
      }
      if (!moving) {
        context.strokeStyle = '#1b2430';
        context.lineWidth = 0.03;
        context.beginPath();
        context.moveTo(START.x, START.y);
        context.lineTo(START.x + aim.speed * Math.cos(aim.angle), START.y + aim.speed * Math.sin(aim.angle));
        context.stroke();
      }
      for (const [k, stone] of stones.entries()) {
        const { x, y } = stone.getPosition();
        fillDisc(context, x, y, STONE, '#5b646e');
        fillDisc(context, x, y, 0.65 * STONE, k % 2 === 0 ? '#f2c230' : '#d0454c');
        const angle = stone.getAngle();
        fillDisc(
          context,
          x + 0.4 * STONE * Math.cos(angle),
          y + 0.4 * STONE * Math.sin(angle),
          0.15 * STONE,
          '#20262e',
        );
      }
    },
    status() {
      const best = Math.min(...delivered().map(distance));
      if (!moving)
        return `stone ${stones.length} of ${STONES}, aim ${aim.speed.toFixed(2)} m/s${best < 99 ? `, best ${best.toFixed(2)} m` : ''}`;
      return `${moving.getLinearVelocity().length().toFixed(2)} m/s${keys.has('Space') ? ', sweeping' : ''}`;
    },
    place: () => ({
      ...(moving ?? stones[0]).getPosition(),
      speed: (moving ?? stones[0]).getLinearVelocity().length(),
    }),
  };
}
