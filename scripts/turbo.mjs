// Runs turbo with telemetry off, on any shell or system.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('turbo', process.argv.slice(2), {
  stdio: 'inherit',
  shell: process.platform === 'win32', // turbo is turbo.cmd there
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
});
process.exit(status ?? 1);
