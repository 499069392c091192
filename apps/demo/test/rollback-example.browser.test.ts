import { expect, test } from 'vitest';
import { full } from '../../../scripts/testing/full.js';
import { useExample } from './example-page.js';
import { takePicture } from './pages.js';
import { runFrames } from './simulated-time.js';

const open = useExample('rollback');

test('examples/rollback: over a bad connection both peers go back, and end in the same bits', async () => {
  const { page, complaints, close } = await open({
    width: 1280,
    height: 900,
    colorScheme: 'light',
  });
  try {
    await page.keyboard.down('ArrowLeft');
    await runFrames(page, 60, 50);
    await page.keyboard.up('ArrowLeft');
    await runFrames(page, 60, 50);
    const { frames, different } = await page.evaluate(() => ({
      ...(document.querySelector('output') as HTMLOutputElement).dataset,
    }));
    expect(Number(frames)).toBeGreaterThan(200);
    expect(Number(different)).toBe(0);
    for (const text of await page.locator('.counts').allTextContents()) expect(text).toMatch(/went back [1-9]/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    if (full) await takePicture(page, 'examples/rollback');
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});
