import type { PatchBuffers } from '../patches/patch-buffers.js';
import { createContactView, type FillView } from './contact-view.js';
import type { FrictionEvents } from './events.js';

/** At the end of a solve: collects the patches that have started or stopped sliding since the last step. */
export function collectStickSlip<Body>(
  events: FrictionEvents<Body>,
  patches: PatchBuffers,
  dt: number,
  fill: FillView<Body>,
): void {
  const { sliding, wasSliding, stepNormalImpulse, count } = patches;
  const { perSecond, stickSlip: list } = events;
  list.count = 0;
  if (list.subscribers.length > 0) {
    perSecond[0] = 1 / dt;
    for (let i = 0; i < count; i++) {
      // A patch without load neither sticks nor slides.
      if (sliding[i] === wasSliding[i] || !(stepNormalImpulse[i] > 0)) continue;
      if (list.count === list.events.length) list.events.push(createContactView());
      if (fill(list.events[list.count], patches, i, perSecond)) list.count++;
    }
  }
  for (let i = 0; i < count; i++) wasSliding[i] = sliding[i];
}
