import { readout } from './dom.js';
import type { Theme } from './theme.js';

/** Records the stage with its labels and numbers as a short video. */
export interface Recorder {
  readonly recording: boolean;
  start(stage: HTMLCanvasElement, theme: Theme): void;
  stop(): void;
  /** After each frame of the stage. */
  frame(): void;
}

/** Longest video [s]. */
const LONGEST = 12;
const FORMATS = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

export function createRecorder(on: { change(recording: boolean): void; film(film: Blob): void }): Recorder {
  let recorder: MediaRecorder | null = null;
  let paint: (() => void) | null = null;

  function stop(): void {
    if (recorder?.state === 'recording') recorder.stop();
  }

  return {
    get recording() {
      return recorder?.state === 'recording';
    },
    start(stage, theme) {
      if (typeof MediaRecorder === 'undefined') throw new Error('this browser cannot record a canvas');
      const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
      if (!mimeType) throw new Error('this browser cannot encode WebM or MP4');
      const canvas = document.createElement('canvas');
      canvas.width = 2 * Math.floor(stage.width / 2);
      canvas.height = 2 * Math.floor(stage.height / 2);
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      paint = () => {
        context.drawImage(stage, 0, 0);
        drawLabels(context, stage, theme);
      };
      paint();
      const stream = canvas.captureStream(60);
      const pieces: Blob[] = [];
      recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 6_000_000 });
      recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
      const timer = setTimeout(stop, 1000 * LONGEST);
      recorder.addEventListener('stop', () => {
        clearTimeout(timer);
        paint = null;
        for (const track of stream.getTracks()) track.stop();
        on.change(false);
        on.film(new Blob(pieces, { type: mimeType }));
      });
      recorder.start();
      on.change(true);
    },
    stop,
    frame: () => paint?.(),
  };
}

/** The texts over the stage: names of the halves, and their numbers below. */
function drawLabels(context: CanvasRenderingContext2D, stage: HTMLCanvasElement, theme: Theme): void {
  const scale = stage.width / stage.clientWidth;
  const frame = stage.getBoundingClientRect();
  context.save();
  context.scale(scale, scale);
  context.textBaseline = 'middle';
  for (const side of ['stock', 'stiction'] as const) {
    const chip = document.querySelector(`.chip-${side}`) as HTMLElement;
    const box = chip.getBoundingClientRect();
    if (box.width === 0) continue;
    const [x, y] = [box.left - frame.left, box.top - frame.top];
    context.fillStyle = getComputedStyle(chip).backgroundColor;
    context.beginPath();
    context.roundRect(x, y, box.width, box.height, box.height / 2);
    context.fill();
    context.fillStyle = '#fff';
    context.font = '620 15px system-ui, sans-serif';
    context.fillText(chip.textContent ?? '', x + 12, y + box.height / 2 + 1);
    context.fillStyle = theme.wire;
    context.font = '600 18px system-ui, sans-serif';
    const error = readout(`${side}-error`).textContent;
    const proof = `${readout(`${side}-proof`).textContent}${error ? `  (${error})` : ''}`;
    context.fillText(proof, x + 4, y + box.height + 20);
  }
  context.restore();
}
