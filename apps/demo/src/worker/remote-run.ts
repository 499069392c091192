import { type EngineName, type Rotation, rotateVector, type Scene, type Vector } from '@stiction/scenes';
import type { DemoScene, Values } from '@stiction/scenes/demo';
import { type Held, plus } from '../hand.js';
import { createHistory } from '../history.js';
import type { PatchReader } from '../patches.js';
import { createPreview, mixPoses } from '../poses.js';
import { FRAME_BUDGET, GRABBED, MAX_CATCH_UP, type Measured, type Run, type RunSide } from '../run.js';
import type { Side } from '../sides.js';
import type { Order, Report, RunState } from './messages.js';

/** Runs whose worlds are in a worker: the page draws what the worker last reported, and never waits for a step. */
export interface Workshop {
  /** Starts a scene; ends the one before. null if a newer start came first. `onReport` is called when there is something new to draw. */
  start(demo: DemoScene, values: Values, options: RemoteOptions, onReport: () => void): Promise<Run | null>;
}

export interface RemoteOptions {
  engine: EngineName;
  dt: number;
  effort: number;
  law: string;
}

type Task = Order extends infer One ? (One extends Order ? Omit<One, 'run'> : never) : never;
type Send = (task: Task) => Promise<RunState | null>;

export function createWorkshop(): Workshop {
  let worker: Worker | null = null;
  let waiting: { resolve(report: Report): void; reject(cause: unknown): void }[] = [];
  let runs = 0;

  /** One worker for all runs, so that a restart does not load its engine again. */
  function open(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Report>) => waiting.shift()?.resolve(data);
    worker.onerror = ({ message }) => {
      worker?.terminate();
      worker = null;
      const lost = waiting;
      waiting = [];
      for (const { reject } of lost) reject(new Error(message || 'its worker could not be loaded'));
    };
    return worker;
  }

  function sender(run: number): Send {
    return async (task) => {
      const target = open();
      const answer = new Promise<Report>((resolve, reject) => waiting.push({ resolve, reject }));
      target.postMessage({ run, ...task } satisfies Order);
      const { error, state } = await answer;
      if (error) throw new Error(error);
      return state;
    };
  }

  return {
    async start(demo, values, options, onReport) {
      const send = sender(++runs);
      const state = await send({ kind: 'start', scene: demo.id, values, ...options });
      return state && createRemoteRun(demo, values, options, send, state, onReport);
    },
  };
}

function createRemoteRun(
  demo: DemoScene,
  values: Values,
  { engine, dt }: RemoteOptions,
  send: Send,
  first: RunState,
  onReport: () => void,
): Run {
  const scene = demo.scene(values);
  const history = createHistory(demo, values, dt);
  const preview = createPreview(scene);
  let state = first;
  let pending = 0;
  let held: Held | null = null;
  let isStepping = false;
  let isDisposed = false;
  let failure: unknown = null;
  /** Somebody draws contacts. */
  let needsPatches = false;

  function take(next: RunState | null): void {
    if (!next || isDisposed) return;
    const from = state.steps;
    state = next;
    for (let k = 0; k < next.curves.stock.length; k++) {
      history.add(from + k + 1, next.curves.stock[k], next.curves.stiction[k]);
    }
    onReport();
  }

  /** Orders without steps. */
  async function ask(task: Task): Promise<void> {
    try {
      take(await send(task));
    } catch (cause) {
      failure ??= cause;
    }
  }

  async function step(count: number, budget: number): Promise<void> {
    isStepping = true;
    try {
      const patches = needsPatches;
      needsPatches = false;
      take(await send({ kind: 'step', count, budget, patches }));
    } finally {
      isStepping = false;
    }
  }

  /** Steps of one frame. Slow worlds show slow motion. */
  async function catchUp(count: number): Promise<void> {
    const from = state.steps;
    try {
      await step(count, FRAME_BUDGET);
      const taken = state.steps - from;
      pending = taken < count ? pending % dt : Math.max(0, pending - taken * dt);
    } catch (cause) {
      failure ??= cause;
    }
  }

  const patchesOf = (side: Side): PatchReader => ({
    read() {
      const { patches } = state.sides[side];
      needsPatches = true;
      // While the run stands still nobody else asks.
      if (!patches && !isStepping && !isDisposed) void step(0, 0).catch((cause) => (failure ??= cause));
      return patches ?? [];
    },
  });
  const sideOf = (side: Side): RunSide => ({
    scene,
    probe: mirrorOf(() => state.sides[side].probe),
    patches: patchesOf(side),
  });
  const posesOf = (side: Side): Run['poses'][Side] =>
    preview.add({
      get trails() {
        return state.sides[side].trails;
      },
      read: (share, out) => mixPoses(state.sides[side].last, state.sides[side].now, share, out),
    });

  return {
    demo,
    values,
    engine,
    dt,
    sides: { stock: sideOf('stock'), stiction: sideOf('stiction') },
    poses: { stock: posesOf('stock'), stiction: posesOf('stiction') },
    history,
    get cost() {
      return state.cost;
    },
    get steps() {
      return state.steps;
    },
    get time() {
      return state.steps * dt;
    },
    get done() {
      return state.done && !held;
    },
    get share() {
      return state.done ? 1 : Math.min(1, pending / dt);
    },
    get isComparable() {
      return this.otherwise === '';
    },
    get otherwise() {
      return held ? GRABBED : state.otherwise;
    },
    get held() {
      return held;
    },
    advance(seconds) {
      if (failure) throw failure;
      pending = Math.min(pending + seconds, Math.max(MAX_CATCH_UP, dt));
      const count = Math.floor(pending / dt + 1e-9);
      if (count > 0 && !isStepping) void catchUp(count);
    },
    step: (count = 1) => step(count, Number.POSITIVE_INFINITY),
    setLaw: (id) => void ask({ kind: 'law', id }),
    setValue(name, value) {
      values[name] = value;
      history.renewTheory();
      void ask({ kind: 'value', name, value });
    },
    grab(body, localPoint) {
      const start = (side: Side) => pointOn(scene, state.sides[side].now, body, localPoint);
      held = { body, localPoint, starts: { stock: start('stock'), stiction: start('stiction') }, pull: [0, 0, 0] };
      void ask({ kind: 'grab', body, localPoint });
    },
    pullGrab(pull) {
      if (!held) return;
      held.pull = pull;
      void ask({ kind: 'pull', pull });
    },
    release() {
      if (!held) return;
      held = null;
      void ask({ kind: 'release' });
    },
    preview: preview.set,
    dispose() {
      isDisposed = true;
      void send({ kind: 'dispose' }).catch(() => undefined);
    },
  };
}

/** A probe whose numbers are those of the last report. */
function mirrorOf(latest: () => Measured): Measured {
  const names = Object.keys(latest()) as (keyof Measured)[];
  const getters = names.map((name) => [name, { get: () => latest()[name], enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(getters)) as Measured;
}

function pointOn({ bodies }: Scene, poses: Float32Array, body: string, localPoint: Vector): Vector {
  const at = 7 * bodies.findIndex(({ name }) => name === body);
  const [x, y, z, ...turn] = poses.subarray(at, at + 7);
  return plus([x, y, z], rotateVector(turn as unknown as Rotation, localPoint));
}
