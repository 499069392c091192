import type { App } from './app.js';
import { find } from './dom.js';
import type { Inspector } from './panel/inspector.js';

/** A pointer that moves farther is dragging [CSS px]. */
const CLICK = 5;
const TURN = 0.12;
const ZOOM = 1.15;

/** Clicks inspect a body, keys rotate the view and control playback. */
export function wireStageInput(app: App, inspector: Inspector): void {
  const canvas = find<HTMLCanvasElement>('#canvas');
  let start: { x: number; y: number } | null = null;

  canvas.addEventListener('pointerdown', ({ clientX, clientY }) => {
    start = { x: clientX, y: clientY };
  });
  canvas.addEventListener('pointerup', ({ clientX, clientY }) => {
    const isClick = start && Math.hypot(clientX - start.x, clientY - start.y) < CLICK;
    start = null;
    if (isClick) inspector.inspect(app.stage?.pick(clientX, clientY)?.body ?? null);
  });

  const onStage: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => app.stage?.turn(-TURN, 0),
    ArrowRight: () => app.stage?.turn(TURN, 0),
    ArrowUp: () => app.stage?.turn(0, -TURN),
    ArrowDown: () => app.stage?.turn(0, TURN),
    '+': () => app.stage?.zoom(1 / ZOOM),
    '-': () => app.stage?.zoom(ZOOM),
    Escape: () => inspector.inspect(null),
  };
  const anywhere: Readonly<Record<string, () => void>> = {
    ' ': () => app.setPaused(!app.paused),
    '.': () => app.step(),
    r: () => void app.restart(),
  };
  window.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isFree = target === document.body || target === canvas;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFree) return;
    if (isHeld(app, event.code)) return; // the scene uses this key
    const act = (target === canvas ? onStage[key] : undefined) ?? anywhere[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function isHeld({ run }: App, code: string): boolean {
  const controls = Object.values(run?.demo.controls ?? {});
  return controls.some((control) => control.kind === 'hold' && control.keys.includes(code));
}
