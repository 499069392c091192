export { type CannonSceneWorld, createCannonWorld } from './cannon-world.js';
export { type BuildWorld, loadEngine } from './load-engine.js';
export { ball, exactRollingSpeed, measureRollingSpeed } from './rows/ball.js';
export { exactPull, loadedBox, measurePull } from './rows/loaded-box.js';
export type { Build } from './rows/run.js';
export { measureStack, stack } from './rows/stack.js';
export { exactStop, measureStop, stoppingBox } from './rows/stopping-box.js';
export {
  exactThreshold,
  measureCreep,
  measureThreshold,
  slideAcceleration,
  slideDistance,
  tiltGravity,
  tiltingPlane,
} from './rows/tilting-plane.js';
export * from './scene.js';
