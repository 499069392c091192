import * as THREE from 'three';
import type { Run } from '../run.js';
import type { Side } from '../sides.js';
import type { Theme } from '../theme.js';
import { createFatLines } from './fat-lines.js';

/** Lines that bodies of one world leave on the ground. */
export interface Trails {
  readonly object: THREE.Object3D;
  update(run: Run): void;
  dispose(): void;
}

const WIDTH = 4;
/** Height above the ground, as a share of the distance of the eye. */
const LIFT = 0.0012;

export function createTrails(side: Side, theme: Theme, distance: number): Trails {
  const lines = createFatLines(WIDTH, { hidden: true });
  const colour = new THREE.Color(theme[side]);
  let drawn = -1;
  return {
    object: lines.object,
    update({ poses }) {
      const { trails } = poses[side];
      const length = trails.reduce((sum, trail) => sum + trail.length, 0);
      if (length === drawn) return;
      drawn = length;
      lines.clear();
      for (const trail of trails) {
        for (let k = 2; k < trail.length; k += 2) {
          from[0] = trail[k - 2];
          from[1] = trail[k - 1];
          to[0] = trail[k];
          to[1] = trail[k + 1];
          from[2] = to[2] = LIFT * distance;
          lines.add(from, to, colour);
        }
      }
      lines.finish();
    },
    dispose: lines.dispose,
  };
}

const from = new Float64Array(3);
const to = new Float64Array(3);
