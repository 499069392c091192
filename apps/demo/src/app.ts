import type { EngineName } from '@stiction/scenes';
import type { DemoEntry, DemoScene, Value, Values } from '@stiction/scenes/demo';
import { type Address, formatValues, parseValues, translateValues } from './address.js';
import type { Chart } from './chart.js';
import { curveNote } from './curve-note.js';
import { find, readout, withUnit, write } from './dom.js';
import { engineLabel, getEngine } from './engines.js';
import type { Lab } from './lab/lab.js';
import { type ControlPanel, createControls } from './panel/controls.js';
import { createCostTable } from './panel/cost-table.js';
import { forceText } from './panel/format.js';
import { createProofCard } from './panel/proof-card.js';
import type { Run } from './run.js';
import type { Builder } from './sandbox/builder.js';
import type { Stage } from './stage/stage.js';
import type { RemoteOptions, Workshop } from './worker/remote-run.js';
import type { Solver } from './worker/solve-ahead.js';

/** Events for the page. */
interface AppEvents {
  /** The address has changed. */
  address(address: Address): void;
  loading(engine: EngineName | null): void;
  /** A new run has started. */
  opened(run: Run): void;
  paused(paused: boolean): void;
  /** After each frame. */
  frame(run: Run, elapsed: number): void;
  error(problem: string, cause: unknown): void;
}

export interface App {
  /** Shows everything that needs no loading. */
  prepare(events: AppEvents): void;
  start(): Promise<void>;
  /** Resolves once nothing is loading or computing, and the page shows the requested state. For tests. */
  readonly settled: Promise<void>;
  /** Makes `settled` wait for a task. */
  track(task: Promise<unknown>): void;
  readonly address: Address;
  readonly run: Run | null;
  readonly paused: boolean;
  stage: Stage | null;
  chart: Chart | null;
  /** The user's hand on a sandbox. */
  builder: Builder | null;
  speed: number;
  /** Changes scene, engine, step or effort, and restarts. */
  open(change: Partial<Address>): Promise<void>;
  /** Changes display settings without a restart. */
  look(change: Partial<Pick<Address, 'view' | 'forces'>>): void;
  setLaw(id: string): void;
  setPaused(paused: boolean): void;
  restart(): Promise<void>;
  step(): Promise<void>;
  /** Advances the scene by some seconds as fast as possible. */
  forward(seconds: number): Promise<void>;
  /** Runs to the end of the scene as fast as possible. */
  finish(): Promise<void>;
  redraw(isMoving?: boolean): void;
}

/** The last entry, which has no engine. */
export const LABORATORY = {
  id: 'laboratory',
  title: 'Laboratory',
  look: 'Any law without an engine: its friction against slip speed, its presliding loop, its cone and its limit surface. Move the sliders.',
} as const;

/** A finished run stays visible for this long before it restarts [s]. */
const HOLD_TIME = 3;
/** Time slice after which the page handles events [ms]. */
const SLICE = 40;
/** Steps at once meanwhile. */
const FEW = 8;
/** Update interval of the chart and the numbers [s]. */
const CHART_INTERVAL = 1 / 30;

