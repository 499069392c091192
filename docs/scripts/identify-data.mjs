// Makes the example records of docs/identify.md, docs/data/*.csv, with noise of a fixed seed: `node docs/scripts/identify-data.mjs`, after
// a build. Then `npx stiction-identify docs/data/rig.csv --report docs/images/identify/rig.svg` draws the report, and likewise for
// slide.csv.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPlanarSlider, lugre } from '@stiction/friction-core';
import { createEcpSlider, ecpState } from '@stiction/limit-surface';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'data');
mkdirSync(folder, { recursive: true });

let seed = 1;
/** A uniform number (Park and Miller 1988). */
function uniform() {
  seed = (48271 * seed) % 2147483647;
  return seed / 2147483647;
}
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** A plate of 0.8 kg with μ = 0.3 and e_r = 40 mm that was pushed and let go, seen by a camera at 200 Hz. */
function slide() {
  const slider = createEcpSlider({ mass: 0.8, inertia: 0.002, height: 0, mu: 0.3, er: 0.04 });
  const state = ecpState({ vx: 0.8, vy: -0.3, spin: 12 });
  const rows = ['t [s],x [mm],y [mm],angle [deg]'];
  for (let k = 0; k <= 120; k++) {
    const x = 1e3 * state.x + 0.1 * normal();
    const y = 1e3 * state.y + 0.1 * normal();
    const angle = ((state.angle + 1e-3 * normal()) * 180) / Math.PI;
    rows.push([(k / 200).toFixed(3), x.toFixed(3), y.toFixed(3), angle.toFixed(3)].join());
    for (let n = 0; n < 500; n++) slider.step(state, new Float64Array(6), 1e-5);
  }
  return rows;
}

/** A test rig that moves a pad of LuGre friction to and fro under 20 N, at 250 Hz. */
function rig() {
  const law = lugre({ muC: 0.25, muS: 0.4, vS: 0.01, sigma0: 2e4, sigma1: 20, sigma2: 0.3 });
  const { state, step } = createPlanarSlider(law, { mass: Number.POSITIVE_INFINITY, normalForce: 20 });
  const w = 4 * Math.PI;
  const amplitudes = [0.1, 0.01, 0.002, 5e-5, 1.5e-4, 0.04];
  const rows = ['t [s],v [mm/s],f [N],N [N]'];
  for (let k = 0; k <= 750 * 400; k++) {
    const t = k * 1e-5;
    state.vx = (amplitudes[Math.floor(2 * t) % 6] ?? 0) * Math.sin(w * t);
    step([0, 0, 0, 20], 1e-5);
    if (k % 400 !== 0) continue;
    rows.push([t.toFixed(3), (1e3 * state.vx).toFixed(4), (-state.fx + 0.05 * normal()).toFixed(3), '20'].join());
  }
  return rows;
}

writeFileSync(join(folder, 'slide.csv'), `${slide().join('\n')}\n`);
writeFileSync(join(folder, 'rig.csv'), `${rig().join('\n')}\n`);
