// Finds Chromium for the browser tests, or installs Debian's if possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the system's Chromium or Chrome: CHROME_PATH, or the first of NAMES on the PATH. */
export function findChromium() {
  if (process.env.CHROME_PATH) return existsSync(process.env.CHROME_PATH) ? process.env.CHROME_PATH : undefined;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

function installChromium() {
  const options = /** @type {const} */ ({
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return (
    spawnSync('apt-get', ['update'], options).status === 0 &&
    spawnSync('apt-get', ['install', '-y', 'chromium'], options).status === 0
  );
}

function main() {
  if (process.env.CHROME_PATH && !findChromium()) {
    console.error(`CHROME_PATH does not exist: ${process.env.CHROME_PATH}`);
    process.exit(1);
  }
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!findChromium() && mayInstall) installChromium();
  const path = findChromium();
  if (!path) {
    console.error(
      'The browser tests need Chromium. On Debian or Ubuntu run:\n\n  sudo apt-get install -y chromium\n\n' +
        'On other systems, set CHROME_PATH to an installed Chrome or Chromium.',
    );
    process.exit(1);
  }
  console.log(`browser tests use ${path}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
