import type { EngineName } from '@stiction/scenes';
import { demoScenes } from '@stiction/scenes/demo';
import { type Address, EFFORTS, RATES, type ViewMode } from './address.js';
import { type App, LABORATORY } from './app.js';
import { copyText, openCode, wireCode } from './code-panel.js';
import { currentCode } from './current-code.js';
import { action, find, readout, write } from './dom.js';
import { engineLabel } from './engines.js';
import type { Gallery } from './gallery.js';
import { createInspector } from './panel/inspector.js';
import { createRecorder } from './recorder.js';
import type { Run } from './run.js';
import { createSound } from './sound.js';
import { openKeys, releaseFocusAfterClicks, wireStageInput } from './stage-input.js';
import { readTheme, toggleTheme } from './theme.js';

/** Everything around the stage that does not belong to the scene. */
export interface Toolbar {
  showAddress(address: Address): void;
  showPaused(paused: boolean): void;
  open(run: Run): void;
  frame(run: Run, elapsed: number): void;
}

/** All scenes, in order. */
export const SCENES: readonly { id: string; title: string }[] = [...demoScenes, LABORATORY];

const SPEEDS = [
  ['1×', 1],
  ['1/4×', 1 / 4],
  ['1/16×', 1 / 16],
] as const;

export function wireToolbar(app: App, showError: (problem: string, cause: unknown) => void): Toolbar {
  const scene = find<HTMLSelectElement>('#scene');
  const rate = find<HTMLSelectElement>('#dt');
  const effort = find<HTMLSelectElement>('#effort');
  const speed = find<HTMLSelectElement>('#speed');
  const overlay = find<HTMLInputElement>('#overlay');
  const soundToggle = find<HTMLInputElement>('#sound');
  const engines = document.querySelectorAll<HTMLInputElement>('[name="engine"]');
  const views = document.querySelectorAll<HTMLInputElement>('[name="view"]');
  const sound = createSound();
  const inspector = createInspector(readTheme, (body) => app.stage?.select(body));
  const recorder = createRecorder({
    change(recording) {
      action('record').setAttribute('aria-pressed', String(recording));
      if (recording) toast('Recording; press again to stop');
    },
    film(film) {
      const name = `stiction-${app.address.scene}.${film.type.includes('mp4') ? 'mp4' : 'webm'}`;
      save(film, name);
      toast(`${name}, ${Math.round(film.size / 1000)} kB`);
    },
  });

  for (const [k, { id, title }] of SCENES.entries()) scene.add(new Option(`${k + 1}  ${title}`, id));
  for (const each of RATES) rate.add(new Option(`1/${each} s`, String(each)));
  for (const each of EFFORTS) effort.add(new Option(each === 1 ? 'as installed' : `${each} times`, String(each)));
  for (const [label, value] of SPEEDS) speed.add(new Option(label, String(value)));

  const go = (by: number): void => {
    const at = SCENES.findIndex(({ id }) => id === app.address.scene);
    void app.open({ scene: SCENES[(at + by + SCENES.length) % SCENES.length].id });
  };
  /** Reports an error of a button. */
  const attempt = (problem: string, task: () => unknown) => {
    const work = async (): Promise<void> => {
      try {
        await task();
      } catch (cause) {
        showError(problem, cause);
      }
    };
    return () => app.track(work());
  };

  let gallery: Gallery | null = null;
  async function openGallery(): Promise<void> {
    const { createGallery } = await import('./gallery.js');
    gallery ??= createGallery(demoScenes, app);
    gallery.open();
  }

  action('previous').addEventListener('click', () => go(-1));
  action('next').addEventListener('click', () => go(1));
  scene.addEventListener('change', () => void app.open({ scene: scene.value }));
  for (const input of engines) {
    input.addEventListener('change', () => void app.open({ engine: input.value as EngineName }));
  }
  for (const input of views) {
    input.addEventListener('change', () => app.look({ view: input.value as ViewMode }));
  }
  overlay.addEventListener('change', () => app.look({ forces: overlay.checked }));
  rate.addEventListener('change', () => void app.open({ rate: Number(rate.value) }));
  effort.addEventListener('change', () => void app.open({ effort: Number(effort.value) }));
  speed.addEventListener('change', () => {
    app.speed = Number(speed.value);
  });
  action('pause').addEventListener('click', () => app.setPaused(!app.paused));
  action('step').addEventListener('click', () => app.step());
  action('reset').addEventListener('click', () => void app.restart());
  action('theme').addEventListener('click', toggleTheme);
  action('dismiss').addEventListener('click', () => {
    find('#error').hidden = true;
  });
  soundToggle.addEventListener(
    'change',
    attempt('There is no sound.', () => sound.setOn(soundToggle.checked)),
  );
  find('#controls').addEventListener('submit', (event) => event.preventDefault());
  wireCode();
  action('code').addEventListener(
    'click',
    attempt('The code could not be shown.', () => {
      const { run } = app;
      if (run) {
        const adapt = (code: string) => currentCode(code, run.demo, run.values, app.address.law);
        return openCode(run.demo.snippet, run.engine, run.demo.title, adapt, run.demo.engines?.[run.engine]);
      }
      return openCode(LABORATORY.id, null, LABORATORY.title);
    }),
  );
  action('link').addEventListener(
    'click',
    attempt('The link could not be copied.', async () => {
      await copyText(location.href);
      toast('Link copied');
    }),
  );
  action('record').addEventListener(
    'click',
    attempt('Nothing is recorded.', () => {
      if (recorder.recording) recorder.stop();
      else if (app.stage) recorder.start(app.stage.canvas, readTheme());
      else throw new Error('nothing to record: the stage is not drawn');
    }),
  );
  wireStageInput(app, inspector);
  releaseFocusAfterClicks();
  action('gallery').addEventListener('click', attempt('The scenes could not be listed.', openGallery));
  const keys = find<HTMLDialogElement>('#keys');
  action('keys').addEventListener('click', () => openKeys(app));
  keys.addEventListener('click', () => keys.close());

  return {
    showAddress(now) {
      scene.value = now.scene;
      for (const input of engines) input.checked = input.value === now.engine;
      for (const input of views) input.checked = input.value === now.view;
      overlay.checked = now.forces;
      effort.value = String(now.effort);
    },
    showPaused(paused) {
      write(readout('pause'), paused ? 'Play' : 'Pause');
      find('.toolbar').dataset.state = paused ? 'paused' : 'playing';
    },
    open(run) {
      rate.value = String(Math.round(1 / run.dt));
      for (const input of engines) {
        const label = input.parentElement?.querySelector('span');
        if (label) write(label, engineLabel(input.value as EngineName, run.demo));
      }
      write(readout('engine'), engineLabel(run.engine, run.demo));
      inspector.open(run);
      find('#sound-toggle').hidden = run.sides.stiction.probe.sound === undefined;
    },
    frame(run, elapsed) {
      inspector.update(run, elapsed);
      recorder.frame();
      const heard = app.address.view === 'stock' ? 'stock' : 'stiction';
      sound.play(run.sides[heard].probe, !app.paused && !run.done);
    },
  };
}

let toastEnd = 0;

/** A short notice that disappears automatically. */
function toast(text: string): void {
  const box = find('#toast');
  write(box, text);
  box.dataset.shown = 'true';
  clearTimeout(toastEnd);
  toastEnd = window.setTimeout(() => {
    box.dataset.shown = 'false';
  }, 2500);
}

function save(film: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(film);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
