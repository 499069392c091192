// CPU time of each test file, from its import to its last test, for the reporter: of this process, of the children it waited for, and of
// Chromium.
import { afterEach, inject } from 'vitest';
import { cpuOfEnded, cpuOfTree } from '../cpu.mjs';

/** Of browser tests. */
const chromium = inject('browserTests')?.pid;

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (cpuOfEnded() || 0) + (chromium ? cpuOfTree(chromium) : 0);
}

const start = cpu();
afterEach(({ task }) => {
  Object.assign(task.file.meta, { cpu: cpu() - start });
});
