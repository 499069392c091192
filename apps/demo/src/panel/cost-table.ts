import { find, readout, write } from '../dom.js';
import type { Run } from '../run.js';
import { SIDES } from '../sides.js';

/** Times of a step and of a frame, shown on demand. */
export interface CostTable {
  /** Time of the page's code in a frame: steps, numbers, chart and draw calls [ms]. */
  addFrame(took: number): void;
  update(run: Run): void;
}

const SMOOTHING = 0.05;
/** What a frame may take at 60 frames per second [ms]. */
const FRAME = 1000 / 60;

export function createCostTable(): CostTable {
  const details = find<HTMLDetailsElement>('#cost');
  const meter = find<HTMLMeterElement>('#frame-share');
  let frame = 0;
  return {
    addFrame(took) {
      frame += SMOOTHING * (took - frame);
    },
    update({ cost, dt }) {
      if (!details.open) return;
      let steps = 0;
      for (const side of SIDES) {
        const perFrame = (cost[side] * FRAME) / (1000 * dt);
        steps += perFrame;
        write(readout(`${side}-step`), cost[side].toFixed(2));
        write(readout(`${side}-frame`), perFrame.toFixed(1));
      }
      const rest = Math.max(0, frame - steps);
      write(readout('page-frame'), rest.toFixed(1));
      write(readout('all-frame'), (steps + rest).toFixed(1));
      meter.value = (steps + rest) / FRAME;
    },
  };
}
