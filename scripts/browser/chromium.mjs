// The Chromium used by browser tests, pictures and checks.
import { chromium } from 'playwright-core';
import { findChromium } from '../ensure-chromium.mjs';

const FLAGS = [
  '--no-sandbox', // the tests may run as root
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
];

export function chromiumOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run scripts/ensure-chromium.mjs, or set CHROME_PATH');
  return { executablePath, args: FLAGS, timeout: 600_000 };
}

export const openChromium = () => chromium.launch(chromiumOptions());
