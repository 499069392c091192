import { create, find } from '../dom.js';
import { isFrictionKnown, LIMIT_POINTS, type PatchReader, type PatchSight } from '../patches.js';
import type { Run } from '../run.js';
import type { Theme } from '../theme.js';
import { numberText } from './format.js';

/** Shows the contact forces of one body. */
export interface Inspector {
  readonly body: string | null;
  open(run: Run): void;
  /** null closes it. */
  inspect(body: string | null): void;
  update(run: Run, elapsed: number): void;
}

const INTERVAL = 0.1;
const MOST_CONTACTS = 3;
const SIZE = 84;
const TRAIL = 40;

interface Row {
  element: HTMLElement;
  title: HTMLElement;
  state: HTMLElement;
  numbers: HTMLElement[];
  canvas: HTMLCanvasElement;
  /** Past forces per load, along two tangents. */
  trail: number[];
}

/** Rapier holds the patch itself and does not report the force. */
const NOT_TOLD = '–';
const LABELS = ['normal', 'friction', 'torsion', 'slip', 'spin', 'law'] as const;

export function createInspector(theme: () => Theme, onChange: (body: string | null) => void): Inspector {
  const panel = find('#inspector');
  const choice = find<HTMLSelectElement>('#inspect');
  const heading = create('h2');
  const note = create('p', { className: 'inspector-note' });
  const close = create('button', { type: 'button', className: 'icon', textContent: '×', ariaLabel: 'Close' });
  const rows = Array.from({ length: MOST_CONTACTS }, createRow);
  panel.append(create('header', {}, heading, close), note, ...rows.map(({ element }) => element));
  let body: string | null = null;
  let reader: PatchReader | null = null;
  let materials = new Map<string, string>();
  let since = INTERVAL;

  function inspect(next: string | null): void {
    body = next;
    panel.hidden = next === null;
    choice.value = next ?? '';
    heading.textContent = next ?? '';
    for (const row of rows) row.trail.length = 0;
    since = INTERVAL;
    onChange(next);
  }

  close.addEventListener('click', () => inspect(null));
  choice.addEventListener('change', () => inspect(choice.value || null));

  return {
    get body() {
      return body;
    },
    open(run) {
      const { scene, patches } = run.sides.stiction;
      reader = patches;
      materials = new Map(scene.bodies.map(({ name, material }) => [name, material ?? '']));
      choice.replaceChildren(new Option('nothing', ''));
      for (const { name, kind } of scene.bodies) if (kind === 'dynamic') choice.add(new Option(name, name));
      choice.value = body ?? '';
      if (body && !materials.has(body)) inspect(null);
    },
    inspect,
    update(_run, elapsed) {
      since += elapsed;
      if (!body || !reader || since < INTERVAL) return;
      since = 0;
      const patches = reader.read().filter(({ bodyA, bodyB }) => bodyA === body || bodyB === body);
      patches.sort((a, b) => b.normalForce - a.normalForce);
      const more = patches.length > MOST_CONTACTS ? `, the ${MOST_CONTACTS} strongest of ${patches.length}` : '';
      const isNative = patches.length > 0 && patches.every(({ acquired }) => !acquired);
      const whose = isNative ? 'friction is Rapier’s own' : 'with Stiction';
      note.textContent = patches.length === 0 ? 'touches nothing' : `${whose}${more}`;
      for (const [k, row] of rows.entries()) {
        row.element.hidden = k >= patches.length;
        if (k < patches.length) fill(row, patches[k], body, materials, theme());
      }
    },
  };
}

function createRow(): Row {
  const title = create('strong');
  const state = create('span', { className: 'state' });
  const canvas = create('canvas', { width: 2 * SIZE, height: 2 * SIZE, ariaHidden: 'true' });
  const numbers = LABELS.map(() => create('dd'));
  const list = create(
    'dl',
    {},
    ...LABELS.flatMap((label, k) => [create('dt', { className: 'contact-name', textContent: label }), numbers[k]]),
  );
  const element = create('div', { className: 'contact' }, create('p', {}, title, state), canvas, list);
  return { element, title, state, numbers, canvas, trail: [] };
}

