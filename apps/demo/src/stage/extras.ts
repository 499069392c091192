import * as THREE from 'three';
import type { Run } from '../run.js';
import type { Side } from '../sides.js';
import type { Theme } from '../theme.js';
import { type Circles, createCircles } from './friction-circles.js';
import { createMarks, type Marks } from './marks.js';

/** What only some scenes have: traces on surfaces, and telemetry of wheels. */
export interface Extras {
  readonly group: THREE.Group;
  update(run: Run): void;
  dispose(): void;
}

export function createExtras(run: Run, side: Side, half: HTMLElement, theme: Theme): Extras {
  const { probe } = run.sides[side];
  const group = new THREE.Group();
  const marks: Marks | null = probe.marks ? createMarks() : null;
  const circles: Circles | null = probe.circles ? createCircles(half, theme) : null;
  if (marks) group.add(marks.group);
  return {
    group,
    update(now) {
      const current = now.sides[side].probe;
      if (current.marks) marks?.update(current.marks, now.time - (1 - now.share) * now.dt);
      if (current.circles) circles?.update(current.circles);
    },
    dispose() {
      marks?.dispose();
      circles?.dispose();
    },
  };
}
