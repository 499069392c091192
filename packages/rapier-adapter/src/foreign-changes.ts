import type { InstallState } from './install-state.js';

/**
 * After a restore: bodies that are not as the snapshot has left them count as touched. (In a world that comes from the
 * engine's snapshot the user may have changed some before friction was there to notice.)
 */
export function touchForeignChanges(install: InstallState): void {
  const { bodies: table, reader, h, stepIndex } = install;
  for (let slot = 1; slot < table.body.length; slot++) {
    // Bodies that the last step has not read will be read anyway.
    if (!table.body[slot] || table.ghostOf[slot] >= 0 || table.touched[slot] === 1 || table.loaded[slot] !== stepIndex)
      continue;
    const at = 6 * slot;
    for (let e = 0; e < 6; e++) {
      kept[e] = table.start[at + e];
      kept[6 + e] = table.userForce[at + e];
    }
    const type = table.type[slot];
    reader.readBefore(install, slot, h > 0 ? h : 1);
    let same = table.type[slot] === type;
    for (let e = 0; e < 6; e++) {
      // A planned velocity is not one that a step has left.
      if (type !== 2 && table.start[at + e] !== table.written[at + e]) same = false;
      if (table.userForce[at + e] !== kept[6 + e]) same = false;
      table.start[at + e] = kept[e];
      table.userForce[at + e] = kept[6 + e];
    }
    table.type[slot] = type;
    if (!same) table.touched[slot] = 1;
  }
}

const kept = new Float64Array(12);
