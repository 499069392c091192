import { demoScenes } from '@stiction/scenes/demo';
import { getEngine } from '../engines.js';
import { type Measured, type Run, startRun } from '../run.js';
import { type PerSide, SIDES, type Side } from '../sides.js';
import type { Order, Report, RunState } from './messages.js';

/** Both worlds of one heavy scene, in a worker: the same run as on the page, by orders and reports. */

let run: Run | null = null;
/** Of `run`. Orders for an earlier one are ignored. */
let current = 0;
/** Of the last order to start: a slider asks for many starts in a row. */
let newest = 0;
let curves: PerSide<number[]> = { stock: [], stiction: [] };

async function carryOut(order: Order): Promise<RunState | null> {
  if (order.kind === 'start') return order.run === newest ? await start(order) : null;
  if (!run || order.run !== current) return null;
  switch (order.kind) {
    case 'step':
      advance(run, order.count, order.budget);
      return report(run, order.patches);
    case 'law':
      run.setLaw(order.id);
      break;
    case 'value':
      run.setValue(order.name, order.value);
      break;
    case 'grab':
      run.grab(order.body, order.localPoint);
      break;
    case 'pull':
      run.pullGrab(order.pull);
      break;
    case 'release':
      run.release();
      break;
    case 'dispose':
      run.dispose();
      run = null;
      return null;
  }
  return report(run, false);
}

async function start({
  run: id,
  scene,
  engine,
  values,
  dt,
  effort,
  law,
}: Order & { kind: 'start' }): Promise<RunState> {
  run?.dispose();
  run = null;
  current = id;
  const entry = demoScenes.find(({ id }) => id === scene);
  if (!entry) throw new Error(`no scene '${scene}'`);
  const demo = await entry.load();
  run = startRun(demo, values, { engine, build: await getEngine(engine, demo), dt, effort, law });
  curves = { stock: [], stiction: [] };
  return report(run, false);
}

function advance(own: Run, count: number, budget: number): void {
  const until = performance.now() + budget;
  for (let k = 0; k < count && !own.done; k++) {
    void own.step();
    for (const side of SIDES) curves[side].push(own.sides[side].probe.curve);
    if (performance.now() > until) break;
  }
}

function report(own: Run, withPatches: boolean): RunState {
  const { steps, done, otherwise, cost } = own;
  const state = (side: Side): RunState['sides'][Side] => {
    const { scene, probe, patches } = own.sides[side];
    const size = 7 * scene.bodies.length + (probe.parts?.length ?? 0);
    const [before, now] = [new Float32Array(size), new Float32Array(size)];
    own.poses[side].read(0, before);
    own.poses[side].read(1, now);
    return {
      last: before,
      now,
      trails: own.poses[side].trails,
      probe: copyOf(probe),
      patches: withPatches ? patches.read() : null,
    };
  };
  const found = { stock: state('stock'), stiction: state('stiction') };
  const since = curves;
  curves = { stock: [], stiction: [] };
  return { steps, done, otherwise, cost, curves: since, sides: found };
}

/** Getters cannot be posted. */
function copyOf({ curve, proof, done, sound, parts, marks, circles, facts }: Measured): Measured {
  const rest = { sound, parts, marks, circles, facts };
  const known = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { curve, proof, done, ...Object.fromEntries(known) };
}

/** Orders wait for the ones before them, since a start is asynchronous. */
let last = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'start') newest = data.run;
  last = last.then(async () => {
    const answer: Report = { run: data.run, state: null, error: '' };
    try {
      answer.state = await carryOut(data);
    } catch (cause) {
      answer.error = cause instanceof Error ? cause.message : String(cause);
    }
    const sides = Object.values(answer.state?.sides ?? {});
    postMessage(answer, { transfer: sides.flatMap(({ last: before, now }) => [before.buffer, now.buffer]) });
  });
};
