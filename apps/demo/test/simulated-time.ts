import type { Page } from 'playwright-core';

/**
 * Simulated time. A page that was opened after `simulateTime` runs its own code, but its clock stands still and its frames come only
 * when a test asks for them: no result depends on how fast the machine is. WebGL draws only in `draw`, since drawing without a
 * graphics card takes most of a frame's time.
 */
export interface TestClock {
  /** Runs frames that are `ms` apart, without drawing. Waits for a page that has not asked for its next frame yet. */
  run(frames: number, ms: number): Promise<void>;
  /** Does a task in which WebGL draws, or runs a frame in which no time passes. Returns what is on the page's `#canvas` then. */
  draw(task?: () => void): ImageData;
  /** The browser's own requestAnimationFrame. */
  frameOfBrowser: typeof requestAnimationFrame;
}

declare const window: typeof globalThis & { testClock: TestClock };

/** Before the page is opened. */
export async function simulateTime(page: Page): Promise<void> {
  await page.addInitScript(installTestClock);
}

/** A frame in which pages go on by several steps: they catch up with 0.1 s at most. */
const LONG_FRAME = 100;

/** Runs frames without drawing. */
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

/** Draws what the page has now. */
export async function drawFrame(page: Page): Promise<void> {
  await page.evaluate(() => void window.testClock.draw());
}

/** Waits until the browser has laid out and painted what is there now. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = 'testClock' in window ? window.testClock.frameOfBrowser : requestAnimationFrame;
    for (let k = 0; k < 2; k++) await new Promise(frame);
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Runs in the page, before its own scripts. */
function installTestClock(): void {
  const frameOfBrowser = window.requestAnimationFrame.bind(window);
  let now = 0;
  let last = 0;
  let draws = false;
  let wanted = new Map<number, FrameRequestCallback>();
  let onWanted = (): void => {};
  performance.now = () => now;
  window.requestAnimationFrame = (callback) => {
    wanted.set(++last, callback);
    onWanted();
    return last;
  };
  window.cancelAnimationFrame = (id) => {
    wanted.delete(id);
  };

  function frame(): void {
    const callbacks = wanted;
    wanted = new Map();
    for (const callback of callbacks.values()) {
      try {
        callback(now);
      } catch (error) {
        reportError(error);
      }
    }
  }

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

  /** In the task in which it was drawn: later the canvas may be empty. */
  function readCanvas(): ImageData {
    const canvas = document.querySelector<HTMLCanvasElement>('#canvas, canvas');
    if (!canvas) throw new Error('there is no canvas');
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    if (!context) throw new Error('there is no 2D context');
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }

  window.testClock = {
    frameOfBrowser,
    async run(frames, ms) {
      for (let k = 0; k < frames; k++) {
        if (wanted.size === 0) {
          await new Promise<void>((resolve) => {
            onWanted = resolve;
          });
        }
        now += ms;
        frame();
        await rest();
      }
    },
    draw(task = frame) {
      draws = true;
      try {
        task();
        return readCanvas();
      } finally {
        draws = false;
      }
    },
  };

  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => void>;
  for (const name of ['clear', 'drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
    const original = prototype[name];
    prototype[name] = function (...args) {
      if (draws) original.apply(this, args);
    };
  }
}
