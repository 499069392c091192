import type { EngineName } from '../scene.js';
import type { DemoScene } from './demo-scene.js';

export type * from './demo-scene.js';
export { defaultsOf, type SceneRun, type SceneRunOptions, startSceneRun } from './scene-run.js';

/** Groups of the gallery, in its order. */
export const demoThemes = {
  grip: 'Grip',
  spin: 'Spin',
  grain: 'Grain',
  bristles: 'Bristles',
  textures: 'Textures',
  vehicles: 'Vehicles',
  machines: 'Machines',
  'top-down': 'Top-down',
  build: 'Build your own',
} as const;

export type DemoTheme = keyof typeof demoThemes;

/** Lists a scene of the demo. Its code is loaded when the scene is opened. */
export interface DemoEntry {
  id: string;
  theme: DemoTheme;
  title: string;
  /** One line for the gallery. */
  summary: string;
  load(): Promise<DemoScene>;
}

/** Scenes that the page opens by itself: the stock engine is visibly wrong. */
export const openingScenes: Readonly<Record<EngineName, string>> = { cannon: 'tablecloth', rapier: 'conveyor' };

/** Grouped by theme, in the order of the page. Titles and ids match those of the scenes. */
export const demoScenes: readonly DemoEntry[] = [
  {
    id: 'tablecloth',
    theme: 'grip',
    title: 'Pulling the tablecloth',
    summary: 'A fast pull leaves the dishes on the table.',
    load: async () => (await import('./tablecloth.js')).tablecloth,
  },
  {
    id: 'standing',
    theme: 'grip',
    title: 'Cards, stack, pyramid',
    summary: 'A house of cards, a loaded stack and a thousand boxes stand by friction alone.',
    load: async () => (await import('./standing.js')).standing,
  },
  {
    id: 'slope',
    theme: 'grip',
    title: 'Honest slope',
    summary: 'A box slides exactly when the slope is steeper than its friction angle.',
    load: async () => (await import('./slope.js')).slope,
  },
  {
    id: 'half-on-ice',
    theme: 'grip',
    title: 'Crate half on ice',
    summary: 'One half brakes, the other slips: the crate turns.',
    load: async () => (await import('./half-on-ice.js')).halfOnIce,
  },
  {
    id: 'painted-hill',
    theme: 'grip',
    title: 'Sledges on a painted hill',
    summary: 'A splat map paints ice, grass and rock on a height field.',
    load: async () => (await import('./painted-hill.js')).paintedHill,
  },
  {
    id: 'hanging-boxes',
    theme: 'grip',
    title: 'Hanging magnets',
    summary: 'Magnets hold up to a force, then come off.',
    load: async () => (await import('./hanging-boxes.js')).hangingBoxes,
  },
  {
    id: 'curling',
    theme: 'spin',
    title: 'Curling stone',
    summary: 'A spinning stone curls on ice; sweep to steer it.',
    load: async () => (await import('./curling.js')).curling,
  },
  {
    id: 'disc-twins',
    theme: 'spin',
    title: 'Spinning disc twins',
    summary: 'Sliding and spinning stop at the same moment.',
    load: async () => (await import('./disc-twins.js')).discTwins,
  },
  {
    id: 'billiard',
    theme: 'spin',
    title: 'Billiard: draw, follow, swerve',
    summary: 'Draw, follow and swerve, as on a real table.',
    load: async () => (await import('./billiard.js')).billiard,
  },
  {
    id: 'tops',
    theme: 'spin',
    title: 'Tippe top and rattleback',
    summary: 'One top turns upside down, the other reverses its spin.',
    load: async () => (await import('./tops.js')).tops,
  },
  {
    id: 'turntable',
    theme: 'spin',
    title: 'Turntable',
    summary: 'Coins outside a known radius slip off.',
    load: async () => (await import('./turntable.js')).turntable,
  },
  {
    id: 'ski-edge',
    theme: 'grain',
    title: 'Ski edge and parked cart',
    summary: 'Easy along, hard across: edges hold, parked wheels stay.',
    load: async () => (await import('./ski-edge.js')).skiEdge,
  },
  {
    id: 'bowed-block',
    theme: 'bristles',
    title: 'Bowed block',
    summary: 'Stick-slip at the pitch of theory, with sound.',
    load: async () => (await import('./bowed-block.js')).bowedBlock,
  },
  {
    id: 'four-materials',
    theme: 'textures',
    title: 'What looks rough is rough',
    summary: 'Friction read from the normal map of each box.',
    load: async () => (await import('./four-materials.js')).fourMaterialsDemo,
  },
  {
    id: 'textured-stacks',
    theme: 'textures',
    title: 'Stacks of acrylic, oak and PVC',
    summary: 'Oak slides along its grain and holds across it.',
    load: async () => (await import('./textured-stacks.js')).texturedStacks,
  },
  {
    id: 'embossed-logo',
    theme: 'textures',
    title: 'Tripping over a logo',
    summary: 'Blocks trip over a teapot that exists only in a normal map.',
    load: async () => (await import('./embossed-logo.js')).embossedLogo,
  },
  {
    id: 'worm',
    theme: 'textures',
    title: 'Worm that crawls by its scales',
    summary: 'Painted scales turn pushing and pulling into crawling.',
    load: async () => (await import('./worm.js')).worm,
  },
  {
    id: 'chain-on-rod',
    theme: 'textures',
    title: 'Chain around a rough rod',
    summary: 'A rough rod holds the chain, a smooth one lets it run.',
    load: async () => (await import('./chain-on-rod.js')).chainOnRodDemo,
  },
  {
    id: 'nut-and-bolt',
    theme: 'textures',
    title: 'Nut on a painted thread',
    summary: 'A nut climbs a thread that is only painted on.',
    load: async () => (await import('./nut-and-bolt.js')).nutAndBoltDemo,
  },
  {
    id: 'vehicle-track',
    theme: 'vehicles',
    title: 'Cars on ice, gravel and tarmac',
    summary: 'Each car stops where its ground lets it; then drive one.',
    load: async () => (await import('./vehicle-track.js')).vehicleTrack,
  },
  {
    id: 'drift-car',
    theme: 'vehicles',
    title: 'Drift car',
    summary: 'A box on four tyre patches steers, spins its wheels and drifts.',
    load: async () => (await import('./drift-car.js')).driftCar,
  },
  {
    id: 'gripper',
    theme: 'machines',
    title: 'Gripper that pivots a plank',
    summary: 'Two fingers let a plank pivot and catch it again.',
    load: async () => (await import('./gripper.js')).gripper,
  },
  {
    id: 'conveyor',
    theme: 'machines',
    title: 'Conveyor sorter',
    summary: 'Belts with a surface velocity sort parcels by colour.',
    load: async () => (await import('./conveyor.js')).conveyor,
  },
  {
    id: 'curved-belt',
    theme: 'machines',
    title: 'Luggage carousel',
    summary: 'Each kind of suitcase leaves the curve at its own speed.',
    load: async () => (await import('./curved-belt.js')).curvedBelt,
  },
  {
    id: 'joint-friction',
    theme: 'machines',
    title: 'Hinges with friction',
    summary: 'A door stays where you leave it, a pendulum comes to rest.',
    load: async () => (await import('./joint-friction.js')).jointFriction,
  },
  {
    id: 'impacts',
    theme: 'machines',
    title: 'Impacts with sound',
    summary: 'Every landing reports its impulse once, and sounds like its material.',
    load: async () => (await import('./impacts.js')).impacts,
  },
  {
    id: 'pucks',
    theme: 'top-down',
    title: 'Pucks on a table',
    summary: 'Planck and Rapier 2D get a floor: spin carries a puck farther.',
    load: async () => (await import('./pucks.js')).pucks,
  },
  {
    id: 'top-down-car',
    theme: 'top-down',
    title: 'Top-down car',
    summary: 'A car in a 2-D engine brakes by the book, skids and slips on ice.',
    load: async () => (await import('./top-down-car.js')).topDownCar,
  },
  {
    id: 'sandbox',
    theme: 'build',
    title: 'Build your own',
    summary: 'Shapes, materials and laws of your choice, shared by a link.',
    load: async () => (await import('./sandbox/sandbox.js')).sandbox,
  },
];
