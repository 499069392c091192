// Makes the pictures of the guide pages, docs/images/guide/*.svg: `node docs/scripts/guide-pictures.mjs`, after a build.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureLoads } from './load-experiment.mjs';
import { arrow, box, COLOURS, label, picture } from './svg.mjs';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'images', 'guide');

/** Which law: questions from top to bottom, answers to the right. */
function decision() {
  const { engine, ours, answer } = COLOURS;
  /** @type {[string[], string[]][]} */
  const questions = [
    [
      ['Does it deflect before it slides', '(servo, rubber foot, haptics)?'],
      ['`bristle, viscoElastic', 'hysteresis: `maxwellSlip, dahl`', 'servo: `elastoPlastic, lugre`'],
    ],
    [
      ['Is it harder to start than to keep moving,', 'or does μ depend on the speed?'],
      ['`stribeck', 'a measured curve: `fixedStep`'],
    ],
    [
      ['Does friction depend on the direction', '(grain, fur, skates, skis)?'],
      ['`anisotropic, asymmetric', '`frictionTensor, polygonCone'],
    ],
    [
      ['Does something flat slide and spin', '(puck, curling stone, a pushed box)?'],
      ['`patch', 'models of papers: `ecp`, `lugrePatch`'],
    ],
    [['Should friction follow the normal map?'], ['`textured']],
  ];
  const parts = [label(20, 28, 'Start at the top; the first yes decides.')];
  let y = 44;
  for (const [question, laws] of questions) {
    parts.push(box(20, y, 330, 64, engine, question));
    parts.push(
      arrow([
        [350, y + 32],
        [440, y + 32],
      ]),
      label(395, y + 25, 'yes', 'middle'),
    );
    parts.push(box(440, y, 300, 64, answer, laws));
    parts.push(
      arrow([
        [185, y + 64],
        [185, y + 90],
      ]),
      label(195, y + 81, 'no'),
    );
    y += 90;
  }
  parts.push(box(20, y, 330, 46, answer, ['`coulomb']));
  y += 76;
  parts.push(label(20, y, 'Then, on any of them:'));
  y += 14;
  /** @type {[string, string][]} */
  const modifiers = [
    ['a ball or wheel that should stop rolling', '`rolling'],
    ['a ball that should stop spinning on the spot', '`spinning'],
    ['a belt, a track, a moving floor', '`surfaceVelocity'],
    ['the same law, weaker or stronger', '`scaled'],
  ];
  for (const [what, law] of modifiers) {
    parts.push(
      box(20, y, 330, 32, engine, [what]),
      arrow([
        [350, y + 16],
        [440, y + 16],
      ]),
    );
    parts.push(box(440, y, 300, 32, ours, [law]));
    y += 42;
  }
  return picture(760, y + 10, 'Which friction law to choose', parts);
}

/** One step in each engine, side by side. */
function steps() {
  const { engine, ours } = COLOURS;
  /** @type {[string, string[]][]} */
  const cannon = [
    [engine, ['gravity, broad phase, narrow phase', 'events: collide, beginContact']],
    [ours, ['read bodies, contacts, joints', 'points → patches, matched to the last step']],
    [
      ours,
      [
        '8 substeps of about 1/480 s, each:',
        'linearize laws · forces · warm start',
        'sweep: joints, friction + normals',
        'move · rigid sweep · update laws',
      ],
    ],
    [ours, ['write velocities and poses back']],
    [engine, ['damping, preStep, integration', 'postStep, sleeping']],
    [ours, ['onStickSlip, warnings']],
  ];
  /** @type {[string, string[]][]} */
  const rapier = [
    [ours, ['laws, materials or colliders have changed?', 'then choose acquired colliders']],
    [ours, ['acquired contacts, from the last loads:', 'coefficient · missing force · motor rows']],
    [
      engine,
      ['its own step and friction:', 'contacts, joints, motor rows, CCD', 'integration, sleeping, events and hooks'],
    ],
    [ours, ['restore your forces', 'read acquired contacts that are not slow']],
    [ours, ['correct for loads that have changed', 'update laws']],
    [ours, ['onStickSlip, warnings']],
  ];
  const parts = [
    label(190, 28, 'cannon-es: `world.step(dt)`', 'middle'),
    label(570, 28, 'Rapier: `friction.step()`', 'middle'),
  ];
  for (const [x, list] of /** @type {[number, typeof cannon][]} */ ([
    [20, cannon],
    [400, rapier],
  ])) {
    let y = 44;
    list.forEach(([fill, lines], k) => {
      const height = 20 + 18 * lines.length;
      parts.push(box(x, y, 340, height, fill, lines));
      if (k < list.length - 1)
        parts.push(
          arrow([
            [x + 170, y + height],
            [x + 170, y + height + 20],
          ]),
        );
      y += height + 20;
    });
  }
  const y = 500;
  parts.push(box(20, y, 18, 18, engine, []), label(46, y + 14, 'the engine, unchanged'));
  parts.push(box(220, y, 18, 18, ours, []), label(246, y + 14, 'Stiction'));
  return picture(760, y + 34, 'One step with Stiction in cannon-es and in Rapier', parts);
}

/** The push that moves a box, against the load on it, in four worlds. */
async function loads() {
  const series = await measureLoads();
  const most = 1000;
  const top = 760;
  /** @param {number} load */
  const x = (load) => 70 + (load / most) * 420;
  /** @param {number} force */
  const y = (force) => 300 - (force / top) * 260;
  const parts = [];
  for (let force = 0; force <= 700; force += 100) {
    parts.push(`<path d="M70 ${y(force)}H490" stroke="#e1e4e8"/>`, label(62, y(force) + 4, String(force), 'end'));
  }
  for (let load = 0; load <= most; load += 200) parts.push(label(x(load), 320, String(load), 'middle'));
  parts.push(label(280, 342, 'load on the box, N', 'middle'), label(70, 26, 'push that moves it, N'));
  parts.push(
    `<path d="M${x(0)} ${y(0.3 * 9.81)}L${x(most)} ${y(0.3 * (9.81 + most))}" stroke="#1b2026" stroke-dasharray="5 4"/>`,
    label(520, 60, '- - -  exact, μ N'),
  );
  series.forEach(({ name, colour, points }, k) => {
    const radius = 9 - 2.2 * k;
    for (const [load, force] of points) {
      parts.push(`<circle cx="${x(load)}" cy="${y(force).toFixed(1)}" r="${radius}" fill="${colour}"/>`);
    }
    parts.push(`<circle cx="530" cy="${81 + 24 * k}" r="${radius}" fill="${colour}"/>`, label(546, 86 + 24 * k, name));
  });
  return picture(740, 354, 'Push that moves a box of 1 kg, mu 0.3, against the load on it', parts);
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'choosing.svg'), decision());
writeFileSync(join(folder, 'steps.svg'), steps());
writeFileSync(join(folder, 'load.svg'), await loads());
