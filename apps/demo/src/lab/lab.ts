import { create, find, readout, withUnit, write } from '../dom.js';
import { createSlider } from '../panel/controls.js';
import { errorText, numberText } from '../panel/format.js';
import { onThemeChange, readTheme } from '../theme.js';
import type { Slip } from './formulas.js';
import { createLabStage, type LabStage } from './lab-stage.js';
import { LAWS, type LabLaw, LEVER } from './laws.js';
import { createMeter, measureLoop } from './measure.js';
import { createXyPlot } from './xy-plot.js';

/** The laboratory: any law, without an engine. */
export interface Lab {
  /** Shows a law with options from an address. */
  open(law: string, texts: Readonly<Record<string, string>>): void;
}

const SETTING = {
  speed: { kind: 'slider', label: 'Slip', value: 0.03, min: 0.001, max: 0.1, step: 0.001, unit: 'm/s' },
  direction: { kind: 'slider', label: 'Slip direction', value: 30, min: 0, max: 360, step: 1, unit: '°' },
  turning: { kind: 'slider', label: 'Spin, rω/v', value: 0.4, min: -3, max: 3, step: 0.1 },
  amplitude: { kind: 'slider', label: 'Loop amplitude', value: 0.6, min: 0.05, max: 2, step: 0.05, unit: 'mm' },
} as const;

/** Speed range of the curve [m/s]. */
const FASTEST = 0.1;
const SPEEDS = 60;
const GOOD = 2e-3;

export function createLab(
  onChange: (law: string, values: Record<string, string>) => void,
  onError: (cause: unknown) => void,
): Lab {
  const container = find('#scene-controls');
  const curvePlot = createXyPlot(find<HTMLCanvasElement>('#lab-curve'));
  const loopPlot = createXyPlot(find<HTMLCanvasElement>('#lab-loop'));
  let stage: LabStage | null = null;
  let law: LabLaw = LAWS[0];
  let values: Record<string, number> = {};
  let isWaiting = false;

  try {
    stage = createLabStage(find<HTMLCanvasElement>('#lab-canvas'));
    const frame = (): void => {
      stage?.render();
      requestAnimationFrame(frame);
    };
    frame();
  } catch (cause) {
    onError(cause);
  }

  const controlsOf = (chosen: LabLaw) => ({ ...chosen.options, ...SETTING });

  function choose(id: string, texts: Readonly<Record<string, string>>): void {
    law = LAWS.find((each) => each.id === id) ?? LAWS[2];
    values = {};
    for (const [name, { value, min, max }] of Object.entries(controlsOf(law))) {
      const number = texts[name] === undefined ? Number.NaN : Number(texts[name]);
      values[name] = Number.isFinite(number) ? Math.min(Math.max(number, min), max) : value;
    }
    showControls();
    scheduleDraw();
  }

  function showControls(): void {
    const choice = create('select', { id: 'law' });
    for (const { id, label } of LAWS) choice.add(new Option(label, id));
    choice.value = law.id;
    choice.addEventListener('change', () => {
      choose(choice.value, {});
      find('#law').focus();
      reportChange();
    });
    const label = create('label', { htmlFor: 'law', textContent: 'Law' });
    const sliders = Object.entries(controlsOf(law)).map(([name, control]) =>
      createSlider(`value-${name}`, control, values[name], (value) => {
        values[name] = value;
        scheduleDraw();
        reportChange();
      }),
    );
    container.replaceChildren(create('div', { className: 'pair' }, label, choice), ...sliders);
  }

  /** Non-default options go into the address. */
  function reportChange(): void {
    const changed = Object.entries(controlsOf(law)).filter(([name, { value }]) => values[name] !== value);
    onChange(law.id, Object.fromEntries(changed.map(([name]) => [name, String(values[name])])));
  }

  /** Once per frame, however fast a slider is dragged. */
  function scheduleDraw(): void {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      try {
        draw();
      } catch (cause) {
        onError(cause);
      }
    });
  }

  function draw(): void {
    const theme = readTheme();
    const made = law.make(values);
    const meter = createMeter(made);
    const { speed, direction, turning, amplitude } = values;
    const angle = (direction * Math.PI) / 180;
    const slip: Slip = [speed * Math.cos(angle), speed * Math.sin(angle), (turning * speed) / LEVER];
    const force = meter(slip);
    showProof(force, law.formula(slip, values));

    const speeds = Array.from({ length: SPEEDS }, (_, k) => FASTEST * (((k + 0.5) / SPEEDS) * 2 - 1));
    const along = (v: number): Slip => [v, 0, 0];
    const curve = speeds.map((v) => -meter(along(v))[0]);
    const formula = speeds.map((v) => -law.formula(along(v), values)[0]);
    curvePlot.draw(
      [
        { x: speeds, y: curve, colour: theme.stiction, width: 2.5 },
        { x: speeds, y: formula, colour: theme.theory, width: 1.5, dashed: true },
      ],
      theme,
    );
    const loop = measureLoop(made, amplitude / 1000, 1);
    const last = loop.x.length - 1;
    loopPlot.draw([{ x: loop.x, y: loop.force, colour: theme.stiction, width: 2 }], theme, {
      x: loop.x[last],
      y: loop.force[last],
      colour: theme.stiction,
    });
    stage?.draw(meter, speed, slip, force, theme);
  }

  function showProof(force: readonly number[], reference: readonly number[]): void {
    const [value, right] = [force, reference].map(([x, y]) => Math.hypot(x, y));
    const good = Math.hypot(...force.map((f, e) => (f - reference[e]) / (e === 2 ? LEVER : 1))) < GOOD * (right + 1e-6);
    readout('proof-label').replaceChildren(...withUnit('Friction per load, against this slip', ''));
    write(readout('stiction-proof'), numberText(value, 4), value);
    write(readout('reference'), numberText(right, 4), right);
    write(readout('stiction-error'), errorText(value, right, good));
    find('[data-tile="stiction"]').dataset.state = good ? 'good' : 'bad';
    find('[data-tile="reference"]').hidden = false;
  }

  onThemeChange(scheduleDraw);
  return { open: choose };
}
