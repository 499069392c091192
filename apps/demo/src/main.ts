import './style.css';
import type { EngineName } from '@stiction/scenes';
import { shows } from '@stiction/scenes/show';
import { EFFORTS, RATES, readAddress, type ViewMode, writeAddress } from './address.js';
import { type App, createApp } from './app.js';
import { action, find, readout, write } from './dom.js';
import { ENGINE_LABELS } from './engines.js';
import { onThemeChange, readTheme, toggleTheme } from './theme.js';

declare global {
  interface Window {
    /** For tests and for the console. */
    stiction: App;
  }
}

const errorBox = find('#error');
const message = find('#message');

function showError(problem: string, cause: unknown): void {
  console.warn(problem, cause);
  write(readout('error'), `${problem} ${cause instanceof Error ? cause.message : String(cause)}`);
  errorBox.hidden = false;
}

function start(): void {
  const sceneChoice = find<HTMLSelectElement>('#scene');
  const stageBox = find('#stage');
  const overlay = find<HTMLInputElement>('#overlay');
  const dtChoice = find<HTMLSelectElement>('#dt');
  const effortChoice = find<HTMLSelectElement>('#effort');
  const speedChoice = find<HTMLSelectElement>('#speed');
  const address = readAddress(
    location.search,
    shows.map(({ id }) => id),
  );

  for (const [k, { id, title }] of shows.entries()) sceneChoice.add(new Option(`${k + 1}  ${title}`, id));
  for (const rate of RATES) dtChoice.add(new Option(`1/${rate} s`, String(rate)));
  for (const effort of EFFORTS)
    effortChoice.add(new Option(effort === 1 ? 'as installed' : `${effort} times`, `${effort}`));
  for (const [label, speed] of [
    ['real time', 1],
    ['1/4', 0.25],
    ['1/16', 1 / 16],
  ] as const) {
    speedChoice.add(new Option(label, String(speed)));
  }

  const app = createApp(shows, address, {
    address(now) {
      history.replaceState(null, '', writeAddress(now));
      sceneChoice.value = now.scene;
      for (const input of document.querySelectorAll<HTMLInputElement>('[name="engine"]')) {
        input.checked = input.value === now.engine;
      }
      for (const input of document.querySelectorAll<HTMLInputElement>('[name="view"]')) {
        input.checked = input.value === now.view;
      }
      write(readout('engine'), ENGINE_LABELS[now.engine]);
      stageBox.dataset.view = now.view;
      overlay.checked = now.forces;
      effortChoice.value = String(now.effort);
    },
    loading(what) {
      message.hidden = what === null;
      if (what) write(message, `Loading ${what}…`);
    },
    opened(run) {
      errorBox.hidden = true;
      document.title = `${run.show.title} · Stiction`;
      dtChoice.value = String(Math.round(1 / run.dt));
    },
    paused(paused) {
      write(readout('pause'), paused ? 'Play' : 'Pause');
      find('.toolbar').dataset.state = paused ? 'paused' : 'playing';
    },
    frame() {},
    error: showError,
  });
  window.stiction = app;

  const go = (by: number): void => {
    const at = shows.findIndex(({ id }) => id === app.address.scene);
    void app.open({ scene: shows[(at + by + shows.length) % shows.length].id });
  };
  action('previous').addEventListener('click', () => go(-1));
  action('next').addEventListener('click', () => go(1));
  sceneChoice.addEventListener('change', () => void app.open({ scene: sceneChoice.value }));
  for (const input of document.querySelectorAll<HTMLInputElement>('[name="engine"]')) {
    input.addEventListener('change', () => void app.open({ engine: input.value as EngineName }));
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('[name="view"]')) {
    input.addEventListener('change', () => {
      app.show({ view: input.value as ViewMode });
      app.stage?.resize();
    });
  }
  overlay.addEventListener('change', () => {
    app.show({ forces: overlay.checked });
    app.stage?.setForces(overlay.checked);
  });
  dtChoice.addEventListener('change', () => void app.open({ rate: Number(dtChoice.value) }));
  effortChoice.addEventListener('change', () => void app.open({ effort: Number(effortChoice.value) }));
  speedChoice.addEventListener('change', () => {
    app.speed = Number(speedChoice.value);
  });
  action('pause').addEventListener('click', () => app.setPaused(!app.paused));
  action('step').addEventListener('click', () => app.step());
  action('reset').addEventListener('click', () => void app.restart());
  action('theme').addEventListener('click', toggleTheme);
  action('dismiss').addEventListener('click', () => {
    errorBox.hidden = true;
  });
  find<HTMLFormElement>('#controls').addEventListener('submit', (event) => event.preventDefault());
  void loadStage(app);
  void loadChart(app);
  onThemeChange(() => {
    app.stage?.setTheme(readTheme());
    app.chart?.setTheme(readTheme());
    app.redraw();
  });
}

/** Without WebGL the numbers and the chart still tell the story. */
async function loadStage(app: App): Promise<void> {
  try {
    const { createStage } = await import('./stage/stage.js');
    const halves = { stock: find('[data-side="stock"]'), stiction: find('[data-side="stiction"]') };
    app.stage = createStage(find<HTMLCanvasElement>('#canvas'), halves, readTheme());
    app.stage.setForces(app.address.forces);
    if (app.run) app.stage.open(app.run, false);
  } catch (cause) {
    showError('Your browser draws no 3D here; the numbers and the chart still run.', cause);
  }
}

async function loadChart(app: App): Promise<void> {
  const { createChart } = await import('./chart.js');
  app.chart = createChart(find('#chart'), readTheme());
  app.redraw();
}

window.addEventListener('error', ({ error }) => showError('Something went wrong.', error));
window.addEventListener('unhandledrejection', ({ reason }) => showError('Something went wrong.', reason));
try {
  start();
} catch (cause) {
  message.hidden = true;
  showError('The page could not start.', cause);
}
