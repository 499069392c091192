import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { App } from '../src/app.js';
import { addresses, openPage, type PageOptions } from './pages.js';
import type { TestClock } from './simulated-time.js';

/** Set by main.ts in the tab. */
declare const window: { stiction: App; testClock: TestClock };

export const DESKTOP = { width: 1280, height: 800 };
/** The same layout with a quarter of the pixels. */
export const DESKTOP_COARSE = { ...DESKTOP };
/** For tests that do not check the look: fewer pixels are faster in software rendering. */
export const SMALL = { width: 1000, height: 600 };
export const TINY = { width: 500, height: 400 };
export const PHONE = { width: 390, height: 844 };

export type Screen = typeof DESKTOP;

/** A page of the demo, with its errors and warnings. */
export interface ShowPage {
  page: Page;
  complaints: string[];
  /** Opens an address of the demo and waits until it is settled. */
  open(query: string): Promise<void>;
  /** Selects another scene, like a user. */
  choose(scene: string): Promise<void>;
  expectNoComplaints(): Promise<void>;
  close(): Promise<void>;
}

/** `realTime`: frames come from the browser, not from the test. */
export interface ShowPageOptions extends PageOptions {
  realTime?: boolean;
  reducedMotion?: 'reduce';
}

export const demoAddress = (): string => `${addresses().files}apps/demo/dist/`;

export async function openScenePage(viewport: Screen, options: ShowPageOptions = {}): Promise<ShowPage> {
  const { realTime = false, reducedMotion = null, fresh = realTime } = options;
  const look = {
    viewport,
    isMobile: viewport === PHONE,
    hasTouch: viewport === PHONE,
    deviceScaleFactor: [SMALL, TINY, DESKTOP_COARSE].includes(viewport) ? 0.5 : 1,
    reducedMotion,
  };
  const { page, complaints, close } = await openPage(look, { simulated: !realTime, fresh });
  return {
    page,
    complaints,
    async open(query) {
      await page.goto(`${demoAddress()}${query}`);
      await settled(page);
    },
    async choose(scene) {
      await page.getByLabel('Scene', { exact: true }).selectOption(scene);
      await settled(page);
    },
    async expectNoComplaints() {
      expect(complaints).toEqual([]);
      expect(await page.getByRole('alert').isVisible()).toBe(false);
    },
    close,
  };
}

/** Waits until nothing is loading or computing. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => window.stiction.settled);
}

/** Advances to a share of the scene's duration. */
export async function forwardTo(page: Page, share: number): Promise<void> {
  await page.evaluate((part) => {
    const { run } = window.stiction;
    if (run) window.stiction.forward(part * run.sides.stiction.scene.duration - run.time);
  }, share);
}

export async function finish(page: Page): Promise<void> {
  await page.evaluate(() => window.stiction.finish());
}

export interface ShownNumbers {
  time: number;
  stock: number;
  stiction: number;
  reference: number;
  /** 'good', 'bad' or 'open'. */
  state: { stock: string; stiction: string };
}

/** The numbers on the page, as the user sees them. */
export async function readNumbers(page: Page): Promise<ShownNumbers> {
  return page.evaluate(() => {
    const value = (name: string) =>
      Number(document.querySelector(`[data-readout="${name}"]`)?.getAttribute('value') ?? Number.NaN);
    const state = (side: string) => document.querySelector<HTMLElement>(`[data-tile="${side}"]`)?.dataset.state ?? '';
    return {
      time: value('time'),
      stock: value('stock-proof'),
      stiction: value('stiction-proof'),
      reference: value('reference'),
      state: { stock: state('stock'), stiction: state('stiction') },
    };
  });
}

/** Draws the scene, and counts the colours in the middle of the stage: one if it is empty. */
export async function countColours(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { stage } = window.stiction;
    if (!stage) throw new Error('no stage');
    stage.resize(); // its size observer may not have fired yet
    const { data, width, height } = window.testClock.draw(() => window.stiction.redraw());
    const { x, y, width: across, height: down } = stage.canvas.getBoundingClientRect();
    const front = document.elementFromPoint(x + 0.25 * across, y + 0.3 * down);
    if (!stage.canvas.parentElement?.contains(front)) throw new Error('something lies over the stage');
    const colours = new Set<number>();
    for (let k = 4 * width * Math.floor(0.14 * height); k < 4 * width * Math.floor(0.44 * height); k += 4) {
      colours.add(((data[k] >> 4) << 8) | ((data[k + 1] >> 4) << 4) | (data[k + 2] >> 4));
    }
    return colours.size;
  });
}

/** The same for a screenshot. */
export async function countColoursOf(page: Page, picture: Buffer): Promise<number> {
  const stage = await page.locator('#stage').boundingBox();
  if (!stage) throw new Error('no stage');
  return page.evaluate(
    async ([base64, { x, y, width, height }]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(x + 10, y + 0.14 * height, width - 20, 0.3 * height);
      const colours = new Set<number>();
      for (let k = 0; k < data.length; k += 4) {
        colours.add(((data[k] >> 4) << 8) | ((data[k + 1] >> 4) << 4) | (data[k + 2] >> 4));
      }
      return colours.size;
    },
    [picture.toString('base64'), stage] as const,
  );
}
