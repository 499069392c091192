import '../style.css';
import './debug.css';
import {
  cannonExamples,
  type Example,
  type ExampleEntry,
  type Running,
  startExample,
} from '@stiction/scenes/cannon-examples';
import { SIDES, type Side } from '../sides.js';
import { onThemeChange, readTheme } from '../theme.js';
import { createDebugStage } from './debug-stage.js';
import { createWorldView, type Shown, type WorldView } from './world-view.js';

const DT = 1 / 60;
/** Largest time per frame: slow machines show slow motion instead of falling behind [s]. */
const MAX_CATCH_UP = 0.1;

function find<T extends HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

function showError(cause: unknown): void {
  console.warn(cause);
  const box = find('#error');
  box.textContent = cause instanceof Error ? cause.message : String(cause);
  box.hidden = false;
}

function start(): void {
  const form = find<HTMLFormElement>('#controls');
  const choice = form.elements.namedItem('scene') as HTMLSelectElement;
  const pause = find<HTMLButtonElement>('[data-action="pause"]');
  const time = find('[data-readout="time"]');
  const stage = createDebugStage(find<HTMLCanvasElement>('#canvas'), {
    stock: find('[data-view="stock"]'),
    stiction: find('[data-view="stiction"]'),
  });
  let worlds: Record<Side, Running<Example>>;
  let views: Record<Side, WorldView> | null = null;
  let steps = 0;
  let pending = 0;
  let paused = false;
  let lastFrame = performance.now();

  for (const { name, title } of cannonExamples) choice.add(new Option(title, name));
  const wanted = new URLSearchParams(location.search).get('scene');
  choice.value = cannonExamples.find(({ name }) => name === wanted)?.name ?? cannonExamples[0].name;

  function chosen(): ExampleEntry {
    return cannonExamples.find(({ name }) => name === choice.value) as ExampleEntry;
  }

  function reset(): void {
    const { build } = chosen();
    worlds = { stock: startExample(build, { stiction: false }), stiction: startExample(build, { stiction: true }) };
    steps = 0;
    pending = 0;
    createViews();
  }

  function createViews(): void {
    const theme = readTheme();
    for (const side of SIDES) views?.[side].dispose();
    views = {
      stock: createWorldView(worlds.stock, theme.stock, theme),
      stiction: createWorldView(worlds.stiction, theme.stiction, theme),
    };
  }

  function choose(): void {
    const { name, about } = chosen();
    history.replaceState(null, '', `?scene=${name}`);
    find('[data-readout="about"]').textContent = about;
    reset();
    stage.aim(worlds.stock.example.view);
    setPaused(false);
  }

  function setPaused(next: boolean): void {
    paused = next;
    pause.textContent = paused ? 'Play' : 'Pause';
  }

  function step(): void {
    for (const side of SIDES) worlds[side].step(DT);
    steps++;
  }

  function readShown(): Shown {
    const isChecked = (name: keyof Shown): boolean => (form.elements.namedItem(name) as HTMLInputElement).checked;
    return {
      solid: isChecked('solid'),
      wires: isChecked('wires'),
      lines: isChecked('lines'),
      joints: isChecked('joints'),
    };
  }

  function showNumbers(): void {
    time.textContent = (steps * DT).toFixed(2);
    time.setAttribute('value', String(steps * DT));
    for (const side of SIDES) {
      const { world } = worlds[side].example;
      const speed = Math.max(...world.bodies.map((body) => body.velocity.length()));
      const contacts = world.contacts.length;
      const text = `${contacts} contact${contacts === 1 ? '' : 's'}, up to ${speed.toFixed(2)} m/s`;
      find(`[data-badge="${side}"]`).textContent = text;
    }
  }

  function frame(now: number): void {
    const elapsed = Math.max(0, now - lastFrame) / 1000;
    lastFrame = now;
    if (!paused) pending = Math.min(pending + elapsed, MAX_CATCH_UP);
    for (; pending >= DT; pending -= DT) step();
    showNumbers();
    if (views) {
      const shown = readShown();
      for (const side of SIDES) views[side].update(shown);
      stage.draw(views);
    }
    requestAnimationFrame(frame);
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  choice.addEventListener('change', choose);
  pause.addEventListener('click', () => setPaused(!paused));
  find('[data-action="reset"]').addEventListener('click', reset);
  find('[data-action="step"]').addEventListener('click', () => {
    setPaused(true);
    pending = 0;
    step();
  });
  onThemeChange(createViews);
  choose();
  requestAnimationFrame(frame);
}

window.addEventListener('error', ({ error }) => showError(error));
try {
  start();
} catch (cause) {
  showError(cause);
}
