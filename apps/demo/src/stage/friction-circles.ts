import type { FrictionCircle } from '@stiction/scenes/demo';
import { create } from '../dom.js';
import type { Theme } from '../theme.js';

/** Telemetry in a corner of one half: per wheel the force on the ground as a dot, and the circle of what the ground can give. */
export interface Circles {
  update(circles: readonly FrictionCircle[]): void;
  dispose(): void;
}

const WIDTH = 116;
const HEIGHT = 132;
/** Distance of the wheels from the middle, and the largest radius [px]. */
const AWAY = [34, 28] as const;
const LARGEST = 26;
const DOT = 4;

export function createCircles(half: HTMLElement, theme: Theme): Circles {
  const ratio = 2;
  const canvas = create('canvas', {
    className: 'circles',
    width: ratio * WIDTH,
    height: ratio * HEIGHT,
    ariaLabel: 'Friction circle of each wheel',
  });
  canvas.setAttribute('role', 'img');
  half.append(canvas);
  const context = canvas.getContext('2d');
  return {
    update(circles) {
      if (!context) return;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, WIDTH, HEIGHT);
      for (const { place, force, limit, scale, slides } of circles) {
        const x = WIDTH / 2 - AWAY[1] * place[1];
        const y = HEIGHT / 2 - AWAY[0] * place[0];
        const radius = Math.min(1, limit / scale) * LARGEST;
        // A force beyond the picture stays on its edge.
        const size = Math.hypot(...force) / scale;
        const shrink = (LARGEST * Math.min(1, 1.15 / Math.max(size, 1e-9))) / scale;
        context.beginPath();
        context.arc(x, y, Math.max(0.5, radius), 0, 2 * Math.PI);
        context.fillStyle = theme.grid;
        context.fill();
        context.lineWidth = 1.5;
        context.strokeStyle = theme.text;
        context.stroke();
        const isBeyond = size * scale > 1.05 * limit + 0.01 * scale;
        context.fillStyle = context.strokeStyle = isBeyond || slides ? '#e5232e' : '#12a150';
        context.beginPath();
        context.moveTo(x, y);
        const [endX, endY] = [x - shrink * force[1], y - shrink * force[0]];
        context.lineTo(endX, endY);
        context.stroke();
        context.beginPath();
        context.arc(endX, endY, DOT, 0, 2 * Math.PI);
        context.fill();
      }
    },
    dispose: () => canvas.remove(),
  };
}
