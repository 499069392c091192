import { createPlanarSlider, type FrictionLaw, type PlanarSlider } from '@stiction/friction-core';
import type { Slip, Wrench } from './formulas.js';
import { LEVER, LOAD } from './laws.js';

/** Laws with state slide this far before friction is read [m], in this many steps. */
const WAY = 0.01;
const STEPS = 60;
/** So large that friction cannot change the motion [kg, kg m²]. */
const HEAVY = 1e9;
const NO_FORCE = [0, 0, 0, LOAD];

/** A body with prescribed motion: the law returns a force. */
function givenMotion(law: FrictionLaw): PlanarSlider {
  return createPlanarSlider(law, {
    mass: HEAVY,
    inertia: HEAVY,
    normalForce: LOAD,
    torsionRadius: LEVER,
  });
}

/** Friction per load against a steady slip, by the law. */
export function createMeter(law: FrictionLaw): (slip: Slip) => Wrench {
  const slider = givenMotion(law);
  const { state } = slider;
  const steps = law.stateSize > 0 ? STEPS : 2;
  return (slip) => {
    slider.reset();
    const speed = Math.hypot(slip[0], slip[1], LEVER * slip[2]);
    const dt = speed > 0 ? WAY / (STEPS * speed) : 1e-3;
    for (let k = 0; k < steps; k++) {
      [state.vx, state.vy, state.spin] = slip;
      slider.step(NO_FORCE, dt);
    }
    return [state.fx / LOAD, state.fy / LOAD, state.torsion / LOAD];
  };
}

export interface Loop {
  /** Displacement [mm] and friction per load against it. */
  x: number[];
  force: number[];
}

const LOOP_STEPS = 400;

/** Two periods of x = A sin(2π t): the first starts from rest, the second closes the loop. A in metres, Hz. */
export function measureLoop(law: FrictionLaw, amplitude: number, frequency: number): Loop {
  const slider = givenMotion(law);
  const { state } = slider;
  const dt = 1 / (LOOP_STEPS * frequency);
  const loop: Loop = { x: [0], force: [0] };
  const at = (k: number): number => amplitude * Math.sin((2 * Math.PI * k) / LOOP_STEPS);
  for (let k = 1; k <= 2.25 * LOOP_STEPS; k++) {
    state.vx = (at(k) - at(k - 1)) / dt;
    slider.step(NO_FORCE, dt);
    loop.x.push(1000 * at(k));
    loop.force.push(-state.fx / LOAD);
  }
  return loop;
}
