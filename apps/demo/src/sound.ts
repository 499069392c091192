import type { Measured } from './run.js';
import type { Voices } from './voices.js';

/** The sounds of a probe. Off at first; the code that makes them is loaded when the user turns them on. */
export interface Sound {
  /** Browsers allow sound only after a click. */
  setOn(on: boolean): Promise<void>;
  play(probe: Measured, moving: boolean): void;
}

export function createSound(): Sound {
  let voices: Voices | null = null;
  let isOn = false;
  return {
    async setOn(on) {
      isOn = on;
      if (on && !voices) {
        const { createVoices } = await import('./voices.js');
        voices ??= createVoices();
      }
      voices?.setOn(isOn);
    },
    play(probe, moving) {
      if (isOn) voices?.play(probe, moving);
    },
  };
}
