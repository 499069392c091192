// Thuds and scrapes by WebAudio. Nothing is loaded: all sounds are made of noise and sine waves.

/** Frequency [Hz] and decay time [s] of a thud, and centre of the scrape's noise [Hz]. */
const VOICES = {
  wood: { pitch: 190, decay: 0.12, scrape: 900 },
  steel: { pitch: 1150, decay: 0.6, scrape: 3200 },
  rubber: { pitch: 75, decay: 0.08, scrape: 350 },
};
/** Impulse [N s] and power [W] at full volume. */
const LOUDEST_IMPULSE = 15;
const LOUDEST_POWER = 60;

/** @param {AudioContext} audio */
export function createSounds(audio) {
  const output = new DynamicsCompressorNode(audio);
  output.connect(audio.destination);
  const noise = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = 2 * Math.random() - 1;

  // One scrape per material, always running, as loud as friction is powerful.
  const scrapes = Object.fromEntries(
    Object.entries(VOICES).map(([material, { scrape }]) => {
      const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
      const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: scrape, Q: 0.8 });
      const gain = new GainNode(audio, { gain: 0 });
      source.connect(filter).connect(gain).connect(output);
      source.start();
      return [material, gain];
    }),
  );

  return {
    /** @param {string} material @param {number} impulse */
    thud(material, impulse) {
      const { pitch, decay } = VOICES[material] ?? VOICES.wood;
      const now = audio.currentTime;
      // The ear is roughly logarithmic, so weak impacts stay audible.
      const volume = Math.min(1, Math.sqrt(impulse / LOUDEST_IMPULSE));
      const gain = new GainNode(audio, { gain: 0 });
      gain.gain.setValueAtTime(volume, now);
      gain.gain.exponentialRampToValueAtTime(1e-3, now + decay);
      gain.connect(output);
      const tone = new OscillatorNode(audio, { frequency: pitch });
      const click = new AudioBufferSourceNode(audio, { buffer: noise });
      const filter = new BiquadFilterNode(audio, { type: 'lowpass', frequency: 4 * pitch });
      tone.connect(gain);
      click.connect(filter).connect(gain);
      for (const source of [tone, click]) {
        source.start(now);
        source.stop(now + decay);
      }
    },
    /** @param {string} material @param {number} power */
    scrape(material, power) {
      const volume = 0.5 * Math.min(1, Math.sqrt(power / LOUDEST_POWER));
      scrapes[material]?.gain.setTargetAtTime(volume, audio.currentTime, 0.02);
    },
  };
}
