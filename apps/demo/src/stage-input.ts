import type { App } from './app.js';
import { action, create, find } from './dom.js';
import { CLICK, wireGrabbing } from './grabbing.js';
import { keyName } from './panel/hold.js';
import type { Inspector } from './panel/inspector.js';

const TURN = 0.12;
const ZOOM = 1.15;

/** Clicks inspect a body, drags move it, keys rotate the view and control playback. `?` lists the keys. */
export function wireStageInput(app: App, inspector: Inspector): void {
  const canvas = find<HTMLCanvasElement>('#canvas');
  let start: { x: number; y: number } | null = null;

  canvas.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => {
      start = { x: clientX, y: clientY };
    },
    { capture: true },
  );
  canvas.addEventListener('pointerup', ({ clientX, clientY }) => {
    const isClick = start && Math.hypot(clientX - start.x, clientY - start.y) < CLICK;
    start = null;
    if (!isClick) return;
    const body = app.stage?.pick(clientX, clientY)?.body ?? null;
    if (!app.builder?.isBuilding) inspector.inspect(body);
    else if (!body || !app.builder.has(body)) app.builder.select(null);
  });

  wireGrabbing(app, canvas);

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
    g: () => action('gallery').click(),
    '?': () => openKeys(app),
  };
  window.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isFree = target === document.body || target === canvas;
    // Space presses buttons, letters select options.
    const busy = key === ' ' ? ANY_INPUT : TEXT_INPUT;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isFree && (!(target instanceof Element) || target.closest(busy))) return;
    if (isHeld(app, event.code)) return; // the scene uses this key
    const act = (target === canvas ? onStage[key] : undefined) ?? anywhere[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const TEXT_INPUT = 'select, textarea, [role="grid"], dialog';
const ANY_INPUT = `${TEXT_INPUT}, button, input, summary, a`;

/** After a click with a pointer, keys belong to the scene again and not to the clicked control. */
export function releaseFocusAfterClicks(): void {
  let isPointer = false;
  window.addEventListener('pointerdown', () => (isPointer = true), true);
  window.addEventListener('keydown', () => (isPointer = false), true);
  const release = ({ target, type }: Event): void => {
    if (!isPointer || !(target instanceof Element) || target.closest('dialog, [role="grid"]')) return;
    // The click on a select only opens it.
    if (target.closest(type === 'click' ? 'button, input, summary' : 'select')) blurActive();
  };
  window.addEventListener('click', release);
  window.addEventListener('change', release);
}

function blurActive(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The list of keys, with those of the scene, which come before the page's. */
export function openKeys(app: App): void {
  const own = Object.values(app.run?.demo.controls ?? {}).filter((control) => control.kind === 'hold');
  find('#scene-keys').replaceChildren(
    ...own.map(({ keys, label }) =>
      create('tr', {}, create('th', { scope: 'row' }, keys.map(keyName).join(' ')), create('td', {}, label)),
    ),
  );
  for (const row of document.querySelectorAll<HTMLElement>('#keys [data-code]')) {
    row.hidden = isHeld(app, row.dataset.code ?? '');
  }
  const dialog = find<HTMLDialogElement>('#keys');
  if (!dialog.open) dialog.showModal();
}

function isHeld({ run }: App, code: string): boolean {
  const controls = Object.values(run?.demo.controls ?? {});
  return controls.some((control) => control.kind === 'hold' && control.keys.includes(code));
}
