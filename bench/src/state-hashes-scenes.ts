import RAPIER from '@dimforge/rapier3d-compat';
import { bristle, type FrictionLaw, lugre } from '@stiction/friction-core';
import { disc, lugrePatch } from '@stiction/limit-surface';
import {
  type Build,
  cardHouse,
  createCannonWorld,
  DISC,
  DISC_STARTS,
  DRIFTING,
  FLOOR,
  hangingChain,
  loadedStack,
  measureBreakaway,
  measureCreep,
  measureDiscSpinTime,
  measureDrift,
  measureEcpBox,
  measureHold,
  measurePairTime,
  measurePatchSlide,
  measurePresliding,
  measurePull,
  measureRollDistance,
  measureRollingSpeed,
  measureSlopeDrift,
  measureSlopeRoll,
  measureSpinTime,
  measureStack,
  measureStickSlip,
  measureStop,
  measureThreshold,
  measureTipping,
  measureTransport,
  measureWheel,
  OTHER_FLOORS,
  OTHER_PATCHES,
  pile,
  pyramid,
  ROLLING_BALL,
  ROTATED_FLOORS,
  ROTATED_PLATES,
  ROTATING_PLATES,
  type Scene,
  SHAKEN_PLATE,
  SHAPED_PATCHES,
  SPINNING_BALL,
  STICK_SLIP,
  seesaw,
  squarePyramid,
  stack,
  staggered,
  TALL_BOXES,
} from '@stiction/scenes';
import { type DemoScene, defaultsOf, demoScenes, type Values } from '@stiction/scenes/demo';
import {
  LIMITS,
  measureChain,
  measureCrawl,
  measureDrag,
  measureEdgeLoss,
  measureHalfRough,
  measureMaterials,
  measureNut,
  measureRotatingTexture,
  measureStacks,
  measureTumble,
  PULLS,
  type Pull,
} from '@stiction/scenes/textured';
import { createRapierWorld } from '../../internal/scenes/src/rapier-world.js';
import type { StateHash } from './state-hashes-hash.js';
import { type CreateWorld, type HashCase, hashScene, hashWorlds } from './state-hashes-run.js';

const DT = 1 / 60;
/** A finer step, for the cases that are sensitive to it. */
const FINE = 1 / 240;

/** Runs a case of @stiction/scenes; what it measures is not used. */
type Measure = (build: Build) => unknown;
type Measures = Readonly<Record<string, Measure>>;

/** The cases that need no more than a ground: these also run on height fields and meshes. */
const BASIC: Measures = {
  'friction angle': (build) => measureThreshold(build, 0.5, DT, 0.002),
  creep: (build) => measureCreep(build, 0.5, DT),
  'stopping box at 0°': (build) => measureStop(build, 0.3, 5, 0, DT),
  'stopping box at 20°': (build) => measureStop(build, 0.3, 5, (20 * Math.PI) / 180, DT),
  'loaded box': (build) => measurePull(build, 0.5, DT, 1, 10, 0.01),
  'ball begins to roll': (build) => measureRollingSpeed(build, 0.3, 0.5, 7, DT),
  'stack of 10': (build) => measureStack(build, 10, 2, DT),
  'disc slides and spins': (build) => measurePatchSlide(build, DISC, DISC_STARTS[1], DT),
  'presliding box': (build) => measurePresliding(build, { mu: 0.5, stiffness: 1e4, share: 0.8 }, DT),
};

const STIFF = { sigma0: 1e6, sigma1: 600, muC: DISC.mu, muS: DISC.mu, vS: 0.01 };
const withLaw = (law: FrictionLaw) => ({ ...DISC, law });

