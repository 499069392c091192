import { defineComponent, h, onBeforeUnmount, onMounted, reactive, ref, useTemplateRef, watch } from 'vue';
import type { Slip } from '../../../apps/demo/src/lab/formulas.js';
import { LAWS, type LabLaw, LEVER } from '../../../apps/demo/src/lab/laws.js';
import { createMeter, measureLoop } from '../../../apps/demo/src/lab/measure.js';
import { createXyPlot, type XyPlot } from '../../../apps/demo/src/lab/xy-plot.js';

/** Range of the curves [m/s], and amplitude of the loop [m]. */
const FASTEST = 0.1;
const AMPLITUDE = 6e-4;
const POINTS = 60;
/** For reading friction against a direction: any speed, since these laws do not depend on it [m/s]. */
const SLOW = 0.02;

interface Curve {
  x: number[];
  y: number[];
}

/** A second plot beside friction over speed: what is special about the law. */
interface Detail {
  caption: string;
  /** Both axes have the same unit. */
  isSquare?: true;
  curve(law: ReturnType<LabLaw['make']>): Curve;
}

const LOOP: Detail = {
  caption: 'Friction per load over displacement, mm',
  curve(law) {
    const { x, force } = measureLoop(law, AMPLITUDE, 1);
    return { x, y: force };
  },
};
const SET: Detail = {
  caption: 'Friction per load in all directions',
  isSquare: true,
  curve: (law) => wrenches(law, (angle) => [SLOW * Math.cos(angle), SLOW * Math.sin(angle), 0], 1, 1),
};
const TORSION: Detail = {
  caption: 'Torsion per load, mm, over friction per load',
  curve: (law) => wrenches(law, (angle) => [SLOW * Math.cos(angle), 0, (SLOW * Math.sin(angle)) / LEVER], 2, 1000),
};

function detailOf(id: string, law: ReturnType<LabLaw['make']>): Detail {
  if (law.stateSize > 0) return LOOP;
  return /^(patch|ecp|spinning)/.test(id) ? TORSION : SET;
}

/** Friction against slips all around, x and another component. */
function wrenches(
  law: ReturnType<LabLaw['make']>,
  slip: (angle: number) => Slip,
  component: 1 | 2,
  scale: number,
): Curve {
  const meter = createMeter(law);
  const curve: Curve = { x: [], y: [] };
  for (let k = 0; k <= 2 * POINTS; k++) {
    const wrench = meter(slip((Math.PI * k) / POINTS));
    curve.x.push(-wrench[0]);
    curve.y.push(-scale * wrench[component]);
  }
  return curve;
}

function overSpeed(law: ReturnType<LabLaw['make']>): Curve {
  const meter = createMeter(law);
  const x = Array.from({ length: POINTS }, (_, k) => FASTEST * (((k + 0.5) / POINTS) * 2 - 1));
  return { x, y: x.map((v) => -meter([v, 0, 0])[0]) };
}

/** Sliders for the options of a law, with two plots that follow. The law is the package's own, evaluated in the page. */
export const LawPlayground = defineComponent({
  name: 'LawPlayground',
  props: { law: { type: String, required: true } },
  setup(props) {
    const law = LAWS.find(({ id }) => id === props.law);
    if (!law) throw new Error(`law-playground: there is no law ${props.law}`);
    const values = reactive(Object.fromEntries(Object.entries(law.options).map(([name, { value }]) => [name, value])));
    const curve = useTemplateRef<HTMLCanvasElement>('curve');
    const detail = useTemplateRef<HTMLCanvasElement>('detail');
    const { caption, isSquare } = detailOf(law.id, law.make(values));
    const problem = ref('');
    let plots: XyPlot[] = [];

    function draw(): void {
      if (!law) return;
      const style = getComputedStyle(document.documentElement);
      const theme = { text: style.getPropertyValue('--vp-c-text-2'), grid: style.getPropertyValue('--vp-c-divider') };
      const colour = style.getPropertyValue('--vp-c-brand-1');
      try {
        const made = law.make(values);
        const curves = [overSpeed(made), detailOf(law.id, made).curve(made)];
        plots.forEach((plot, k) => {
          plot.draw([{ ...curves[k], colour, width: 2 }], theme);
        });
        problem.value = '';
      } catch (cause) {
        problem.value = cause instanceof Error ? cause.message : String(cause); // options that exclude each other
      }
    }

    const themes = typeof MutationObserver === 'undefined' ? undefined : new MutationObserver(draw);
    onMounted(() => {
      plots = [curve, detail].flatMap(({ value }) => (value ? createXyPlot(value) : []));
      themes?.observe(document.documentElement, { attributeFilter: ['class'] });
      draw();
    });
    onBeforeUnmount(() => themes?.disconnect());
    watch(values, draw);

    const figure = (name: string, text: string, square = false) =>
      h('figure', { class: { square } }, [
        h('figcaption', text),
        h('canvas', { ref: name, role: 'img', 'aria-label': text }),
      ]);
    const slider = (name: string) => {
      const { label, min, max, step, unit } = law.options[name];
      const id = `playground-${name}`;
      return h('div', { class: 'option' }, [
        h('label', { for: id }, label),
        h('output', { for: id }, `${values[name]}${unit ? ` ${unit}` : ''}`),
        h('input', {
          id,
          type: 'range',
          min,
          max,
          step,
          value: values[name],
          onInput: (event: Event) => {
            values[name] = Number((event.target as HTMLInputElement).value);
          },
        }),
      ]);
    };
    return () =>
      h('section', { class: 'playground', 'aria-label': `Try ${law.label}` }, [
        h('div', { class: 'options' }, Object.keys(law.options).map(slider)),
        h('div', { class: 'plots' }, [
          figure('curve', 'Friction per load over speed, m/s'),
          figure('detail', caption, isSquare),
        ]),
        problem.value ? h('p', { role: 'alert' }, problem.value) : null,
      ]);
  },
});
