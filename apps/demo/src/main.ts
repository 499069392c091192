import './style.css';
import './lab/lab.css';
import { demoScenes } from '@stiction/scenes/demo';
import { type Address, readAddress, writeAddress } from './address.js';
import { type App, createApp } from './app.js';
import { curveNote } from './curve-note.js';
import { action, find, readout, write } from './dom.js';
import { engineLabel } from './engines.js';
import { onThemeChange, readTheme } from './theme.js';
import { SCENES, wireToolbar } from './toolbar.js';

declare global {
  interface Window {
    /** For tests and for the console. */
    stiction: App;
  }
}

/** Loading starts after this time even if nothing has been painted, e.g. in a background tab [ms]. */
const LATEST_START = 400;

const errorBox = find('#error');
const message = find('#message');

function showError(problem: string, cause: unknown): void {
  console.warn(problem, cause);
  write(readout('error'), `${problem} ${cause instanceof Error ? cause.message : String(cause)}`);
  errorBox.hidden = false;
}

function start(): void {
  const read = (): Address =>
    readAddress(
      location.search,
      SCENES.map(({ id }) => id),
    );
  const address = read();
  const app = createApp(demoScenes, address);
  window.stiction = app;
  const toolbar = wireToolbar(app, showError);
  app.prepare({
    address(now) {
      // The back button leads to the scene before.
      const isOther = new URLSearchParams(location.search).has('scene') && read().scene !== now.scene;
      history[isOther ? 'pushState' : 'replaceState'](null, '', writeAddress(now));
      toolbar.showAddress(now);
    },
    loading(engine) {
      message.hidden = engine === null;
      if (engine) write(message, `Loading ${engineLabel(engine, null)}…`);
    },
    opened(run) {
      document.title = `${run.demo.title} · Stiction`;
      toolbar.open(run);
    },
    paused: toolbar.showPaused,
    frame: toolbar.frame,
    error: showError,
  });
  window.addEventListener('popstate', () => void app.open(read()));
  app.track(afterPaint(() => Promise.all([app.start(), loadStage(app), loadChart(app)])));
  onThemeChange(() => {
    const theme = readTheme();
    app.stage?.setTheme(theme);
    app.chart?.setTheme(theme);
    app.redraw();
  });
}

/** Waits until the page is readable before loading anything heavy. */
async function afterPaint(task: () => Promise<unknown>): Promise<void> {
  await new Promise<void>((resolve) => {
    try {
      new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    } catch {
      // not supported by this browser
    }
    setTimeout(resolve, LATEST_START);
  });
  performance.mark('loading');
  await task();
}

/** Without WebGL the numbers and the chart still work. */
async function loadStage(app: App): Promise<void> {
  try {
    const { createStage } = await import('./stage/stage.js');
    const halves = { stock: find('[data-side="stock"]'), stiction: find('[data-side="stiction"]') };
    app.stage = createStage(find<HTMLCanvasElement>('#canvas'), halves, readTheme());
    app.stage.setForces(app.address.forces);
    if (app.run) app.stage.open(app.run, false);
  } catch (cause) {
    find('#stage').dataset.blind = 'true';
    showError('Your browser draws no 3D here; the numbers and the chart still run.', cause);
  }
}

async function loadChart(app: App): Promise<void> {
  const { createChart } = await import('./chart.js');
  const wholeRun = action('whole-run');
  const chart = createChart(find('#chart'), readTheme(), {
    change(isZoomed) {
      wholeRun.hidden = !isZoomed;
      // While the scene runs, the next frame writes it.
      if (app.run && (app.paused || app.run.done)) write(readout('curve-note'), curveNote(app.run, chart.hovered));
    },
  });
  wholeRun.addEventListener('click', chart.showAll);
  app.chart = chart;
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