const PATCHES: Measures = {
  ...named(
    'disc',
    [DISC_STARTS[0], DISC_STARTS[2]],
    ({ v, spin }) => `v ${v}, spin ${spin}`,
    (start) => (build) => measurePatchSlide(build, DISC, start, DT),
  ),
  ...named(
    'patch',
    [...OTHER_PATCHES, ...SHAPED_PATCHES, ...TALL_BOXES],
    ({ name }) => name,
    (body) => (build) => measurePatchSlide(build, body, { v: 2, spin: 2 }, DT),
  ),
  'disc at dt 1/240': (build) => measurePatchSlide(build, DISC, DISC_STARTS[0], FINE),
  'disc only spins': (build) => measureDiscSpinTime(build, 4, DT),
  'disc on a moving plate': (build) =>
    measurePatchSlide(build, DISC, DISC_STARTS[1], DT, { travel: [0.5, 0.2], rate: 0.5, mass: 3 }),
  'disc, lugrePatch': (build) => measurePatchSlide(build, withLaw(lugrePatch(STIFF)), DISC_STARTS[1], FINE),
  'disc, lugrePatch with a given pressure': (build) =>
    measurePatchSlide(
      build,
      withLaw(lugrePatch({ ...STIFF, pressure: disc({ radius: DISC.size }) })),
      DISC_STARTS[1],
      FINE,
    ),
  'ecp box': (build) => measureEcpBox(build, DT),
  'tipping box, slides': (build) =>
    measureTipping(build, { mu: 0.5, size: [0.25, 0.25, 0.4], velocity: [2, 0.5], spin: 2 }, 2, DT),
  'tipping box, tips over': (build) =>
    measureTipping(build, { mu: 0.8, size: [0.2, 0.25, 0.5], velocity: [4, 0] }, 2, DT),
};

const FLOORS: Measures = named(
  'floor',
  [FLOOR, ...ROTATED_FLOORS, ...OTHER_FLOORS, ...ROTATING_PLATES, ...ROTATED_PLATES],
  ({ name }) => name,
  (one) => (build) => one.measure(build, DT),
);

const BRISTLES: Measures = {
  'presliding box, low push': (build) =>
    measurePresliding(build, { mu: 0.5, stiffness: 1e3, share: 0.3, low: true, bodyFirst: true }, DT),
  'presliding cylinder': (build) =>
    measurePresliding(build, { mu: 0.5, stiffness: 1e5, share: 0.8, shape: 'cylinder' }, DT),
  'hold, rigid bristle': (build) =>
    measureHold(build, bristle({ mu: 0.5, stiffness: Number.POSITIVE_INFINITY }), 0.5, 0.9, DT),
  breakaway: (build) => measureBreakaway(build, bristle({ mu: 0.5, stiffness: 1e5 }), 0.5, DT, 0.002),
  'drift, elastoPlastic': (build) => measureDrift(build, 'elastoPlastic', DT),
  'drift, lugre': (build) => measureDrift(build, 'lugre', DT),
  'slope drift, lugre': (build) => measureSlopeDrift(build, lugre(DRIFTING), { shape: 'box' }, DT),
  'slope drift, lugrePatch': (build) =>
    measureSlopeDrift(build, lugrePatch(DRIFTING), { shape: 'cylinder', up: true }, DT),
};

const DRIVEN: Measures = {
  'shaken plate': (build) => measureTransport(build, SHAKEN_PLATE, 2, DT),
  'shaken plate, box first': (build) => measureTransport(build, SHAKEN_PLATE, 2, FINE, false),
  'stick-slip, surface velocity': (build) => measureStickSlip(build, STICK_SLIP, 'surface', DT),
  'stick-slip, plate': (build) => measureStickSlip(build, STICK_SLIP, 'plate', DT),
  'stick-slip, body first': (build) => measureStickSlip(build, STICK_SLIP, 'surface', FINE, true),
  'spinning ball': (build) => measureSpinTime(build, SPINNING_BALL, 20, DT),
  'rolling ball': (build) => measureRollDistance(build, ROLLING_BALL, 2, DT),
  'rolling cylinder': (build) => measureRollDistance(build, { ...ROLLING_BALL, kind: 'cylinder' }, 2, DT),
  'ball rests on a slope': (build) => measureSlopeRoll(build, ROLLING_BALL, 0.04, 2, DT),
  'ball rolls down a slope': (build) => measureSlopeRoll(build, ROLLING_BALL, 0.08, 2, DT),
  'two balls, spin': (build) => measurePairTime(build, ROLLING_BALL, 'spin', 20, 10, DT),
  'two balls, roll': (build) => measurePairTime(build, ROLLING_BALL, 'roll', 20, 10, DT),
  wheel: (build) => measureWheel(build, DT),
};

