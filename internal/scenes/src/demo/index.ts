import type { DemoScene } from './demo-scene.js';

export type * from './demo-scene.js';
export { defaultsOf, type SceneRun, type SceneRunOptions, startSceneRun } from './scene-run.js';

/** Lists a scene of the demo. Its code is loaded when the scene is opened. */
export interface DemoEntry {
  id: string;
  title: string;
  load(): Promise<DemoScene>;
}

/** In the order of the page. Titles and ids match those of the scenes. */
export const demoScenes: readonly DemoEntry[] = [
  { id: 'slope', title: 'Honest slope', load: async () => (await import('./slope.js')).slope },
  { id: 'disc-twins', title: 'Spinning disc twins', load: async () => (await import('./disc-twins.js')).discTwins },
  { id: 'curling', title: 'Curling stone', load: async () => (await import('./curling.js')).curling },
  { id: 'gripper', title: 'Gripper that pivots a plank', load: async () => (await import('./gripper.js')).gripper },
  { id: 'worm', title: 'Worm that crawls by its scales', load: async () => (await import('./worm.js')).worm },
  { id: 'ski-edge', title: 'Ski edge and parked cart', load: async () => (await import('./ski-edge.js')).skiEdge },
  { id: 'bowed-block', title: 'Bowed block', load: async () => (await import('./bowed-block.js')).bowedBlock },
  {
    id: 'billiard',
    title: 'Billiard: draw, follow, swerve',
    load: async () => (await import('./billiard.js')).billiard,
  },
  { id: 'drift-car', title: 'Drift car', load: async () => (await import('./drift-car.js')).driftCar },
  {
    id: 'vehicle-track',
    title: 'Cars on ice, gravel and tarmac',
    load: async () => (await import('./vehicle-track.js')).vehicleTrack,
  },
  { id: 'tablecloth', title: 'Pulling the tablecloth', load: async () => (await import('./tablecloth.js')).tablecloth },
  {
    id: 'half-on-ice',
    title: 'Crate half on ice',
    load: async () => (await import('./half-on-ice.js')).halfOnIce,
  },
  { id: 'conveyor', title: 'Conveyor sorter', load: async () => (await import('./conveyor.js')).conveyor },
  { id: 'turntable', title: 'Turntable', load: async () => (await import('./turntable.js')).turntable },
  {
    id: 'hanging-boxes',
    title: 'Hanging magnets',
    load: async () => (await import('./hanging-boxes.js')).hangingBoxes,
  },
  {
    id: 'joint-friction',
    title: 'Hinges with friction',
    load: async () => (await import('./joint-friction.js')).jointFriction,
  },
  {
    id: 'impacts',
    title: 'Impacts with sound',
    load: async () => (await import('./impacts.js')).impacts,
  },
  {
    id: 'nut-and-bolt',
    title: 'Nut on a painted thread',
    load: async () => (await import('./nut-and-bolt.js')).nutAndBoltDemo,
  },
  { id: 'tops', title: 'Tippe top and rattleback', load: async () => (await import('./tops.js')).tops },
  {
    id: 'four-materials',
    title: 'What looks rough is rough',
    load: async () => (await import('./four-materials.js')).fourMaterialsDemo,
  },
  {
    id: 'embossed-logo',
    title: 'Tripping over a logo',
    load: async () => (await import('./embossed-logo.js')).embossedLogo,
  },
  {
    id: 'chain-on-rod',
    title: 'Chain around a rough rod',
    load: async () => (await import('./chain-on-rod.js')).chainOnRodDemo,
  },
  {
    id: 'textured-stacks',
    title: 'Stacks of acrylic, oak and PVC',
    load: async () => (await import('./textured-stacks.js')).texturedStacks,
  },
  { id: 'standing', title: 'Cards, stack, pyramid', load: async () => (await import('./standing.js')).standing },
];
