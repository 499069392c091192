// Runs conformance checks and a few validation cases in one engine, in the version chosen by the bundler. Prints one line of JSON.
import { coulomb } from '@stiction/friction-core';
import type { EngineWorld } from '@stiction/friction-core/testing';
import { adapterConformance } from '@stiction/friction-core/testing';
import { exactRollingSpeed, measureRollingSpeed } from '../../internal/scenes/src/cases/ball.js';
import { exactPull, measurePull } from '../../internal/scenes/src/cases/loaded-box.js';
import { measureStack } from '../../internal/scenes/src/cases/stack.js';
import { exactStop, measureStop } from '../../internal/scenes/src/cases/stopping-box.js';
import { exactThreshold, measureCreep, measureThreshold } from '../../internal/scenes/src/cases/tilting-plane.js';
import type { RapierModule } from '../../internal/scenes/src/rapier-world.js';
import type { PlainWorld, Scene } from '../../internal/scenes/src/scene.js';

type Options = { stiction: boolean; scope?: 'all' };
type BuildWorld = (scene: Scene, options: Options) => EngineWorld & PlainWorld;

/** Results: failed checks and cases that threw, each with its reason, and cases as [figure, limit]. */
interface Measured {
  checks: number;
  failed: string[];
  broken: string[];
  cases: Record<string, [number, number]>;
}

const DT = 1 / 60;
const MU = 0.5;

/** A loaded engine. */
interface Loaded {
  create: BuildWorld;
  /** True if the engine solves Coulomb friction itself: figures must be at least as good as stock's. */
  isNative: boolean;
  /** True if laws beyond the engine's can be installed, so that all of the adapter can be checked. */
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
  await rapier.init?.(); // absent in the packages for bundlers
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
  const cases: Measured['cases'] = {};
  const broken: string[] = [];
  const error = (measured: number, reference: number) => Math.abs(measured / reference - 1);
  const addCase = (name: string, goal: number, figure: (build: (scene: Scene) => PlainWorld) => number) => {
    try {
      const limit = isNative ? Math.max(goal, 1.001 * figure((scene) => create(scene, { stiction: false }))) : goal;
      cases[name] = [figure((scene) => create(scene, { stiction: true })), limit];
    } catch (problem) {
      broken.push(`${name}: ${problem instanceof Error ? problem.message : problem}`);
    }
  };
  addCase('friction angle', 1e-3, (build) => error(measureThreshold(build, MU, DT), exactThreshold(MU)));
  addCase('creep in 10 s [m]', 1e-4, (build) => measureCreep(build, MU, DT).creep);
  addCase('stopping distance', 0.01, (build) => error(measureStop(build, 0.3, 5, 0, DT).distance, exactStop(0.3, 5)));
  addCase('pull under a load', 2e-3, (build) => error(measurePull(build, MU, DT), exactPull(MU)));
  addCase('ball rolls', 1e-3, (build) => error(measureRollingSpeed(build, 0.3, 0.5, 7, DT), exactRollingSpeed(7)));
  addCase('stack of ten, sideways [m]', 5e-3, (build) => measureStack(build, 10, 10, DT).lateral);
  return { checks: checks.length, failed, broken, cases };
}

console.log(`\n${JSON.stringify(measure(await load(process.argv[2] ?? '')))}`);
