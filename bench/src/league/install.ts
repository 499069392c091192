import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The peers are no part of the workspaces: only the league installs them. Without them it goes on, and says so in its results. */
export function installPeers(): void {
  const folder = fileURLToPath(new URL('../../peers', import.meta.url));
  const { status } = spawnSync('npm', ['install', '--silent', '--prefix', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error('peers could not be installed: those that are missing will not load');
}
