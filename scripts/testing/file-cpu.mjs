// CPU time of each test file, from its import to its last test, for the reporter: of this process, and of the children it waited for.
import { afterEach } from 'vitest';
import { cpuOfEnded } from '../cpu.mjs';

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (cpuOfEnded() || 0);
}

const start = cpu();
afterEach(({ task }) => {
  Object.assign(task.file.meta, { cpu: cpu() - start });
});
