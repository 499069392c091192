import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shows } from '../src/show/index.js';

/** Words of the demo's address. */
const RESERVED = ['scene', 'engine', 'view', 'law', 'rate', 'effort', 'forces', 'paused'];

describe.each(shows)('$id', ({ id, title, load }) => {
  test('is listed as it calls itself', async () => {
    const show = await load();
    expect(show.id).toBe(id);
    expect(show.title).toBe(title);
    expect(show.look.length).toBeLessThan(170);
  });

  test('its controls start within their bounds, with names that the address can carry', async () => {
    const { controls } = await load();
    for (const [name, control] of Object.entries(controls)) {
      expect(RESERVED).not.toContain(name);
      if (control.kind === 'slider') {
        expect(control.value).toBeGreaterThanOrEqual(control.min);
        expect(control.value).toBeLessThanOrEqual(control.max);
        // A slider would round it otherwise.
        const steps = (control.value - control.min) / control.step;
        expect(Math.abs(steps - Math.round(steps)), name).toBeLessThan(1e-6);
      }
      if (control.kind === 'choice') expect(control.options.map(({ value }) => value)).toContain(control.value);
      if (control.kind === 'paint')
        expect(control.value).toMatch(new RegExp(`^\\d{${control.columns * control.rows}}$`));
    }
  });

  test('its code is there for both engines', async () => {
    const { snippet } = await load();
    for (const engine of ['cannon', 'rapier']) {
      expect(existsSync(new URL(`../src/show/snippets/${snippet}.${engine}.ts`, import.meta.url))).toBe(true);
    }
  });
});

test('ids are unique', () => {
  expect(new Set(shows.map(({ id }) => id)).size).toBe(shows.length);
});
