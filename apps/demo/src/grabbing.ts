import type { Vector } from '@stiction/scenes';
import type { App } from './app.js';
import type { Pick } from './stage/stage.js';

/**
 * Drags bodies with the mouse or a finger. A drag that starts on a dynamic body holds it, in both halves; one on empty space, or with two
 * fingers, is left to the camera. A press without movement stays a click.
 */

/** A pointer that moves farther is dragging [CSS px]. */
export const CLICK = 5;

interface Press {
  event: PointerEvent;
  /** The body under the pointer. */
  hit: Pick;
  isDragging: boolean;
  /** A sandbox is being built: the body is moved, not thrown. */
  isPlacing: boolean;
}

export function wireGrabbing(app: App, canvas: HTMLCanvasElement): void {
  let press: Press | null = null;
  /** Set while a press is handed on to the camera. */
  let isPassed = false;

  /** The body that can be held, or placed in a sandbox. */
  function bodyAt({ clientX, clientY }: PointerEvent): Pick | null {
    const hit = app.stage?.pick(clientX, clientY) ?? null;
    if (app.builder?.isBuilding) return hit && app.builder.has(hit.body) ? hit : null;
    const spec = app.run?.sides.stock.scene.bodies.find(({ name }) => name === hit?.body);
    return spec?.kind === 'dynamic' ? hit : null;
  }

  function drag({ clientX, clientY, shiftKey }: PointerEvent): void {
    const { run, stage, builder } = app;
    if (!press || !run || !stage) return;
    const { hit, event } = press;
    if (!press.isDragging) {
      if (Math.hypot(clientX - event.clientX, clientY - event.clientY) < CLICK) return;
      press.isDragging = true;
      press.isPlacing = builder?.isBuilding ?? false;
      if (!press.isPlacing) run.grab(hit.body, hit.localPoint);
      canvas.setPointerCapture(event.pointerId);
    }
    // Shapes are placed along the floor, and bodies seen from above stay on their table.
    const isLevel = press.isPlacing ? !shiftKey : run.demo.engines !== undefined;
    const to = stage.dragPoint(hit, clientX, clientY, isLevel);
    if (press.isPlacing) {
      if (to) builder?.drag(hit.body, minus(to, hit.point), shiftKey);
      return;
    }
    if (to && run.held) run.pullGrab(minus(to, hit.point));
    if (app.paused) app.redraw();
  }

  function end(): void {
    if (press?.isPlacing) app.builder?.drop();
    else if (press?.isDragging) app.run?.release();
    else if (press) app.builder?.select(press.hit.body);
    press = null;
    hover(null);
  }

  function hover(body: string | null): void {
    canvas.dataset.over = press?.isDragging ? 'held' : body ? 'body' : '';
    app.stage?.setHover(press?.hit.body ?? body ?? app.builder?.selected ?? null);
  }

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (isPassed || event.button !== 0) return;
      if (press) {
        // A second finger: both belong to the camera.
        const first = press.event;
        end();
        isPassed = true;
        canvas.dispatchEvent(new PointerEvent('pointerdown', first));
        isPassed = false;
        return;
      }
      const hit = bodyAt(event);
      if (!hit) return;
      press = { event, hit, isDragging: false, isPlacing: false };
      // OrbitControls would rotate the view; the click is still seen.
      event.stopImmediatePropagation();
      hover(hit.body);
    },
    { capture: true },
  );
  // Without this the page would scroll along.
  canvas.addEventListener('touchstart', (event) => press && event.preventDefault(), { passive: false });

  let isAsked = false;
  canvas.addEventListener('pointermove', (event) => {
    if (press) {
      if (event.pointerId !== press.event.pointerId) return;
      drag(event);
      hover(press.hit.body);
    } else if (event.pointerType === 'mouse' && event.buttons === 0 && !isAsked) {
      // One ray per frame.
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        if (!press) hover(bodyAt(event)?.body ?? null);
      });
    }
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    canvas.addEventListener(type, ({ pointerId }) => {
      if (pointerId === press?.event.pointerId) end();
    });
  }
  canvas.addEventListener('pointerleave', () => !press && hover(null));
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
