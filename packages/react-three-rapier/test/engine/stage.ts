import { act, createRoot, extend, type ReconcilerRoot } from '@react-three/fiber';
import { Physics, type PhysicsProps } from '@react-three/rapier';
import { createElement, Fragment, type ReactNode, StrictMode, useEffect } from 'react';
import { BoxGeometry, Mesh, MeshBasicMaterial, Object3D } from 'three';
import { afterAll, afterEach } from 'vitest';

/** A fiber root without a browser: nothing is drawn, and frames come when a test asks for them. */
export interface Stage {
  render(children: ReactNode, physics?: Partial<PhysicsProps>): Promise<void>;
  /** Runs frames of 1/60 s. React renders after the last one. */
  run(seconds: number): Promise<void>;
  unmount(): Promise<void>;
}

const DT = 1 / 60;
extend({ BoxGeometry, Mesh, MeshBasicMaterial, Object3D });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Frame = (now: number) => void;
/** What the library's sources do not see, but fiber uses. */
const platform = globalThis as unknown as {
  requestAnimationFrame(frame: Frame): number;
  cancelAnimationFrame(id: number): void;
};
const { requestAnimationFrame, cancelAnimationFrame } = platform;
const { now: stockNow } = performance;
const frames = takeFrames();
afterAll(() => {
  performance.now = stockNow;
  Object.assign(platform, { requestAnimationFrame, cancelAnimationFrame });
});

const open: Stage[] = [];
afterEach(async () => {
  for (const stage of open.splice(0)) await stage.unmount();
});

export async function createStage({ strict = true } = {}): Promise<Stage> {
  const canvas = { width: 8, height: 8, style: {}, addEventListener() {}, removeEventListener() {} };
  const gl = {
    domElement: canvas,
    render() {},
    setPixelRatio() {},
    setSize() {},
    xr: { addEventListener() {}, removeEventListener() {} },
    shadowMap: {},
    renderLists: { dispose() {} },
    forceContextLoss() {},
    dispose() {},
  };
  const root: ReconcilerRoot<HTMLCanvasElement> = createRoot(canvas as unknown as HTMLCanvasElement);
  await root.configure({ gl: () => gl as never, size: { width: 8, height: 8, top: 0, left: 0 } });
  const stage: Stage = {
    async render(children, physics = {}) {
      let mounted = false;
      const tell = () => {
        mounted = true;
      };
      const inside = createElement(Fragment, null, children, createElement(Mounted, { tell }));
      const tree = createElement(Physics, { interpolate: false, ...physics, children: inside });
      await act(async () => void root.render(strict ? createElement(StrictMode, null, tree) : tree));
      while (!mounted) await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
    async run(seconds) {
      await act(async () => {
        for (let k = Math.round(seconds / DT); k > 0; k--) {
          frames.next(1000 * DT);
        }
      });
    },
    async unmount() {
      await act(async () => root.unmount());
    },
  };
  open.push(stage);
  return stage;
}

/** <Physics> shows its children once the engine is loaded. */
function Mounted({ tell }: { tell: () => void }): null {
  useEffect(tell);
  return null;
}

/**
 * Frames and the clock of the platform, for all stages: fiber has one loop for all its roots. The clock stands still between frames.
 */
function takeFrames(): { next(ms: number): void } {
  let now = 0;
  let wanted = new Map<number, Frame>();
  let last = 0;
  performance.now = () => now;
  platform.requestAnimationFrame = (callback) => {
    wanted.set(++last, callback);
    return last;
  };
  platform.cancelAnimationFrame = (id) => void wanted.delete(id);
  return {
    next(ms) {
      now += ms;
      const due = wanted;
      wanted = new Map();
      for (const callback of due.values()) callback(now);
    },
  };
}
