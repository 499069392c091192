import { ENGINE_LABELS, type Settings } from './settings.js';
import { SIDES, type Simulation, STICK_SPEED } from './simulation.js';

/** Fills the numbers of the page. `<data value>` carries each number in full. */
export interface Readout {
  showSettings(settings: Settings): void;
  /** Clears what belongs to the engine of before. */
  showLoading(): void;
  show(simulation: Simulation, paused: boolean): void;
  showVerdict(simulation: Simulation, settings: Settings): void;
}

export function createReadout(root: ParentNode): Readout {
  const find = (selector: string): HTMLElement => {
    const element = root.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`the page has no ${selector}`);
    return element;
  };
  const write = (name: string, text: string, value?: number): void => {
    const element = find(`[data-readout="${name}"]`);
    if (element.textContent !== text) element.textContent = text;
    if (value !== undefined) element.setAttribute('value', String(value));
  };

  return {
    showSettings({ engine, mu, angle }) {
      const frictionAngle = (Math.atan(mu) * 180) / Math.PI;
      write('friction-angle', `${frictionAngle.toFixed(1)}°`, frictionAngle);
      write('expectation', angle > frictionAngle ? ': the box must slide.' : ': the box must stay.');
      write('verdict', '');
      for (const label of root.querySelectorAll('.angle-text')) {
        label.textContent = `friction angle ${frictionAngle.toFixed(1)}°`;
      }
      find('[data-output="mu"]').textContent = mu.toFixed(2);
      find('[data-output="angle"]').textContent = `${angle.toFixed(1)}°`;
      find('[data-engine-name]').textContent = ENGINE_LABELS[engine];
    },
    showLoading() {
      write('phase', 'loading');
      write('time', '0.00', 0);
      for (const side of SIDES) {
        for (const name of ['speed', 'state', 'error']) write(`${side}-${name}`, '–');
        find(`[data-badge="${side}"]`).textContent = '';
      }
    },
    show(simulation, paused) {
      const time = Math.max(0, simulation.time);
      const settling = simulation.time < 0;
      const theory = simulation.speed('theory');
      write('time', time.toFixed(2), time);
      write('phase', simulation.done ? 'finished' : paused ? 'paused' : settling ? 'settling' : 'running');
      write('theory-speed', speedText(theory), theory);
      write('theory-state', settling ? '–' : stateOf(theory));
      for (const side of SIDES) {
        const speed = simulation.speed(side);
        const error = errorOf(speed, theory);
        write(`${side}-speed`, speedText(speed), speed);
        write(`${side}-state`, settling ? '–' : stateOf(speed));
        write(`${side}-error`, settling ? '–' : errorText(error), error);
        const badge = find(`[data-badge="${side}"]`);
        badge.textContent = settling ? 'at rest' : speed < STICK_SPEED ? 'sticks' : `slides, ${speedText(speed)}`;
        badge.dataset.wrong = String(!settling && error > 0.05);
      }
    },
    showVerdict(simulation, { engine }) {
      const theory = simulation.speed('theory');
      const [stock, stiction] = SIDES.map((side) => verdictOf(simulation.speed(side), theory));
      write('verdict', `Stock ${ENGINE_LABELS[engine]} ${stock}. With Stiction the box ${stiction}.`);
    },
  };
}

/** Share of the theory's speed; where theory rests, any motion is all wrong. */
function errorOf(speed: number, theory: number): number {
  if (theory < STICK_SPEED) return speed < STICK_SPEED ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(speed - theory) / theory;
}

function verdictOf(speed: number, theory: number): string {
  const error = errorOf(speed, theory);
  if (theory < STICK_SPEED) return speed < STICK_SPEED ? 'rests, as it must' : 'creeps where it must rest';
  if (speed < STICK_SPEED) return `sticks where it must slide at ${speedText(theory)}`;
  return `slides ${error < 0.02 ? 'as it must' : speed < theory ? 'too slowly' : 'too fast'} (${errorText(error)} off)`;
}

function stateOf(speed: number): string {
  return speed < STICK_SPEED ? 'sticks' : 'slides';
}

function speedText(speed: number): string {
  return `${speed.toFixed(speed < 10 ? 3 : 2)} m/s`;
}

function errorText(error: number): string {
  if (!Number.isFinite(error)) return 'moves';
  return `${(100 * error).toFixed(error < 0.1 ? 2 : 0)} %`;
}
