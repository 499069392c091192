import type { Control } from '@stiction/scenes/demo';
import { create } from '../dom.js';

/** A button that is on while it or one of its keys is held. Also returns a function that releases the keys. */
export function createHold(
  control: Extract<Control, { kind: 'hold' }>,
  change: (value: boolean) => void,
): [HTMLElement, () => void] {
  const { label, keys } = control;
  const button = create('button', { type: 'button', className: 'hold', textContent: label });
  if (keys.length > 0) button.append(create('kbd', { textContent: keyName(keys[0]) }));
  const held = new Set<string>();

  function set(source: string, on: boolean): void {
    const before = held.size > 0;
    if (on) held.add(source);
    else held.delete(source);
    if (held.size > 0 === before) return;
    button.setAttribute('aria-pressed', String(held.size > 0));
    change(held.size > 0);
  }

  const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && target.matches('select, input, textarea, [role="grid"] *');

  const onKey = (event: KeyboardEvent): void => {
    if (!keys.includes(event.code) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    set(event.code, event.type === 'keydown');
  };
  /** Enter and space hold the button itself. */
  const onButtonKey = (event: KeyboardEvent): void => {
    if (event.code !== 'Space' && event.code !== 'Enter') return;
    event.preventDefault();
    set('button', event.type === 'keydown');
  };
  const letGo = (): void => {
    for (const source of [...held]) set(source, false);
  };

  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('pointerdown', (event) => {
    button.setPointerCapture(event.pointerId);
    set('pointer', true);
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    button.addEventListener(end, () => set('pointer', false));
  }
  button.addEventListener('contextmenu', (event) => event.preventDefault()); // a long press on a phone
  button.addEventListener('keydown', onButtonKey);
  button.addEventListener('keyup', onButtonKey);
  button.addEventListener('blur', letGo);
  window.addEventListener('keydown', onKey);
  window.addEventListener('keyup', onKey);
  window.addEventListener('blur', letGo);
  const end = (): void => {
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('keyup', onKey);
    window.removeEventListener('blur', letGo);
  };
  return [button, end];
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Space: 'space',
};

export function keyName(code: string): string {
  return ARROWS[code] ?? code.replace(/^Key|^Digit/, '');
}