const TEXTURED: Measures = {
  'rough chain on a rod': (build) => measureChain(build, { Ra: 1e-3 }, [2], FINE),
  'smooth chain on a rod': (build) => measureChain(build, { Ra: 1e-5, chainFirst: true }, [2], FINE),
  'worm, forward': (build) => measureCrawl(build, {}, 2, DT),
  'worm, backward': (build) => measureCrawl(build, { belly: 'backward', heading: 0.7 }, 2, DT),
  'worm, symmetric': (build) => measureCrawl(build, { belly: 'symmetric' }, 2, DT),
  'raised edge': (build) => measureEdgeLoss(build, { width: 0.02, speed: 2, phase: 0.3 }, FINE),
  'embossed incline': (build) => measureTumble(build, {}, FINE),
  'incline without a logo': (build) => measureTumble(build, { logo: false, saliency: 4 }, FINE),
  'four materials': (build) => measureMaterials(build, 2, DT),
  'half-rough floor, left': (build) => measureHalfRough(build, 'left', 1, DT),
  'half-rough floor, right': (build) => measureHalfRough(build, 'right', 1, FINE),
  'half-rough floor, both': (build) => measureHalfRough(build, 'both', 1, DT),
  'nut, turned': (build) => measureNut(build, { forces: { around: 40, rate: 3 } }, 1, FINE),
  'nut, smooth cone, left hand': (build) =>
    measureNut(build, { cone: 'smooth', hand: 'left', nutFirst: true, forces: { around: 40, rate: 3 } }, 1, FINE),
  'nut, pulled up': (build) => measureNut(build, { forces: { up: 1.2 * LIMITS.up } }, 1, FINE),
  'nut, jammed': (build) => measureNut(build, { jammed: true, forces: { around: 0.9 * LIMITS.jammed } }, 1, FINE),
  ...named(
    'sawtooth plane',
    Object.keys(PULLS) as Pull[],
    (pull) => pull,
    (pull) => (build) => measureDrag(build, {}, pull, DT),
  ),
  'sawtooth plane, polygon cone': (build) => measureDrag(build, { cone: 'polygon', turn: 0.4 }, 'gentle', DT),
  'sawtooth plane, box cone': (build) => measureDrag(build, { cone: 'box', align: 'slip' }, 'left', DT),
  'textured stacks, struck forward': (build) => measureStacks(build, 'forward', 6, DT),
  'textured stacks, struck sideways': (build) => measureStacks(build, 'sideways', 6, DT),
  'turning texture on the plate': (build) =>
    measureRotatingTexture(build, { on: 'plate', rate: 0.8, heading: 0.5 }, DT),
  'turning texture on the box': (build) =>
    measureRotatingTexture(build, { on: 'box', boxFirst: true, rate: -0.8, heading: 2 }, DT),
};

const STANDING: Readonly<Record<string, Scene>> = {
  '100 kg on 10 cubes': loadedStack(100),
  'four stacks of 5': stack({ count: 5, towers: 4, edge: 0.1 }),
  'pile of 24': pile({ count: 24 }),
  'flat pyramid': pyramid(6),
  'square pyramid': squarePyramid(4),
  'dropped cubes': staggered(8),
  'house of cards of 1 m': cardHouse(),
  'house of cards of 10 cm': cardHouse(0.1),
  'hanging chain': hangingChain(20, 100),
  'see-saw': seesaw(),
};

