import type { EngineName } from '@stiction/scenes';
import type { Settings } from './settings.js';

export interface Controls {
  /** As the inputs show them: rounded to the sliders' steps. */
  settings(): Settings;
  setPaused(paused: boolean): void;
  setEngine(engine: EngineName): void;
}

/** Wires the form: native inputs, so that keyboard and screen reader need nothing of ours. */
export function createControls(
  form: HTMLFormElement,
  settings: Settings,
  on: { change: (settings: Settings) => void; reset: () => void; pause: () => void },
): Controls {
  const mu = slider('mu');
  const angle = slider('angle');
  const engines = form.elements.namedItem('engine') as RadioNodeList;
  const pause = button('pause');
  const read = (): Settings => ({
    engine: engines.value as EngineName,
    mu: mu.valueAsNumber,
    angle: angle.valueAsNumber,
  });

  function slider(name: string): HTMLInputElement {
    return form.elements.namedItem(name) as HTMLInputElement;
  }

  function button(action: string): HTMLButtonElement {
    return form.querySelector(`[data-action="${action}"]`) as HTMLButtonElement;
  }

  engines.value = settings.engine;
  mu.valueAsNumber = settings.mu;
  angle.valueAsNumber = settings.angle;
  form.addEventListener('input', () => on.change(read()));
  form.addEventListener('submit', (event) => event.preventDefault());
  // The engine's radio buttons belong to the form, but lie outside of it: their events do not pass through it.
  for (const radio of engines) radio.addEventListener('input', () => on.change(read()));
  button('reset').addEventListener('click', on.reset);
  pause.addEventListener('click', on.pause);

  return {
    settings: read,
    setPaused(paused) {
      pause.textContent = paused ? 'Play' : 'Pause';
    },
    setEngine(engine) {
      engines.value = engine;
    },
  };
}
