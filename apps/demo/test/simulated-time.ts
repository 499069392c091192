import type { Page } from 'playwright-core';

/**
 * Simulated time. A page opened after `simulateTime` runs its own code, but its clock stands still and frames come only when a test asks
 * for them, so results do not depend on the speed of the machine. WebGL draws only in `draw`, because software rendering takes most of a
 * frame's time.
 */
export interface TestClock {
  /** Runs frames that are `ms` apart, without drawing. Waits for a page that has not yet requested its next frame. */
  run(frames: number, ms: number): Promise<void>;
  /** Runs a task in which WebGL draws, or a frame in which no time passes. Returns the image on the page's `#canvas`. */
  draw(task?: () => void): ImageData;
  /** The browser's own requestAnimationFrame. */
  frameOfBrowser: typeof requestAnimationFrame;
}

declare const window: typeof globalThis & { testClock: TestClock };

/** Call before opening the page. */
export async function simulateTime(page: Page): Promise<void> {
  await page.addInitScript(installTestClock);
}

/** A frame in which pages advance by several steps: they catch up by at most 0.1 s. */
const LONG_FRAME = 100;

/** Runs frames without drawing. */
export async function runFrames(page: Page, frames: number, ms = LONG_FRAME): Promise<void> {
  await page.evaluate(([count, apart]) => window.testClock.run(count, apart), [frames, ms] as const);
}

/** Runs frames until `isDone` returns a value in the page, and returns it. Fails after some simulated seconds. */
export async function runUntil<T>(page: Page, isDone: () => T | null, seconds: number, ms = LONG_FRAME): Promise<T> {
  const FRAMES = 4;
  for (let passed = 0; passed < 1000 * seconds; passed += FRAMES * ms) {
    await runFrames(page, FRAMES, ms);
    const found = await page.evaluate(isDone);
    if (found) return found as T;
  }
  throw new Error(`not within ${seconds} s of simulated time: ${isDone}`);
}

/** Draws the current state of the page. */
export async function drawFrame(page: Page): Promise<void> {
  await page.evaluate(() => void window.testClock.draw());
}

/** Waits until the browser has laid out and painted the page. */
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
  /** Lets promises, messages and timers of the page run, several in a row: React mounts in several steps. */
  async function rest(): Promise<void> {
    for (let k = 0; k < 4; k++) {
      await new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** In the same task as the drawing: later the canvas may be empty. */
  function readCanvas(): ImageData {
    const canvas = document.querySelector<HTMLCanvasElement>('#canvas, canvas');
    if (!canvas) throw new Error('no canvas');
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    if (!context) throw new Error('no 2D context');
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