/** Cases by the names of a list's members. */
function named<T>(title: string, list: readonly T[], nameOf: (one: T) => string, make: (one: T) => Measure): Measures {
  return Object.fromEntries(list.map((one) => [`${title}, ${nameOf(one)}`, make(one)]));
}

/** The validation, stability and texture scenes in one engine. */
export function sceneCases(engine: string, create: CreateWorld): HashCase[] {
  const measures = { ...BASIC, ...PATCHES, ...FLOORS, ...BRISTLES, ...DRIVEN, ...TEXTURED };
  return [
    ...measureCases(engine, create, measures),
    ...Object.entries(STANDING).map(
      ([name, scene]): HashCase => ({
        engine,
        name,
        run: (hash) => hashScene(hash, create(scene), scene, DT),
      }),
    ),
  ];
}

function measureCases(engine: string, create: CreateWorld, measures: Measures, suffix = ''): HashCase[] {
  return Object.entries(measures).map(([name, measure]) => ({
    engine,
    name: `${name}${suffix}`,
    run: (hash) => hashWorlds(hash, (watch) => void measure((scene) => watch(create(scene)))),
  }));
}

/** The basic cases on other grounds than a plane, where an engine has them. */
export function groundCases(): HashCase[] {
  return [
    ...(['box', 'heightfield'] as const).flatMap((ground) =>
      measureCases(
        'cannon-es',
        (scene) => createCannonWorld(scene, { stiction: true, ground }),
        BASIC,
        ` on ${ground}`,
      ),
    ),
    ...(['trimesh', 'heightfield'] as const).flatMap((ground) =>
      measureCases(
        'rapier-all',
        (scene) => createRapierWorld(RAPIER, scene, { stiction: true, scope: 'all', ground }),
        BASIC,
        ` on ${ground}`,
      ),
    ),
  ];
}

/** Controls that would make a scene too expensive. */
const CHEAPER: Readonly<Record<string, Values>> = { standing: { layers: 5 } };

/** The scenes of the demo: as they start, with each choice and switch, and with each law swapped in halfway. */
export async function demoCases(engine: string, create: CreateWorld): Promise<HashCase[]> {
  const cases: HashCase[] = [];
  for (const { id, load } of demoScenes) {
    const demo = await load();
    const defaults = { ...defaultsOf(demo), ...CHEAPER[id] };
    cases.push({ engine, name: `demo, ${id}`, run: (hash) => runDemo(hash, create, demo, defaults) });
    for (const [control, value] of variantsOf(demo)) {
      const values = { ...defaults, [control]: value };
      const name = `demo, ${id}, ${control} ${value}`;
      cases.push({ engine, name, run: (hash) => runDemo(hash, create, demo, values) });
    }
    for (const law of demo.laws?.slice(1) ?? []) {
      const name = `demo, ${id}, law ${law.id}`;
      cases.push({ engine, name, run: (hash) => runDemo(hash, create, demo, defaults, law) });
    }
  }
  return cases;
}

function variantsOf(demo: DemoScene): [string, string | boolean][] {
  return Object.entries(demo.controls).flatMap(([name, control]): [string, string | boolean][] => {
    if (control.kind === 'toggle' || control.kind === 'hold') return [[name, !control.value]];
    if (control.kind !== 'choice') return [];
    return control.options.filter(({ value }) => value !== control.value).map(({ value }) => [name, value]);
  });
}

function runDemo(
  hash: StateHash,
  create: CreateWorld,
  demo: DemoScene,
  values: Values,
  swap?: NonNullable<DemoScene['laws']>[number],
): void {
  const scene = demo.scene(values);
  hashWorlds(hash, (watch) => {
    const world = watch(create(scene));
    for (let k = 0; world.time < scene.duration; k++) {
      if (swap && k === SWAP_STEP) {
        if (swap.pair) world.friction?.setPair(...swap.pair, swap.law(values));
        else world.friction?.setDefault(swap.law(values));
      }
      world.step(demo.dt ?? DT);
    }
  });
}

/** Laws are swapped before this step. */
const SWAP_STEP = 40;
