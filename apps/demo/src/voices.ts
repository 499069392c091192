import type { Mark } from '@stiction/scenes/demo';
import type { Measured } from './run.js';

/** A tone and a hiss that follow the probe, and a knock for every new impact. */
export interface Voices {
  setOn(on: boolean): void;
  play(probe: Measured, moving: boolean): void;
}

const GAIN = 0.12;
const HISS = 0.1;
const KNOCK = 0.5;
/** Response time [s]. */
const GLIDE = 0.03;
/** Decay of a knock: this many periods, but not longer than this [s]. */
const PERIODS = 60;
const LONGEST = 0.5;

export function createVoices(): Voices {
  const context = new AudioContext();
  const oscillator = new OscillatorNode(context, { type: 'sawtooth', frequency: 110 });
  const filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: 1800, Q: 2 });
  const tone = new GainNode(context, { gain: 0 });
  oscillator.connect(filter).connect(tone).connect(context.destination);
  const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
  noise.getChannelData(0).forEach((_, k, samples) => {
    samples[k] = 2 * Math.random() - 1;
  });
  const wind = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const band = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1400, Q: 0.7 });
  const hiss = new GainNode(context, { gain: 0 });
  wind.connect(band).connect(hiss).connect(context.destination);
  oscillator.start();
  wind.start();
  let marks: readonly Mark[] | undefined;
  let heard = 0;

  const set = (parameter: AudioParam, value: number): void => {
    parameter.setTargetAtTime(Number.isFinite(value) ? value : 0, context.currentTime, GLIDE);
  };
  const volume = (loudness = 0): number => Math.min(1, Math.max(0, loudness));

  function knock({ pitch, loudness }: NonNullable<Mark['sound']>): void {
    const now = context.currentTime;
    const end = now + Math.min(LONGEST, PERIODS / pitch);
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(KNOCK * volume(loudness), now);
    gain.gain.exponentialRampToValueAtTime(1e-3, end);
    gain.connect(context.destination);
    const body = new OscillatorNode(context, { frequency: pitch });
    const click = new AudioBufferSourceNode(context, { buffer: noise });
    const dull = new BiquadFilterNode(context, { type: 'lowpass', frequency: 4 * pitch });
    body.connect(gain);
    click.connect(dull).connect(gain);
    for (const source of [body, click]) {
      source.start(now);
      source.stop(end);
    }
  }

  return {
    setOn(on) {
      void (on ? context.resume() : context.suspend());
    },
    play(probe, moving) {
      const { sound } = probe;
      set(tone.gain, moving ? GAIN * volume(sound?.loudness) : 0);
      set(hiss.gain, moving ? HISS * volume(sound?.hiss) : 0);
      if (sound && sound.pitch > 0) {
        set(oscillator.frequency, sound.pitch);
        set(filter.frequency, Math.min(6000, 9 * sound.pitch + 400));
      }
      // Impacts of another run, or from before the sound was turned on, stay silent.
      if (probe.marks !== marks) {
        marks = probe.marks;
        heard = marks?.length ?? 0;
      }
      for (; marks && heard < marks.length; heard++) {
        const { sound: hit } = marks[heard];
        if (hit && moving) knock(hit);
      }
    },
  };
}
