// Makes the pictures of docs/planar-sliding.md and docs/pushing.md, docs/images/planar/*.svg: `node docs/scripts/planar-pictures.mjs`,
// after a build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coulomb } from '@stiction/friction-core';
import {
  createEcpSlider,
  disc,
  ecpState,
  evaluatePressure,
  motionCone,
  pusherSlider,
  rectangle,
} from '@stiction/limit-surface';
import { arrow, COLOURS, label, picture } from './svg.mjs';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'images', 'planar');
const RED = '#c0392b';
const BLUE = '#2c6fbb';

/** @typedef {[x: number, y: number]} Point */

/** @param {number} value */
const round = (value) => Math.round(10 * value) / 10;

/** @param {readonly Point[]} points @param {string} style */
const path = (points, style) =>
  `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}" fill="none" ${style}/>`;

/** @param {readonly Point[]} points */
const rounded = (points) => points.map(([x, y]) => /** @type {Point} */ ([round(x), round(y)]));

/** Force and torque of a disc that slides and spins, from pure sliding to pure spinning, beside the ellipse. */
function limitSurface() {
  const pressure = disc({ radius: 1 });
  const twist = new Float64Array(3);
  const out = new Float64Array(10);
  const [cx, cy, size] = [70, 270, 230];
  /** @type {(force: number, torque: number) => Point} */
  const at = (force, torque) => [cx + size * force, cy - (size * torque) / pressure.r];
  /** @type {Point[]} */
  const curve = [];
  /** @type {Point[]} */
  const ellipse = [];
  const parts = [];
  for (let k = 0; k <= 60; k++) {
    const angle = (Math.PI / 120) * k;
    twist.set([Math.cos(angle), 0, Math.sin(angle) / pressure.r]);
    evaluatePressure(pressure, twist, out);
    curve.push(at(out[1] ?? 0, out[3] ?? 0));
    ellipse.push(at(Math.cos(angle), pressure.r * Math.sin(angle)));
    if (k % 12 !== 6) continue;
    const [x, y] = curve[k] ?? [0, 0];
    parts.push(
      arrow(
        rounded([
          [x, y],
          [x + 45 * Math.cos(angle), y - 45 * Math.sin(angle)],
        ]),
      ),
    );
  }
  parts.push(
    arrow([
      [cx, cy],
      [cx + 290, cy],
    ]),
    arrow([
      [cx, cy],
      [cx, cy - 265],
    ]),
    path(ellipse, `stroke="${COLOURS.line}" stroke-width="1.4" stroke-dasharray="5 4"`),
    path(curve, `stroke="${RED}" stroke-width="2.4"`),
    label(cx + 260, cy + 24, 'force / μN', 'end'),
    label(cx + 110, cy - 248, 'torque / μN r'),
    label(cx + 16, cy - 60, 'inside: the patch sticks'),
    label(390, 70, 'red: a disc of uniform pressure'),
    label(390, 92, 'dashed: the ellipsoid'),
    label(390, 130, 'An arrow is the motion (sliding to the'),
    label(390, 150, 'right, spinning upwards) that has the'),
    label(390, 170, 'friction at its foot: the normal.'),
  );
  return picture(680, 310, 'Limit surface of a disc', parts);
}

/** Friction cone and motion cone of a finger at the edge of a box. */
function cones() {
  const outline = [-0.05, -0.08, 0.05, -0.08, 0.05, 0.08, -0.05, 0.08];
  const slider = { outline, mass: 1, mu: 0.4, pressure: rectangle({ width: 0.1, height: 0.16 }) };
  const mu = 0.35;
  const parts = [];
  [0.0, 0.05].forEach((y, k) => {
    const [ox, oy, scale] = [180 + 330 * k, 170, 1100];
    /** @type {(x: number, y: number) => Point} */
    const at = (px, py) => [round(ox + scale * px), round(oy - scale * py)];
    const corners = [0, 2, 4, 6].map((n) => at(outline[n] ?? 0, outline[n + 1] ?? 0).join()).join(' ');
    const cone = motionCone(slider, { x: -0.05, y, normal: 0, mu });
    const [px, py] = at(-0.05, y);
    /** @type {(angle: number, length: number) => Point} */
    const ray = (angle, length) => [round(px + length * Math.cos(angle)), round(py - length * Math.sin(angle))];
    const wedge = (
      /** @type {number} */ low,
      /** @type {number} */ high,
      /** @type {number} */ length,
      /** @type {string} */ fill,
    ) =>
      `<path d="M${px} ${py}L${ray(low, length).join(' ')}A${length} ${length} 0 0 0 ${ray(high, length).join(' ')}Z" fill="${fill}" fill-opacity="0.3" stroke="${fill}"/>`;
    parts.push(
      `<polygon points="${corners}" fill="${COLOURS.engine}" stroke="${COLOURS.line}"/>`,
      wedge(-Math.atan(mu), Math.atan(mu), 130, BLUE),
      wedge(cone.right, cone.left, 90, RED),
      `<circle cx="${px}" cy="${py}" r="4" fill="${COLOURS.text}"/>`,
      `<circle cx="${ox}" cy="${oy}" r="3" fill="${COLOURS.text}"/>`,
      arrow([
        [px - 60, py],
        [px - 6, py],
      ]),
    );
  });
  parts.push(
    label(20, 300, 'blue: forces that the finger can exert, μ = 0.35'),
    label(20, 320, 'red: the motion cone. A finger that moves within it sticks; beyond it, it slips.'),
  );
  return picture(680, 335, 'Friction cone and motion cone of a pushed box', parts);
}

