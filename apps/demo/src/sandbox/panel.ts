import {
  type Design,
  defaultChoice,
  type Item,
  type ItemKind,
  isFixed,
  type LawChoice,
  lawOf,
  MOST_ITEMS,
  PAINTS,
  pairOf,
  RAMP_RANGE,
  REACH,
  rest,
  SANDBOX_LAWS,
  SIZE_RANGE,
  SPEED_RANGE,
} from '@stiction/scenes/sandbox';
import { action, create } from '../dom.js';
import { createSlider } from '../panel/controls.js';
import { addItem, changeItem, copyItem, lawOfPaint, removeItem, setPaintLaw, setPairLaw, withOption } from './edits.js';

/** What the panel asks of the builder. */
export interface BuilderActions {
  /** Changes with the same tag in a row are one step of undo. */
  commit(design: Design, tag?: string): void;
  select(item: number): void;
  undo(): void;
  redo(): void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Goes back to the start, to place shapes. */
  build(): void;
}

export interface BuilderPanel {
  /** A slider that the user holds is left alone, unless the design comes from elsewhere. */
  show(design: Design, selected: number, isElsewhere?: boolean): void;
}

const KINDS: readonly [ItemKind, string][] = [
  ['box', 'Box'],
  ['ball', 'Ball'],
  ['cylinder', 'Cylinder'],
  ['plank', 'Plank'],
  ['ramp', 'Ramp'],
  ['belt', 'Belt'],
];

