import { type Build, createCannonWorld, type EngineName } from '../src/index.js';

/** The engines with Stiction installed, and how much creep is allowed in each [m]. */
export const engines: { engine: EngineName; build: Build; creepGoal: number }[] = [
  { engine: 'cannon', build: (scene) => createCannonWorld(scene, { stiction: true }), creepGoal: 1e-6 },
];
