import { MAX_GROUPS } from './constants.js';
import type { FloorState } from './state.js';

/** Friction of a body with the floor in the last step, one per material under it and per tyre. */
export interface FloorContact<Body> {
  body: Body;
  /** Where the force acts: the pressure centre [m]. */
  x: number;
  y: number;
  /** Friction on the body [N], and its torque about the pressure centre [N m]. */
  fx: number;
  fy: number;
  torsion: number;
  normalForce: number;
  /** Velocity over the floor at the end of the step [m/s], and the angular velocity [rad/s]. */
  slipX: number;
  slipY: number;
  slipSpin: number;
  /** Heat [W], >= 0 for all laws without bristles. */
  power: number;
  /** True if friction is at its limit. */
  sliding: boolean;
  /** Material of the floor. */
  material: string;
  /** Name of the law. */
  law: string;
}

/** Iterates over the contacts of the last step. The yielded object is reused. */
export function* iterateFloor<Body>(state: FloorState<Body>): IterableIterator<FloorContact<Body>> {
  const { slots } = state;
  const view = createView<Body>();
  for (let slot = 1; slot < slots.count; slot++) {
    const body = slots.body[slot];
    if (body === undefined || slots.active[slot] === 0) continue;
    const tyres = slots.tyres[slot];
    const count = tyres ? tyres.patches.length : slots.groupCount[slot];
    for (let k = 0; k < count; k++) {
      fillView(state, tyres ? tyres.patches[k] : slots.group[MAX_GROUPS * slot + k], body, view);
      yield view;
    }
  }
}

function fillView<Body>(
  { patches, extras, pairs, dt }: FloorState<Body>,
  i: number,
  body: Body,
  view: FloorContact<Body>,
): void {
  const { stepImpulse: j, slip: s, tangent1: t, tangent2: u, centre } = patches;
  const at = 3 * i;
  view.body = body;
  view.x = centre[at];
  view.y = centre[at + 1];
  view.fx = (j[at] * t[at] + j[at + 1] * u[at]) / dt;
  view.fy = (j[at] * t[at + 1] + j[at + 1] * u[at + 1]) / dt;
  view.torsion = j[at + 2] / dt;
  view.normalForce = patches.stepNormalImpulse[i] / dt;
  view.slipX = s[at] * t[at] + s[at + 1] * u[at];
  view.slipY = s[at] * t[at + 1] + s[at + 1] * u[at + 1];
  view.slipSpin = s[at + 2];
  view.power = -(j[at] * s[at] + j[at + 1] * s[at + 1] + j[at + 2] * s[at + 2]) / dt;
  view.sliding = patches.sliding[i] === 1;
  view.material = pairs.names[extras.floorMaterial[i]] ?? '';
  view.law = patches.law[i].name;
}

function createView<Body>(): FloorContact<Body> {
  return {
    body: undefined as Body,
    x: 0,
    y: 0,
    fx: 0,
    fy: 0,
    torsion: 0,
    normalForce: 0,
    slipX: 0,
    slipY: 0,
    slipSpin: 0,
    power: 0,
    sliding: false,
    material: '',
    law: '',
  };
}
