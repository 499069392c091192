import { createPlanarSlider, lugre, simulate } from '@stiction/friction-core';

const law = lugre({ sigma0: 2000, sigma1: 5, sigma2: 0.4, muS: 0.6, muC: 0.4, vS: 0.02 });
const body = { mass: Number.POSITIVE_INFINITY, normalForce: 10 }; // prescribed motion: the law returns the force

const slider = createPlanarSlider(law, body);
for (let k = 0; k < 100; k++) {
  slider.state.vx = 0.03;
  slider.step([0, 0, 0, body.normalForce], 1e-3);
}
console.log(-slider.state.fx / body.normalForce); // 0.433: muC + (muS - muC) exp(-(v/vS)²) + sigma2 v

// 0.6 mm back and forth, once a second: friction over displacement is a loop.
const peakSpeed = 0.6e-3 * 2 * Math.PI;
const drive = (time: number, state: { vx: number }) => {
  state.vx = peakSpeed * Math.cos(2 * Math.PI * time);
};
const loop = simulate(law, body, drive, 1e-3, 2000);
console.log(loop.x, loop.fx);
