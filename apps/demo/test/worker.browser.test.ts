import { expect, test } from 'vitest';
import { openExample } from './example-page.js';

test('examples/cannon-worker runs in a Worker of the browser', async () => {
  const { page, complaints, close } = await openExample('cannon-worker');
  try {
    await page.waitForFunction("document.body.textContent.includes('slid')", undefined, { timeout: 20_000 });
    const boxes: { mu: number; slid: number; sliding: boolean }[] = JSON.parse(
      (await page.textContent('body')) ?? '[]',
    );
    expect(complaints).toEqual([]);
    expect(boxes.map(({ sliding }) => sliding)).toEqual([true, true, false]);
    expect(boxes[0].slid).toBeGreaterThan(4);
    expect(boxes[2].slid).toBeLessThan(2e-3);
  } finally {
    await close();
  }
});
