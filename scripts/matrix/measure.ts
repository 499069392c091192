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

async function load(engine: string): Promise<BuildWorld> {
  if (engine === 'cannon-es') return (await import('../../internal/scenes/src/cannon-world.js')).createCannonWorld;
  if (engine === 'crashcat') return (await import('../../internal/scenes/src/crashcat-world.js')).createCrashcatWorld;
  const { createRapierWorld } = await import('../../internal/scenes/src/rapier-world.js');
  const module = await import('@dimforge/rapier3d-compat');
  const rapier: RapierModule = module.default ?? module;
  await rapier.init?.(); // the packages for bundlers have none
  return (scene, options) => createRapierWorld(rapier, scene, options);
}

function measure(create: BuildWorld, isRapier: boolean): Measured {
  const failed: string[] = [];
  const checks = adapterConformance((spec) =>
    create({ ...spec, law: coulomb({ mu: spec.stockMu }), duration: 1 }, { stiction: false, scope: 'all' }),
  );
  for (const { name, run } of checks) {
    try {
      run();
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const build = (scene: Scene) => create(scene, { stiction: true });
  const rows: Measured['rows'] = {};
  const broken: string[] = [];
  const error = (measured: number, truth: number) => Math.abs(measured / truth - 1);
  const row = (name: string, limit: number, figure: () => number) => {
    try {
      rows[name] = [figure(), limit];
    } catch (problem) {
      broken.push(`${name}: ${problem instanceof Error ? problem.message : problem}`);
    }
  };
  // In Rapier Coulomb friction stays the engine's own: its limits are what stock 0.21 gives.
  row('friction angle', isRapier ? 2e-3 : 1e-3, () => error(measureThreshold(build, MU, DT), exactThreshold(MU)));
  row('creep in 10 s [m]', 1e-4, () => measureCreep(build, MU, DT).creep);
  row('stopping distance', 0.01, () => error(measureStop(build, 0.3, 5, 0, DT).distance, exactStop(0.3, 5)));
  row('pull under a load', isRapier ? 0.03 : 2e-3, () => error(measurePull(build, MU, DT), exactPull(MU)));
  row('ball rolls', isRapier ? 2e-3 : 1e-3, () =>
    error(measureRollingSpeed(build, 0.3, 0.5, 7, DT), exactRollingSpeed(7)),
  );
  row('stack of ten, sideways [m]', 5e-3, () => measureStack(build, 10, 10, DT).lateral);
  return { checks: checks.length, failed, broken, rows };
}

const engine = process.argv[2] ?? '';
console.log(`\n${JSON.stringify(measure(await load(engine), engine === 'rapier'))}`);
