// CPU times of other processes, available on Linux.
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in /proc, the kernel's USER_HZ. */
const TICKS = 100;

/** @type {(pid: string) => { parent: string, own: number, ended: number }} CPU seconds of a process, and of its children that have ended */
function read(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [parent = '', user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((k) => fields[k]);
  return {
    parent,
    own: (Number(user) + Number(system)) / TICKS,
    ended: (Number(childUser) + Number(childSystem)) / TICKS,
  };
}

/** CPU time of all finished child processes; NaN if unavailable. */
export function cpuOfEnded() {
  try {
    return read('self').ended;
  } catch {
    return Number.NaN;
  }
}

/** CPU time of all descendants of a process; 0 if unavailable. @type {(pid: number) => number} */
export function cpuBelow(pid) {
  /** @type {Map<string, string[]>} */
  const children = new Map();
  /** @type {Map<string, number>} */
  const times = new Map();
  try {
    for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const { parent, own, ended } = read(each);
        times.set(each, own + ended);
        children.set(parent, [...(children.get(parent) ?? []), each]);
      } catch {
        // it has ended
      }
    }
  } catch {
    return 0;
  }
  /** @type {(parent: string) => number} */
  const sum = (parent) =>
    (children.get(parent) ?? []).reduce((total, child) => total + (times.get(child) ?? 0) + sum(child), 0);
  return sum(String(pid));
}

/** CPU time of a process and all its descendants; 0 if unavailable. @type {(pid: number) => number} */
export function cpuOfTree(pid) {
  try {
    const { own, ended } = read(String(pid));
    return own + ended + cpuBelow(pid);
  } catch {
    return 0;
  }
}