export function createApp(entries: readonly DemoEntry[], start: Address): App {
  const proofCard = createProofCard();
  const costTable = createCostTable();
  const controls = document.querySelector('#scene-controls') as HTMLElement;
  const mayMove = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let on = {} as AppEvents;
  let address = start;
  let demo: DemoScene | null = null;
  let values: Values = {};
  /** The engine whose defaults `values` are compared with. */
  let valuesEngine = start.engine;
  let panel: ControlPanel | null = null;
  let lab: Lab | null = null;
  let run: Run | null = null;
  let turn = 0;
  let paused = false;
  let held = 0;
  let busy = false;
  let sinceChart = 0;
  let lastFrame = performance.now();
  const tasks = new Set<Promise<unknown>>();
  let workshop: Workshop | null = null;
  let solver: Solver | null = null;

  function track(task: Promise<unknown>): void {
    tasks.add(task);
    void task.finally(() => tasks.delete(task)); // failures still reach `unhandledrejection`
  }

  async function settle(): Promise<void> {
    while (tasks.size > 0) await Promise.allSettled(tasks);
  }

  function setAddress(change: Partial<Address>): void {
    address = { ...address, ...change };
    on.address(address);
  }

  function setPaused(next: boolean): void {
    paused = next;
    on.paused(next);
  }

  /** Shows what is known of a scene before it is loaded. */
  function showMode(): void {
    const isLab = address.scene === LABORATORY.id;
    document.body.dataset.mode = isLab ? 'lab' : 'scene';
    const entry = isLab ? LABORATORY : entries.find(({ id }) => id === address.scene);
    if (entry) write(readout('title'), entry.title);
    if (isLab) write(readout('look'), LABORATORY.look);
    else if (demo?.id !== address.scene && address.scene !== entries[0].id) write(readout('look'), '');
  }

  function showLook(): void {
    const stageBox = document.querySelector('#stage') as HTMLElement;
    stageBox.dataset.view = address.view;
    app.stage?.setForces(address.forces);
    app.stage?.resize();
  }

  function open(change: Partial<Address>): Promise<void> {
    const task = load(change);
    track(task);
    return task;
  }

  async function load(change: Partial<Address>): Promise<void> {
    const own = ++turn;
    setAddress(change.scene && change.scene !== address.scene ? { law: '', values: {}, rate: 0, ...change } : change);
    const { scene, engine } = address;
    const isOther = scene !== demo?.id; // also if it has been chosen before, and is not loaded yet
    showLook();
    const isLab = scene === LABORATORY.id;
    showMode();
    try {
      if (isLab) return await openLab(own);
      if (isOther || change.engine) close();
      if (!run) on.loading(engine);
      const entry = entries.find(({ id }) => id === scene) ?? entries[0];
      const next = await entry.load();
      const onBroken = (cause: unknown): void => on.error('It opens with the default.', cause);
      const chosen = isOther
        ? parseValues(next, engine, address.values, onBroken)
        : translateValues(next, values, valuesEngine, engine);
      const dt = address.rate ? 1 / address.rate : (next.dt ?? 1 / 60);
      const options = { engine, dt, effort: address.effort, law: address.law };
      // The run has values of its own: the one before keeps its own until this one starts.
      const start = await prepareRun(next, { ...chosen }, options);
      if (own !== turn) return; // superseded by a newer choice
      if (!start) return await replaceEngine(engine, next);
      close();
      valuesEngine = engine;
      if (isOther || chosen !== values) {
        demo = next;
        values = chosen;
        setAddress({ values: formatValues(demo, engine, values) });
        describe(demo);
      }
      run = start();
      held = 0;
      on.loading(null);
      proofCard.open(next, run.values);
      app.stage?.open(run, !isOther);
      on.opened(run);
      redraw();
      // A pause lasts until another scene opens.
      setPaused(isOther ? address.paused : paused);
      if (!mayMove && !paused) await finish();
    } catch (cause) {
      if (own !== turn) return;
      on.loading(null);
      on.error(`${engineLabel(engine, demo)} could not start this scene.`, cause);
    }
  }

  /** In a worker if the scene is heavy and there are workers. null if the engine cannot be loaded. */
  async function prepareRun(next: DemoScene, own: Values, options: RemoteOptions): Promise<(() => Run) | null> {
    const { isHeavy, startRun } = await import('./run.js');
    if (next.solution) {
      solver ??= (await import('./worker/solve-ahead.js')).createSolver();
      await solver.solve(next, own);
    }
    if (isHeavy(next, own)) {
      try {
        workshop ??= (await import('./worker/remote-run.js')).createWorkshop();
        const remote = await workshop.start(next, own, options, () => paused && redraw());
        return remote && (() => remote);
      } catch (cause) {
        console.info('no worker for this scene:', cause);
      }
    }
    const build = await getEngine(options.engine, next).catch(() => null);
    return build && (() => startRun(next, own, { ...options, build }));
  }

  /** Shows a law with its plots; no engine, no run. */
  async function openLab(own: number): Promise<void> {
    close();
    on.loading(null);
    demo = null;
    panel?.dispose();
    panel = null;
    app.builder?.dispose();
    app.builder = null;
    lab ??= await loadLab();
    if (own === turn) lab.open(address.law, address.values);
  }

  async function loadLab(): Promise<Lab> {
    const { createLab } = await import('./lab/lab.js');
    return createLab(
      (law, texts) => setAddress({ law, values: texts }),
      (cause) => on.error('The laboratory could not draw this.', cause),
    );
  }

  /** Falls back to the first engine if the other one fails to load. */
  async function replaceEngine(missing: EngineName, next: DemoScene): Promise<void> {
    on.loading(null);
    on.error(
      `${engineLabel(missing, next)} could not be loaded.`,
      missing === 'cannon' ? '' : `This is ${engineLabel('cannon', next)} instead.`,
    );
    if (missing !== 'cannon') await load({ engine: 'cannon' });
  }

  /** Writes the texts of the scene. */
  function describe(next: DemoScene): void {
    write(readout('title'), next.title);
    write(readout('look'), next.look);
    write(readout('lacks'), next.stockLacks ? `: ${next.stockLacks}` : '');
    write(readout('curve-remark'), next.curve.note ?? '');
    readout('curve-remark').hidden = !next.curve.note;
    readout('curve-label').replaceChildren(...withUnit(next.curve.label, next.curve.unit));
    panel?.dispose();
    panel = createControls(controls, next, values, address.law, { change: changeValue, law: setLaw });
    app.builder?.dispose();
    app.builder = null;
    for (const [name, { kind }] of Object.entries(next.controls)) if (kind === 'design') track(openBuilder(next, name));
  }

  async function openBuilder(next: DemoScene, name: string): Promise<void> {
    const { createBuilder } = await import('./sandbox/builder.js');
    if (demo !== next) return;
    const place = find(`#design-${name}`, controls);
    app.builder = createBuilder(app, place, String(values[name]), (text) => changeValue(name, text));
  }

  function close(): void {
    run?.dispose();
    run = null;
  }

  function changeValue(name: string, value: Value): void {
    if (!demo) return;
    values[name] = value;
    const control = demo.controls[name];
    setAddress({ values: formatValues(demo, valuesEngine, values) });
    if (!control.live && control.kind !== 'hold') void open({});
    else run?.setValue(name, value);
  }

  function setLaw(id: string): void {
    setAddress({ law: id === demo?.laws?.[0].id ? '' : id });
    run?.setLaw(id);
    redraw();
  }

  function redraw(isMoving = false): void {
    if (!run) return;
    write(readout('time'), run.time.toFixed(2), run.time);
    proofCard.update(run, isMoving);
    app.chart?.draw(run.history, run.isComparable);
    readout('theory-key').hidden = !run.demo.curve.theory || !run.isComparable;
    write(readout('curve-note'), curveNote(run, app.chart?.hovered ?? null));
    costTable.update(run);
    app.stage?.draw(run, isMoving);
    showForceScale();
  }

  function showForceScale(): void {
    const force = app.stage?.largestForce ?? 0;
    find('#forces-legend').hidden = force === 0;
    if (force > 0) write(readout('forces-scale'), `up to ${forceText(force)}`);
  }

  function frame(now: number): void {
    const elapsed = Math.max(0, now - lastFrame) / 1000; // the first frame's time may precede the page's start
    lastFrame = now;
    requestAnimationFrame(frame);
    if (!run || busy) return;
    try {
      const begin = performance.now();
      advance(run, elapsed);
      costTable.addFrame(performance.now() - begin);
    } catch (cause) {
      close();
      on.error('The scene stopped. "Start again" restarts it.', cause);
    }
  }

  function advance(current: Run, elapsed: number): void {
    const isMoving = !paused && !current.done;
    if (isMoving) current.advance(elapsed * app.speed);
    sinceChart += elapsed;
    if (isMoving && (sinceChart > CHART_INTERVAL || current.done)) {
      sinceChart = 0;
      redraw(!current.done);
    } else if (isMoving || app.stage?.isStale) {
      app.stage?.draw(current, isMoving);
      showForceScale();
    }
    on.frame(current, elapsed);
    if (!current.done || paused || !mayMove) return;
    held += elapsed;
    if (held > HOLD_TIME) void open({});
  }

  /** At once, unless the worlds are in a worker. */
  async function stepBy(count: number): Promise<void> {
    const stepped = run?.step(count);
    if (stepped) {
      track(stepped);
      await stepped;
    }
    redraw();
  }

  async function finish(): Promise<void> {
    const own = turn;
    busy = true;
    try {
      while (run && own === turn && !run.done) {
        const until = performance.now() + SLICE;
        while (run && !run.done && performance.now() < until) await run.step(FEW);
        await new Promise((resolve) => setTimeout(resolve));
      }
      redraw();
    } finally {
      busy = false;
    }
  }

  const app: App = {
    stage: null,
    chart: null,
    builder: null,
    speed: 1,
    get address() {
      return address;
    },
    get run() {
      return run;
    },
    get paused() {
      return paused;
    },
    prepare(events) {
      on = events;
      on.address(address);
      showMode();
      showLook();
    },
    start() {
      requestAnimationFrame(frame);
      return open({});
    },
    get settled() {
      return settle();
    },
    track,
    open,
    look(change) {
      setAddress(change);
      showLook();
    },
    setLaw,
    setPaused(next) {
      setPaused(next);
      if (!next && run?.done) void open({});
      // The numbers may be a few frames old.
      if (next) redraw();
    },
    restart() {
      paused = address.paused;
      return open({});
    },
    async step() {
      setPaused(true);
      await stepBy(1);
    },
    forward: (seconds) => stepBy(run ? Math.round(seconds / run.dt) : 0),
    finish,
    redraw,
  };
  return app;
}
