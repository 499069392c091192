import type { Page } from 'playwright-core';

/**
 * Simulated time. A page that was opened after `simulateTime` runs its own code, but its clock stands still and its frames come only
 * when a test asks for them: no result depends on how fast the machine is. Only the last frame of a call is drawn, since drawing
 * without a graphics card takes most of a frame's time.
 */
interface TestClock {
  /** Do WebGL's draw calls draw? */
  draws: boolean;
  /** Runs frames that are `ms` apart. Waits for a page that has not asked for its next frame yet. */
  run(frames: number, ms: number): Promise<void>;
  /** The browser's own requestAnimationFrame. */
  frameOfBrowser: typeof requestAnimationFrame;
}

declare const window: typeof globalThis & { testClock: TestClock };

/** Before the page is opened. */
export async function simulateTime(page: Page): Promise<void> {
  await page.addInitScript(installTestClock);
}

/** A frame in which pages go on by several steps: they catch up with 0.1 s at most. */
export const LONG_FRAME = 100;

/** Runs frames; the last one is drawn. */
export async function runFrames(page: Page, frames: number, ms = LONG_FRAME): Promise<void> {
  await page.evaluate(([count, apart]) => window.testClock.run(count, apart), [frames, ms] as const);
}

/** Runs frames until `isDone` returns something in the page, and returns that. Fails after so many simulated seconds. */
export async function runUntil<T>(page: Page, isDone: () => T | null, seconds: number, ms = LONG_FRAME): Promise<T> {
  const FRAMES = 4;
  for (let passed = 0; passed < 1000 * seconds; passed += FRAMES * ms) {
    await runFrames(page, FRAMES, ms);
    const found = await page.evaluate(isDone);
    if (found) return found as T;
  }
  throw new Error(`not within ${seconds} s of simulated time: ${isDone}`);
}

/** Waits until the browser has laid out and painted what is there now. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = 'testClock' in window ? window.testClock.frameOfBrowser : requestAnimationFrame;
    for (let k = 0; k < 2; k++) await new Promise(frame);
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Draw calls do nothing until they are allowed again. */
export async function allowDrawing(page: Page, draws: boolean): Promise<void> {
  await page.evaluate((allowed) => {
    window.testClock.draws = allowed;
  }, draws);
}

/** Runs in the page, before its own scripts. */
function installTestClock(): void {
  let now = 0;
  let last = 0;
  let wanted = new Map<number, FrameRequestCallback>();
  let onWanted = (): void => {};
  const frameOfBrowser = window.requestAnimationFrame.bind(window);
  performance.now = () => now;
  window.requestAnimationFrame = (callback) => {
    wanted.set(++last, callback);
    onWanted();
    return last;
  };
  window.cancelAnimationFrame = (id) => {
    wanted.delete(id);
  };
  const channel = new MessageChannel();
  /** Lets promises, messages and timers of the page go on, a few after each other: React mounts what it was asked for in several. */
  async function rest(): Promise<void> {
    for (let k = 0; k < 4; k++) {
      await new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  const clock: TestClock = {
    draws: true,
    async run(frames, ms) {
      const { draws } = clock;
      for (let k = 1; k <= frames; k++) {
        if (wanted.size === 0)
          await new Promise<void>((resolve) => {
            onWanted = resolve;
          });
        clock.draws = draws && k === frames;
        now += ms;
        const callbacks = wanted;
        wanted = new Map();
        for (const callback of callbacks.values()) {
          try {
            callback(now);
          } catch (error) {
            reportError(error);
          }
        }
        await rest();
      }
      clock.draws = draws;
    },
    frameOfBrowser,
  };
  window.testClock = clock;

  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => void>;
  for (const name of ['clear', 'drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
    const draw = prototype[name];
    prototype[name] = function (...args) {
      if (clock.draws) draw.apply(this, args);
    };
  }
}
