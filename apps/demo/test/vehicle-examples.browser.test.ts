import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { type Look, useExample } from './example-page.js';
import { takePicture } from './pages.js';
import { drawFrame, runFrames, runUntil } from './simulated-time.js';

const DESKTOP: Look = { width: 1280, height: 800, colorScheme: 'light' };
const PHONE: Look = { width: 390, height: 844, colorScheme: 'dark' };
const FRAME = 50; // ms

const open = useExample('vehicle');

const CASES = ['cannon', 'rapier', 'react'].map((name) => ({ name, look: DESKTOP }));
if (full) CASES.push(...['cannon', 'rapier'].map((name) => ({ name, look: PHONE })));

test.each(CASES)('examples/vehicle, $name: the car obeys keys, gamepad, buttons and the ground', async (example) => {
  const { page, complaints, close } = await open(example.look, `${example.name}.html`);
  try {
    // Frames pass while React loads the engine.
    await runUntil(page, () => /on tarmac$/.test(document.querySelector('output')?.textContent ?? ''), 120, FRAME);
    await runFrames(page, 40, FRAME);
    const start = await read(page);
    await runFrames(page, 30, FRAME);
    const parked = await read(page);
    expect(Math.hypot(parked.x - start.x, parked.z - start.z), 'creep of the parked car in 1.5 s').toBeLessThan(1e-4);

    // Both driven wheels use at most 95 % of their friction: half of the weight, less what the acceleration takes off the front.
    await hold(page, ['ArrowUp'], 3);
    const driven = await read(page);
    expect(driven.z - start.z, 'distance in 3 s').toBeGreaterThan(14);
    expect(driven.z - start.z, 'distance in 3 s').toBeLessThan(0.5 * 0.95 * 9.81 * 0.5 * 9);
    expect(Math.abs(driven.x - start.x), 'sideways').toBeLessThan(0.1);
    await hold(page, ['KeyS'], 1);
    const braked = await read(page);
    expect(braked.speed, 'km/h after a second of braking').toBeLessThan(driven.speed - 25);

    await press(page, 'KeyR');
    expect((await read(page)).z).toBeCloseTo(start.z, 1);

    // The rest is code that the examples share.
    if (full || example === CASES[0]) await tryControls(page, start);
    await drawFrame(page);
    if (full) await takePicture(page, `examples/vehicle-${example.name}-${example.look.width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(example.look.width);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

/** Gamepad, buttons, skid marks and ice. */
async function tryControls(page: Page, start: Reading): Promise<void> {
  // The stick rests a little off its centre.
  await setGamepad(page, 0.08, 1);
  await runFrames(page, 50, FRAME);
  const padded = await read(page);
  expect(padded.z - start.z).toBeGreaterThan(9);
  expect(Math.abs(padded.x - start.x), 'dead zone').toBeLessThan(0.1);
  await setGamepad(page, -1, 1);
  await runFrames(page, 20, FRAME);
  expect((await read(page)).x - padded.x, 'to the left').toBeGreaterThan(1);
  await setGamepad(page, 0, 0);

  await press(page, 'KeyR');
  await page.locator('[data-key=ArrowUp]').dispatchEvent('pointerdown');
  await runFrames(page, 50, FRAME);
  await page.locator('[data-key=ArrowUp]').dispatchEvent('pointerup');
  const touched = await read(page);
  expect(touched.z - start.z).toBeGreaterThan(9);
  await hold(page, ['Space', 'ArrowRight'], 1);
  const skidded = await read(page);
  expect(skidded.marks - touched.marks, 'skid marks').toBeGreaterThan(20);

  await press(page, 'KeyR');
  await hold(page, ['ArrowUp'], 3);
  await hold(page, ['ArrowUp', 'ArrowLeft'], 0.8);
  await page.keyboard.down('ArrowUp');
  await runUntil(page, () => /on ice$/.test(document.querySelector('output')?.textContent ?? ''), 4, FRAME);
  await page.keyboard.up('ArrowUp');
  const onIce = await read(page);
  await hold(page, ['ArrowDown'], 0.5);
  const deceleration = (onIce.speed - (await read(page)).speed) / 3.6 / 0.5;
  expect(deceleration, 'on ice, m/s²').toBeLessThan(0.12 * 9.81 + 0.6); // the page shows whole km/h
}

interface Reading {
  x: number;
  z: number;
  /** km/h */
  speed: number;
  marks: number;
}

function read(page: Page): Promise<Reading> {
  return page.evaluate(() => {
    const { position = '', marks } = document.body.dataset;
    const [x, , z] = position.split(',').map(Number);
    const speed = Number.parseFloat(document.querySelector('output')?.textContent ?? '');
    return { x, z, speed, marks: Number(marks) };
  });
}

async function hold(page: Page, keys: string[], seconds: number): Promise<void> {
  for (const key of keys) await page.keyboard.down(key);
  await runFrames(page, Math.round((1000 * seconds) / FRAME), FRAME);
  for (const key of keys) await page.keyboard.up(key);
}

/** One frame, so that the page shows what the key has done. */
const press = (page: Page, key: string): Promise<void> => hold(page, [key], FRAME / 1000);

/** Left stick and right trigger. */
async function setGamepad(page: Page, stick: number, trigger: number): Promise<void> {
  await page.evaluate(
    ([x, value]) => {
      const buttons = Array.from({ length: 17 }, (_, k) => ({ value: k === 7 ? value : 0 }));
      const pad = { mapping: 'standard', axes: [x, 0, 0, 0], buttons } as unknown as Gamepad;
      navigator.getGamepads = () => [null, pad];
    },
    [stick, trigger] as const,
  );
}
