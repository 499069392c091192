// Conformance and a few rows of validation in one engine, whose version the bundler has chosen: prints one line of JSON.
import { coulomb } from '@stiction/friction-core';
import type { EngineWorld } from '@stiction/friction-core/testing';
import { adapterConformance } from '@stiction/friction-core/testing';
import type { RapierModule } from '../../internal/scenes/src/rapier-world.js';
import { exactRollingSpeed, measureRollingSpeed } from '../../internal/scenes/src/rows/ball.js';
import { exactPull, measurePull } from '../../internal/scenes/src/rows/loaded-box.js';
import { measureStack } from '../../internal/scenes/src/rows/stack.js';
import { exactStop, measureStop } from '../../internal/scenes/src/rows/stopping-box.js';
import { exactThreshold, measureCreep, measureThreshold } from '../../internal/scenes/src/rows/tilting-plane.js';
import type { PlainWorld, Scene } from '../../internal/scenes/src/scene.js';

type Options = { stiction: boolean; scope?: 'all' };
type BuildWorld = (scene: Scene, options: Options) => EngineWorld & PlainWorld;

/** What came out: names of the checks and of the rows that threw, with the reason, and rows as [figure, most that is allowed]. */
interface Measured {
  checks: number;
  failed: string[];
  broken: string[];
  rows: Record<string, [number, number]>;
}

const DT = 1 / 60;
const MU = 0.5;

/** An engine that is ready to build worlds. */
interface Loaded {
  create: BuildWorld;
  /** Coulomb friction stays the engine's own: figures are at least as good as stock's. */
  isNative: boolean;
  /** Laws that the engine lacks can be installed: the adapter as a whole can be checked. */
  isFull: boolean;
}

async function load(engine: string): Promise<Loaded> {
  const own = { isNative: false, isFull: true };
  if (engine === 'cannon-es') {
    return { ...own, create: (await import('../../internal/scenes/src/cannon-world.js')).createCannonWorld };
  }
  if (engine === 'crashcat') {
    return { ...own, create: (await import('../../internal/scenes/src/crashcat-world.js')).createCrashcatWorld };
  }
  const { createRapierWorld } = await import('../../internal/scenes/src/rapier-world.js');
  const module = await import('@dimforge/rapier3d-compat');
  const rapier: RapierModule = module.default ?? module;
  await rapier.init?.(); // the packages for bundlers have none
  const [major, minor] = rapier.version().split('.').map(Number);
  return {
    create: (scene, options) => createRapierWorld(rapier, scene, options),
    isNative: true,
    isFull: major > 0 || minor >= 20,
  };
}

function measure({ create, isNative, isFull }: Loaded): Measured {
  const failed: string[] = [];
  const all = adapterConformance((spec) =>
    create({ ...spec, law: coulomb({ mu: spec.stockMu }), duration: 1 }, { stiction: false, scope: 'all' }),
  );
  const checks = isFull ? all : [];
  for (const { name, run } of checks) {
    try {
      run();
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const rows: Measured['rows'] = {};
  const broken: string[] = [];
  const error = (measured: number, truth: number) => Math.abs(measured / truth - 1);
  const row = (name: string, goal: number, figure: (build: (scene: Scene) => PlainWorld) => number) => {
    try {
      const limit = isNative ? Math.max(goal, 1.001 * figure((scene) => create(scene, { stiction: false }))) : goal;
      rows[name] = [figure((scene) => create(scene, { stiction: true })), limit];
    } catch (problem) {
      broken.push(`${name}: ${problem instanceof Error ? problem.message : problem}`);
    }
  };
  row('friction angle', 1e-3, (build) => error(measureThreshold(build, MU, DT), exactThreshold(MU)));
  row('creep in 10 s [m]', 1e-4, (build) => measureCreep(build, MU, DT).creep);
  row('stopping distance', 0.01, (build) => error(measureStop(build, 0.3, 5, 0, DT).distance, exactStop(0.3, 5)));
  row('pull under a load', 2e-3, (build) => error(measurePull(build, MU, DT), exactPull(MU)));
  row('ball rolls', 1e-3, (build) => error(measureRollingSpeed(build, 0.3, 0.5, 7, DT), exactRollingSpeed(7)));
  row('stack of ten, sideways [m]', 5e-3, (build) => measureStack(build, 10, 10, DT).lateral);
  return { checks: checks.length, failed, broken, rows };
}

console.log(`\n${JSON.stringify(measure(await load(process.argv[2] ?? '')))}`);
