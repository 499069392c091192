import { expect, test } from 'vitest';
import { useExample } from './example-page.js';
import { drawFrame, runUntil } from './simulated-time.js';

const G = 9.81;
const SLOPE = Math.atan(0.5);

const open = useExample('react-three-rapier');

test('examples/react-three-rapier: boxes and a runner slide on a slope by their laws', async () => {
  const { page, complaints, close } = await open();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('@stiction')) warnings.push(message.text());
  });
  try {
    // Until the first has slid for a metre.
    const text = await runUntil(
      page,
      () => {
        const text = document.querySelector('output')?.textContent ?? '';
        return /μ 0.2 +slid [1-9]/.test(text) ? text : '';
      },
      10,
      1000 / 60,
    );
    await drawFrame(page);
    expect(complaints).toEqual([]);
    expect(warnings).toEqual([]);
    expect(text).toContain('Stiction acts on 1 of 4 bodies');
    const numbers = [...text.matchAll(/slid ([\d.]+) m, now at ([\d.]+) m/g)];
    const slid = numbers.map(([, metres]) => Number(metres));
    const speed = numbers.map(([, , metresPerSecond]) => Number(metresPerSecond));
    for (const [k, mu] of [
      [0, 0.2],
      [1, 0.4],
      [3, 0.1],
    ]) {
      const acceleration = G * (Math.sin(SLOPE) - mu * Math.cos(SLOPE));
      expect(Math.abs(speed[k] ** 2 / (2 * slid[k]) / acceleration - 1), text).toBeLessThan(0.03);
    }
    // It settles by a millimetre or two.
    expect(slid[2]).toBeLessThan(5e-3);
    expect(speed[2]).toBeLessThan(2e-3);
  } finally {
    await close();
  }
});
