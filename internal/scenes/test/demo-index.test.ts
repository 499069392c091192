import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoScenes, demoThemes, openingScenes } from '../src/demo/index.js';

/** Parameter names of the demo's address. */
const RESERVED = ['scene', 'engine', 'view', 'law', 'rate', 'effort', 'forces', 'paused'];

describe.each(demoScenes)('$id', ({ id, title, load }) => {
  test('is listed under its own id and title', async () => {
    const demo = await load();
    expect(demo.id).toBe(id);
    expect(demo.title).toBe(title);
    expect(demo.look.length).toBeLessThan(170);
  });

  test('has controls within their bounds, with names that fit the address', async () => {
    const { controls } = await load();
    for (const [name, control] of Object.entries(controls)) {
      expect(RESERVED).not.toContain(name);
      if (control.kind === 'slider') {
        expect(control.value).toBeGreaterThanOrEqual(control.min);
        expect(control.value).toBeLessThanOrEqual(control.max);
        // Otherwise a slider would round it.
        const steps = (control.value - control.min) / control.step;
        expect(Math.abs(steps - Math.round(steps)), name).toBeLessThan(1e-6);
      }
      if (control.kind === 'choice') expect(control.options.map(({ value }) => value)).toContain(control.value);
      if (control.kind === 'paint')
        expect(control.value).toMatch(new RegExp(`^\\d{${control.columns * control.rows}}$`));
    }
  });

  test('opens with values of its controls in both engines', async () => {
    const { controls, engineValues = {} } = await load();
    for (const [name, value] of Object.values(engineValues).flatMap((values) => Object.entries(values))) {
      const control = controls[name];
      expect(value, name).not.toBe(control.value);
      if (control.kind === 'slider') {
        expect(Number(value)).toBeGreaterThan(control.min);
        expect(Number(value)).toBeLessThan(control.max);
      } else if (control.kind === 'choice') expect(control.options.map((option) => option.value)).toContain(value);
    }
  });

  test('has a code snippet for both engines', async () => {
    const { snippet, engines } = await load();
    for (const engine of [engines?.cannon.id ?? 'cannon', engines?.rapier.id ?? 'rapier']) {
      expect(existsSync(new URL(`../src/demo/snippets/${snippet}.${engine}.ts`, import.meta.url))).toBe(true);
    }
  });
});

test('scenes are grouped by theme, in the order of the themes', () => {
  const themes = Object.keys(demoThemes);
  const order = demoScenes.map(({ theme }) => themes.indexOf(theme));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('each engine opens with a scene that exists', () => {
  for (const scene of Object.values(openingScenes)) expect(demoScenes.map(({ id }) => id)).toContain(scene);
});

test('summaries fit a card of the gallery', () => {
  for (const { summary, id } of demoScenes) {
    expect(summary, id).toMatch(/^[A-Z].*\.$/);
    expect(summary.length, id).toBeLessThan(90);
  }
});

test('ids are unique', () => {
  expect(new Set(demoScenes.map(({ id }) => id)).size).toBe(demoScenes.length);
});
