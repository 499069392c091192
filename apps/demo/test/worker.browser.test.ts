import { expect, test } from 'vitest';
import { useExample } from './example-page.js';

const open = useExample('cannon-worker');

test('examples/cannon-worker runs in a Worker of the browser', async () => {
  const { page, complaints, close } = await open();
  try {
    await page.getByText('slid').waitFor();
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