export function createBuilderPanel(place: HTMLElement, on: BuilderActions): BuilderPanel {
  let design: Design;
  let selected = -1;
  /** The paint in the user's hand, and the one whose pair with it is shown; -1 for none. */
  let brush = 1;
  let against = -1;

  const button = (text: string, act: () => void, title = ''): HTMLButtonElement => {
    const element = create('button', { type: 'button', textContent: text, title });
    element.addEventListener('click', act);
    return element;
  };

  const adds = KINDS.map(([kind, label]) =>
    button(label, () => {
      on.commit(addItem(design, kind, brush));
      on.select(design.items.length - 1);
    }),
  );
  const undo = button('Undo', on.undo, 'Ctrl+Z');
  const redo = button('Redo', on.redo, 'Ctrl+Shift+Z');
  const clear = button('Clear', () => on.commit({ ...design, items: [] }));
  const build = button('Build', on.build, 'Stops at the start: drag shapes to place them, with Shift up and down');
  const share = button('Link', () => action('link').click());
  const swatches = PAINTS.map(({ name, colour }, paint) => {
    const element = button('', () => usePaint(paint), name);
    element.className = 'swatch';
    element.style.setProperty('--paint', colour);
    element.setAttribute('aria-label', `Paint: ${name}`);
    return element;
  });
  const itemBox = create('div', { className: 'sandbox-part' });
  const lawBox = create('div', { className: 'sandbox-part' });

  const group = (label: string, className: string, ...children: Node[]): HTMLElement => {
    const element = create('div', { className }, ...children);
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', label);
    return element;
  };
  place.replaceChildren(
    group('Design', 'sandbox-row', build, undo, redo, clear, share),
    group('Add a shape', 'sandbox-row sandbox-shapes', ...adds),
    group('Paints', 'sandbox-swatches', ...swatches),
    itemBox,
    lawBox,
  );

  /** Takes a paint, and paints the selected shape with it. */
  function usePaint(paint: number): void {
    brush = paint;
    against = -1;
    if (selected >= 0) on.commit(changeItem(design, selected, { paint }));
    else refresh();
  }

  function refresh(isElsewhere = false): void {
    for (const add of adds) add.disabled = design.items.length >= MOST_ITEMS;
    undo.disabled = !on.canUndo;
    redo.disabled = !on.canRedo;
    clear.disabled = design.items.length === 0;
    for (const [paint, swatch] of swatches.entries()) swatch.setAttribute('aria-pressed', String(paint === brush));
    keepFocus(itemBox, showItem, isElsewhere);
    keepFocus(lawBox, showLaws, isElsewhere);
  }

  /** Sliders of the selected shape. */
  function showItem(): void {
    const item = design.items[selected];
    if (!item) {
      const floor = button(`Paint the floor with ${PAINTS[brush].name}`, () => on.commit({ ...design, floor: brush }));
      floor.disabled = design.floor === brush;
      const hint =
        'Build stops at the start: drag shapes to place them, with Shift up and down; click one to change it. Play, and throw them.';
      itemBox.replaceChildren(create('p', { className: 'sandbox-hint', textContent: hint }), floor);
      return;
    }
    const change = (tag: string, next: Partial<Item>): void => {
      const changed = { ...design.items[selected], ...next };
      const others = design.items.filter((_, k) => k !== selected);
      // A shape that grows stays on what it lies on.
      const put = tag === 'size' || tag === 'tilt' ? rest(changed, others) : changed;
      on.commit(changeItem(design, selected, put), `${tag} ${selected}`);
    };
    const slider = (name: 'turn' | 'tilt' | 'size' | 'speed', label: string, range: Range, unit = ''): HTMLElement =>
      createSlider(
        `sandbox-${name}`,
        { kind: 'slider', label, value: item[name], unit, ...range },
        item[name],
        (value) => change(name, { [name]: value }),
      );
    const kind = KINDS.find(([each]) => each === item.kind)?.[1] ?? '';
    const head = create(
      'div',
      { className: 'sandbox-head' },
      create('strong', { textContent: `${kind} of ${PAINTS[item.paint].name}` }),
      button('Copy', () => {
        on.commit(copyItem(design, selected));
        on.select(design.items.length - 1);
      }),
      button('Delete', () => {
        const next = removeItem(design, selected);
        on.select(-1);
        on.commit(next);
      }),
    );
    const sliders = [
      slider('turn', 'Turned by', { min: 0, max: 355, step: 5 }, '°'),
      slider('size', 'Size', SIZE_RANGE),
    ];
    if (item.kind === 'ramp') sliders.push(slider('tilt', 'Slope', RAMP_RANGE, '°'));
    if (item.kind === 'belt') sliders.push(slider('speed', 'Speed', SPEED_RANGE, 'm/s'));
    if (!isFixed(item.kind)) {
      const height: Range = { min: 0, max: REACH.height, step: 0.05 };
      const [x, y, z] = item.at;
      sliders.push(
        createSlider(
          'sandbox-height',
          { kind: 'slider', label: 'Height', value: z, unit: 'm', ...height },
          z,
          (value) => change('height', { at: [x, y, value] }),
        ),
      );
    }
    itemBox.replaceChildren(head, ...sliders);
  }

  /** The law of the paint in the hand, alone or against another. */
  function showLaws(): void {
    const other = create('select', { id: 'sandbox-against' });
    other.add(new Option('everything', '-1'));
    for (const [paint, { name }] of PAINTS.entries()) other.add(new Option(name, String(paint)));
    other.value = String(against);
    other.addEventListener('change', () => {
      against = Number(other.value);
      refresh();
    });
    const current = (): LawChoice | null =>
      against < 0 ? lawOfPaint(design, brush) : (design.pairs.get(pairOf(brush, against)) ?? null);
    const own = current();
    const set = (law: LawChoice | null, tag = ''): void => {
      const next = against >= 0 ? setPairLaw(design, brush, against, law) : law && setPaintLaw(design, brush, law);
      if (next) on.commit(next, tag);
    };
    const choice = create('select', { id: 'sandbox-law' });
    if (against >= 0) choice.add(new Option('follows from both', ''));
    for (const { letter, label } of SANDBOX_LAWS) choice.add(new Option(label, letter));
    choice.value = own?.letter ?? '';
    choice.addEventListener('change', () => set(choice.value ? defaultChoice(choice.value) : null));
    const sliders = own
      ? lawOf(own.letter).options.map((option, k) =>
          createSlider(`sandbox-option-${k}`, { kind: 'slider', ...option }, own.options[k], (value) =>
            set(withOption(current() ?? own, k, value), `law ${brush} ${against} ${k}`),
          ),
        )
      : [];
    const pair = (label: string, input: HTMLSelectElement): HTMLElement =>
      create('div', { className: 'pair' }, create('label', { htmlFor: input.id, textContent: label }), input);
    lawBox.replaceChildren(pair(`${capital(PAINTS[brush].name)} against`, other), pair('Law', choice), ...sliders);
  }

  return {
    show(next, item, isElsewhere) {
      design = next;
      if (item !== selected && item >= 0) {
        brush = design.items[item].paint;
        against = -1;
      }
      const isOther = item !== selected;
      selected = item;
      refresh(isElsewhere || isOther);
    },
  };
}

type Range = { min: number; max: number; step: number };

const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);

/** Redraws a part unless the user holds one of its sliders, and gives the focus back. */
function keepFocus(box: HTMLElement, draw: () => void, isElsewhere: boolean): void {
  const active = document.activeElement;
  if (!isElsewhere && active instanceof HTMLInputElement && active.type === 'range' && box.contains(active)) return;
  const id = box.contains(active) ? active?.id : '';
  draw();
  if (id) document.getElementById(id)?.focus();
}
