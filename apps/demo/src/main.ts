import './style.css';
import { createChart } from './chart.js';
import { createControls } from './controls.js';
import { getEngine } from './engines.js';
import { createReadout } from './readout.js';
import { ENGINE_LABELS, readSettings, type Settings, writeSettings } from './settings.js';
import { createSimulation, type Simulation } from './simulation.js';
import { createStage, type Stage } from './stage.js';
import { onThemeChange, readTheme } from './theme.js';

/** A finished run is shown for this long before it starts again [s]. */
const HOLD_TIME = 3;

const errorBox = find('#error');
const stageMessage = find('#stage-message');

function find<T extends HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

function showError(problem: string, cause: unknown): void {
  console.warn(problem, cause);
  errorBox.textContent = `${problem} ${cause instanceof Error ? cause.message : String(cause)}`;
  errorBox.hidden = false;
}

function start(): void {
  const theme = readTheme();
  const readout = createReadout(document);
  const chart = createChart(find('#chart'), theme);
  const stage = tryStage();
  const controls = createControls(find<HTMLFormElement>('#controls'), readSettings(location.search), {
    change: (next) => void restart(next),
    reset: () => void restart(settings),
    pause: () => setPaused(!paused),
  });
  const mayLoop = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let settings = controls.settings();
  let simulation: Simulation | null = null;
  let paused = false;
  let held = 0;
  let lastFrame = performance.now();

  stage?.setTheme(theme);
  onThemeChange(() => {
    const next = readTheme();
    stage?.setTheme(next);
    chart.setTheme(next);
  });

  function setPaused(next: boolean): void {
    paused = next;
    controls.setPaused(paused);
  }

  async function restart(next: Settings): Promise<void> {
    const previous = settings;
    settings = next;
    held = 0;
    history.replaceState(null, '', writeSettings(next));
    readout.showSettings(next);
    stage?.setMu(next.mu);
    try {
      if (next.engine !== previous.engine) {
        simulation?.dispose();
        simulation = null;
      }
      if (!simulation) {
        stageMessage.textContent = `Loading ${ENGINE_LABELS[next.engine]}…`;
        stageMessage.hidden = false;
        readout.showLoading();
      }
      const build = await getEngine(next.engine);
      if (settings !== next) return; // chosen anew while the engine was loading
      simulation?.dispose();
      simulation = null;
      simulation = createSimulation(build, next.mu, next.angle);
      setPaused(false);
      readout.show(simulation, paused);
      errorBox.hidden = stage !== null;
      stageMessage.hidden = true;
    } catch (cause) {
      if (settings !== next) return;
      showError(`${ENGINE_LABELS[next.engine]} could not be started.`, cause);
      stageMessage.hidden = true;
      if (next.engine === 'cannon') return;
      controls.setEngine('cannon');
      await restart({ ...next, engine: 'cannon' });
      errorBox.hidden = false;
    }
  }

  function frame(now: number): void {
    const elapsed = Math.max(0, now - lastFrame) / 1000; // the first frame may be dated before the page's start
    lastFrame = now;
    try {
      if (simulation) advance(simulation, elapsed);
    } catch (cause) {
      simulation = null;
      showError('The experiment stopped; Reset starts it again.', cause);
    }
    requestAnimationFrame(frame);
  }

  function advance(current: Simulation, elapsed: number): void {
    const wasDone = current.done;
    if (!paused) current.advance(elapsed);
    chart.draw(current.history);
    readout.show(current, paused);
    stage?.draw(current, settings.angle, elapsed);
    if (!current.done) return;
    if (!wasDone) readout.showVerdict(current, settings);
    if (!paused && mayLoop) held += elapsed;
    if (held > HOLD_TIME) void restart(settings);
  }

  void restart(settings);
  requestAnimationFrame(frame);
}

/** Without WebGL the numbers and the chart still tell the story. */
function tryStage(): Stage | null {
  try {
    return createStage(find<HTMLCanvasElement>('#canvas'), {
      stock: find('[data-view="stock"]'),
      stiction: find('[data-view="stiction"]'),
    });
  } catch (cause) {
    showError('Your browser draws no 3D here; the numbers and the chart below still run.', cause);
    return null;
  }
}

window.addEventListener('error', ({ error }) => showError('Something went wrong.', error));
window.addEventListener('unhandledrejection', ({ reason }) => showError('Something went wrong.', reason));
try {
  start();
} catch (cause) {
  stageMessage.hidden = true;
  showError('The page could not start.', cause);
}
