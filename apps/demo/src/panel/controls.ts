import type { Control, DemoScene, NumberControl, Value, Values } from '@stiction/scenes/demo';
import { create } from '../dom.js';
import { createHold } from './hold.js';
import { createPaintGrid } from './paint-grid.js';

/** The controls of a scene. */
export interface ControlPanel {
  /** Releases keys and pointers. */
  dispose(): void;
}

/** Native inputs, for keyboards and screen readers. */
export function createControls(
  container: HTMLElement,
  demo: DemoScene,
  values: Values,
  law: string,
  on: { change(name: string, value: Value): void; law(id: string): void },
): ControlPanel {
  const endings: (() => void)[] = [];
  container.replaceChildren();
  const holds: HTMLElement[] = [];
  for (const [name, control] of Object.entries(demo.controls)) {
    const [element, end] = createControl(name, control, values[name], (value) => on.change(name, value));
    if (end) endings.push(end);
    if (control.kind === 'hold') holds.push(element);
    else container.append(element);
  }
  if (holds.length > 0) container.append(create('div', { className: 'holds' }, ...holds));
  if (demo.laws && demo.laws.length > 1) container.append(createLawChoice(demo, law, on.law));
  return {
    dispose() {
      for (const end of endings) end();
    },
  };
}

function createControl(
  name: string,
  control: Control,
  value: Value,
  change: (value: Value) => void,
): [HTMLElement, (() => void)?] {
  const id = `value-${name}`;
  switch (control.kind) {
    case 'slider':
      return [createSlider(id, control, Number(value), change)];
    case 'toggle': {
      const input = create('input', { type: 'checkbox', id, checked: value === true });
      input.addEventListener('change', () => change(input.checked));
      const label = create('label', { htmlFor: id, textContent: control.label });
      return [create('div', { className: 'pair' }, label, input)];
    }
    case 'choice': {
      const input = create('select', { id });
      for (const option of control.options) input.add(new Option(option.label, option.value));
      input.value = String(value);
      input.addEventListener('change', () => change(input.value));
      const label = create('label', { htmlFor: id, textContent: control.label });
      return [create('div', { className: 'pair' }, label, input)];
    }
    case 'hold':
      return createHold(control, change);
    case 'paint':
      return [createPaintGrid(control, String(value), change)];
    case 'design':
      return [create('div', { id: `design-${name}`, className: 'design' })]; // filled by sandbox/builder.ts
  }
}

export function createSlider(
  id: string,
  control: NumberControl & { label: string },
  value: number,
  change: (value: number) => void,
): HTMLElement {
  const { label, min, max, step, unit = '' } = control;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const space = unit === '°' || unit === '' ? '' : ' ';
  const text = (x: number): string => `${x.toFixed(digits)}${space}${unit}`;
  const output = create('output', { textContent: text(value) });
  output.htmlFor.add(id);
  const input = create('input', { type: 'range', id, min: `${min}`, max: `${max}`, step: `${step}` });
  input.valueAsNumber = value;
  input.setAttribute('aria-valuetext', text(value));
  input.addEventListener('input', () => {
    output.textContent = text(input.valueAsNumber);
    input.setAttribute('aria-valuetext', text(input.valueAsNumber));
    change(input.valueAsNumber);
  });
  return create('div', { className: 'slider' }, create('label', { htmlFor: id, textContent: label }), output, input);
}

function createLawChoice(demo: DemoScene, law: string, choose: (id: string) => void): HTMLElement {
  const input = create('select', { id: 'law' });
  for (const { id, label } of demo.laws ?? []) input.add(new Option(label, id));
  input.value = demo.laws?.some(({ id }) => id === law) ? law : (demo.laws?.[0].id ?? '');
  input.addEventListener('change', () => choose(input.value));
  const label = create('label', { htmlFor: 'law', textContent: 'Law' });
  return create('div', { className: 'pair' }, label, input);
}
