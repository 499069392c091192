import type { Probe } from '@stiction/scenes/demo';

/** One voice for the sound of a probe. */
export interface Sound {
  /** Browsers allow sound only after a click. */
  setOn(on: boolean): void;
  play(sound: Probe['sound'], moving: boolean): void;
}

const GAIN = 0.12;
/** Response time [s]. */
const GLIDE = 0.03;

export function createSound(): Sound {
  let context: AudioContext | null = null;
  let voice: { oscillator: OscillatorNode; filter: BiquadFilterNode; gain: GainNode } | null = null;
  let isOn = false;

  function start(): void {
    context ??= new AudioContext();
    void context.resume();
    if (voice) return;
    const oscillator = new OscillatorNode(context, { type: 'sawtooth', frequency: 110 });
    const filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: 1800, Q: 2 });
    const gain = new GainNode(context, { gain: 0 });
    oscillator.connect(filter).connect(gain).connect(context.destination);
    oscillator.start();
    voice = { oscillator, filter, gain };
  }

  return {
    setOn(on) {
      isOn = on;
      if (on) start();
      else void context?.suspend();
    },
    play(sound, moving) {
      if (!isOn || !voice || !context) return;
      const loudness = moving && sound ? Math.min(1, Math.max(0, sound.loudness)) : 0;
      voice.gain.gain.setTargetAtTime(GAIN * (Number.isFinite(loudness) ? loudness : 0), context.currentTime, GLIDE);
      if (!sound || !(sound.pitch > 0)) return;
      voice.oscillator.frequency.setTargetAtTime(sound.pitch, context.currentTime, GLIDE);
      voice.filter.frequency.setTargetAtTime(Math.min(6000, 9 * sound.pitch + 400), context.currentTime, GLIDE);
    },
  };
}
