import type { Control } from '@stiction/scenes/demo';
import { create } from '../dom.js';

/** A grid of heights 0 to 9 to paint on. A pointer paints the chosen height; on the keyboard, arrows move and digits paint. */
export function createPaintGrid(
  control: Extract<Control, { kind: 'paint' }>,
  value: string,
  change: (value: string) => void,
): HTMLElement {
  const { label, columns, rows } = control;
  const heights = [...value];
  const brush = create('input', { type: 'range', min: '0', max: '9', step: '1', value: '9' });
  brush.setAttribute('aria-label', `Height to paint: ${label}`);
  const grid = create('div', { className: 'paint' });
  grid.setAttribute('role', 'grid');
  grid.setAttribute('aria-label', `${label}: arrow keys move, digits paint`);
  grid.style.setProperty('--columns', String(columns));
  const cells = heights.map((_, k) => {
    const cell = create('span', { className: 'paint-cell', tabIndex: k === 0 ? 0 : -1 });
    cell.setAttribute('role', 'gridcell');
    return cell;
  });

  function show(k: number): void {
    cells[k].style.setProperty('--height', heights[k]);
    cells[k].setAttribute(
      'aria-label',
      `row ${Math.floor(k / columns) + 1}, column ${(k % columns) + 1}: ${heights[k]}`,
    );
  }

  function paint(k: number, height: string): void {
    if (heights[k] === height) return;
    heights[k] = height;
    show(k);
    change(heights.join(''));
  }

  function cellAt({ clientX, clientY }: PointerEvent): number {
    const { left, top, width, height } = grid.getBoundingClientRect();
    const column = Math.floor((columns * (clientX - left)) / width);
    const row = Math.floor((rows * (clientY - top)) / height);
    return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
  }

  grid.addEventListener('pointerdown', (event) => {
    grid.setPointerCapture(event.pointerId);
    const k = cellAt(event);
    if (k >= 0) paint(k, brush.value);
  });
  grid.addEventListener('pointermove', (event) => {
    const k = event.buttons ? cellAt(event) : -1;
    if (k >= 0) paint(k, brush.value);
  });
  grid.addEventListener('keydown', (event) => {
    const k = cells.indexOf(event.target as HTMLSpanElement);
    const offset = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (/^\d$/.test(event.key)) paint(k, event.key);
    else if (offset !== undefined) move(k, k + offset);
    else return;
    event.preventDefault();
  });

  function move(from: number, to: number): void {
    const isSameLine = Math.abs(to - from) > 1 || Math.floor(to / columns) === Math.floor(from / columns);
    if (to < 0 || to >= cells.length || !isSameLine) return;
    cells[from].tabIndex = -1;
    cells[to].tabIndex = 0;
    cells[to].focus();
  }

  for (let row = 0; row < rows; row++) {
    const line = create('div', {}, ...cells.slice(row * columns, (row + 1) * columns));
    line.setAttribute('role', 'row');
    grid.append(line);
  }
  for (let k = 0; k < cells.length; k++) show(k);
  const title = create('p', { className: 'paint-title' }, label, brush);
  return create('div', { className: 'paint-box' }, title, grid);
}
