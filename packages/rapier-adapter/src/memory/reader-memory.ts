import { reportProblem } from '@stiction/friction-core';
import type { InstallState } from '../install-state.js';
import type { ContactReader } from '../reader.js';
import { touchAll } from '../watch.js';
import { type Checked, check, checkBody } from './check.js';
import { createColliderIndex, updateColliderIndex } from './collider-index.js';
import { type EngineMemory, openEngineMemory } from './engine-memory.js';
import { createListed, haveChanged, readBodyAfter, readBodyBefore } from './read-memory-bodies.js';
import { readMemoryPairs } from './read-memory-pairs.js';
import { refreshMemory } from './view.js';

/** Library sources see neither Node nor the DOM, but both have this. */
declare const console: { warn(message: string): void };

/**
 * The reader that looks into the engine's memory; it writes through the engine's functions. In every step some of what it
 * reads is compared with what the API says. At the first difference, or where the memory cannot be reached or is not as
 * expected, it says so once and hands back to the reader that was there before, for good and before anything of that step has
 * been used.
 */
export function useMemoryReader(install: InstallState): void {
  const { world, reader: api } = install;
  const colliders = createColliderIndex();
  const listed = createListed();
  let memory: EngineMemory | null = null;
  const checked: Checked = { bodies: false, pairs: false };
  /** The step before which a body has been compared. */
  let lookedAt = -1;

  /** The memory as it is now; null where it is not to be read. */
  function open(): EngineMemory | null {
    if (install.reader !== reader) return null;
    try {
      memory ??= openEngineMemory(world, install.colliders.met);
      if (memory) refreshMemory(memory.view);
      return memory;
    } catch (error) {
      giveUp(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  function isWrong(difference: string): boolean {
    if (difference !== '') giveUp(difference);
    return difference !== '';
  }

  function giveUp(reason: string): void {
    install.reader = api;
    // What the other reader remembers of bodies is not from this run.
    touchAll(install);
    const message = `the memory of this Rapier cannot be read (${reason}): contacts are read through its API`;
    reportProblem(install.report, message);
    console.warn(`@stiction/rapier-adapter: ${message}`);
  }

  const reader: ContactReader = {
    name: 'memory',

    listActive() {
      const now = open();
      if (!now || haveChanged(listed, install, now)) api.listActive(install);
      if (!now) return;
      if (isWrong(check(install, now, checked))) api.listActive(install);
    },

    readBefore(_install, slot, dt) {
      let now = open();
      if (now && lookedAt !== install.stepIndex) {
        lookedAt = install.stepIndex;
        if (isWrong(checkBody(install, now, slot))) now = null;
      }
      if (!now || !readBodyBefore(install, now, slot)) api.readBefore(install, slot, dt);
    },

    readAfter(_install, slot) {
      const now = open();
      if (now) readBodyAfter(install, now, slot);
      else api.readAfter(install, slot);
    },

    readContacts() {
      const now = open();
      if (!now) {
        api.readContacts(install);
        return;
      }
      updateColliderIndex(colliders, install.colliders);
      readMemoryPairs(install, now, colliders);
    },

    pushForce: api.pushForce,
    restoreForce: api.restoreForce,
    writeVelocity: api.writeVelocity,
  };
  install.reader = reader;
  open();
}