function fill(row: Row, patch: PatchSight, body: string, materials: Map<string, string>, theme: Theme): void {
  const other = patch.bodyA === body ? patch.bodyB : patch.bodyA;
  const pair = [patch.bodyA, patch.bodyB].map((name) => materials.get(name) || 'no material').join(' on ');
  row.title.textContent = `on ${other || 'the world'}`;
  row.title.title = pair;
  row.state.textContent = patch.sliding ? 'slides' : 'sticks';
  row.state.dataset.sliding = String(patch.sliding);
  const texts = [
    `${patch.normalForce.toPrecision(3)} N, ${patch.points} point${patch.points === 1 ? '' : 's'}`,
    isFrictionKnown(patch) ? `${Math.hypot(...patch.friction).toPrecision(3)} N` : NOT_TOLD,
    Number.isFinite(patch.torsion) ? `${numberText(patch.torsion, 3)} N m` : NOT_TOLD,
    `${numberText(Math.hypot(...patch.slip), 3)} m/s`,
    `${numberText(patch.spin, 2)} rad/s`,
    `${patch.law}: ${pair}`,
  ];
  for (const [k, text] of texts.entries()) row.numbers[k].textContent = text;
  drawLimit(row, patch, theme);
}

/** The friction limit in the contact plane, with the current force and its trace. */
function drawLimit({ canvas, trail }: Row, patch: PatchSight, theme: Theme): void {
  const { limit, normal, friction, sliding } = patch;
  const context = canvas.getContext('2d');
  if (!context) return;
  const [t1, t2] = tangents(normal);
  const project = (v: ArrayLike<number>, at: number): [number, number] => [
    v[at] * t1[0] + v[at + 1] * t1[1] + v[at + 2] * t1[2],
    v[at] * t2[0] + v[at + 1] * t2[1] + v[at + 2] * t2[2],
  ];
  let largest = 1e-9;
  for (let k = 0; k < LIMIT_POINTS; k++) largest = Math.max(largest, Math.hypot(...project(limit, 3 * k)));
  const scale = (0.82 * SIZE) / largest;
  const place = ([x, y]: [number, number]): [number, number] => [SIZE + scale * x, SIZE - scale * y];
  const force = project(friction, 0);
  const isKnown = isFrictionKnown(patch);
  if (isKnown) trail.push(force[0] / largest, force[1] / largest);
  if (trail.length > 2 * TRAIL) trail.splice(0, 2);
  context.clearRect(0, 0, 2 * SIZE, 2 * SIZE);
  if (!patch.acquired) return;
  context.lineWidth = 3;
  context.strokeStyle = theme.theory;
  context.fillStyle = theme.grid;
  context.beginPath();
  for (let k = 0; k < LIMIT_POINTS; k++) context.lineTo(...place(project(limit, 3 * k)));
  context.fill();
  context.stroke();
  context.fillStyle = theme.theory;
  for (let k = 0; k < trail.length; k += 2) {
    const [x, y] = place([trail[k] * largest, trail[k + 1] * largest]);
    context.fillRect(x - 1.5, y - 1.5, 3, 3);
  }
  if (!isKnown) return;
  context.fillStyle = sliding ? '#e5232e' : '#12a150';
  context.beginPath();
  context.arc(...place(force), 8, 0, 2 * Math.PI);
  context.fill();
}

/** Two directions in the contact plane, the first along x of the scene if possible. */
function tangents([x, y, z]: Float64Array): [number[], number[]] {
  const start = Math.abs(x) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const along = start[0] * x + start[1] * y + start[2] * z;
  const t1 = [start[0] - along * x, start[1] - along * y, start[2] - along * z];
  const length = Math.hypot(...t1);
  const unit = t1.map((value) => value / length);
  return [unit, [y * unit[2] - z * unit[1], z * unit[0] - x * unit[2], x * unit[1] - y * unit[0]]];
}