/** Side view of a slider that brakes: the load moves ahead. */
function equivalentContactPoint() {
  const mu = 0.5;
  const slider = createEcpSlider({ mass: 1, inertia: 1e-3, height: 0.04, mu, er: 0.02 });
  const state = ecpState({ vx: 1 });
  slider.step(state, new Float64Array(6), 1e-3);
  const scale = 2400;
  const [ox, floor] = [230, 250];
  const ahead = scale * (state.ecpX - state.x);
  const cm = floor - scale * 0.04;
  const force = 90;
  const parts = [
    `<rect x="${ox - 120}" y="${floor - 192}" width="240" height="192" fill="${COLOURS.engine}" stroke="${COLOURS.line}"/>`,
    path(
      [
        [40, floor],
        [640, floor],
      ],
      `stroke="${COLOURS.line}" stroke-width="2"`,
    ),
    `<circle cx="${ox}" cy="${cm}" r="4" fill="${COLOURS.text}"/>`,
    arrow([
      [ox, cm],
      [ox, cm + force],
    ]),
    label(ox - 8, cm + 60, 'weight', 'end'),
    arrow([
      [ox, cm - 60],
      [ox + 110, cm - 60],
    ]),
    label(ox + 20, cm - 68, 'velocity'),
    `<circle cx="${round(ox + ahead)}" cy="${floor}" r="5" fill="${RED}"/>`,
    arrow(
      rounded([
        [ox + ahead, floor],
        [ox + ahead, floor - force],
      ]),
    ),
    arrow(
      rounded([
        [ox + ahead, floor - 3],
        [ox + ahead - mu * force, floor - 3],
      ]),
    ),
    label(round(ox + ahead + 8), floor - 70, 'normal force'),
    label(round(ox + ahead - 6), floor + 20, 'friction', 'end'),
    label(round(ox + ahead + 4), floor + 20, 'equivalent contact point'),
    label(372, 70, 'Friction acts at the floor, below the'),
    label(372, 90, 'centre of mass. The load moves ahead'),
    label(372, 110, 'until it balances the torque: by μ times'),
    label(372, 130, 'the height. Beyond the edge it tips over.'),
  ];
  return picture(680, 285, 'The equivalent contact point of a braking slider', parts);
}

/** Straight pushes of a box by a finger at three heights. */
function pushes() {
  const half = [0.05, 0.08];
  const outline = [-1, -1, 1, -1, 1, 1, -1, 1].map((sign, k) => sign * (half[k % 2] ?? 0));
  const parts = [];
  [0.02, 0.04, 0.06].forEach((y, row) => {
    const { state, step } = pusherSlider({
      slider: { outline, mass: 1, mu: 0.4, pressure: rectangle({ width: 0.1, height: 0.16 }) },
      contact: { law: coulomb({ mu: 0.35 }) },
      pusher: { kind: 'disc', radius: 0.01 },
      start: { pusherX: -0.06, pusherY: y },
    });
    const scale = 640;
    const [ox, oy] = [70 + 215 * row, 130];
    for (let k = 0; k <= 500; k++) {
      if (k % 125 === 0) {
        const [c, s] = [Math.cos(state.angle), Math.sin(state.angle)];
        const corners = [0, 2, 4, 6].map((n) => {
          const [px, py] = [outline[n] ?? 0, outline[n + 1] ?? 0];
          const [x, z] = [state.x + c * px - s * py, state.y + s * px + c * py];
          return `${round(ox + scale * x)},${round(oy - scale * z)}`;
        });
        parts.push(
          `<polygon points="${corners.join(' ')}" fill="${BLUE}" fill-opacity="0.12" stroke="${BLUE}"/>`,
          `<circle cx="${round(ox + scale * state.pusherX)}" cy="${round(oy - scale * state.pusherY)}" r="${round(scale * 0.01)}" fill="${RED}"/>`,
        );
      }
      step([0.026, 0, 0], 0.01);
    }
    parts.push(
      label(ox - 40, 240, `finger at ${1000 * y} mm:`),
      label(ox - 40, 260, `turned by ${Math.round((state.angle * 180) / Math.PI)}°`),
    );
  });
  return picture(680, 280, 'Straight pushes of a box', parts);
}

mkdirSync(folder, { recursive: true });
for (const [name, svg] of Object.entries({
  'limit-surface': limitSurface(),
  cones: cones(),
  'contact-point': equivalentContactPoint(),
  pushes: pushes(),
})) {
  writeFileSync(join(folder, `${name}.svg`), svg);
}
