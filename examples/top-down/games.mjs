import { createCurling } from './curling.mjs';
import { createHockey } from './hockey.mjs';
import { createStage, run, watchKeys } from './stage.mjs';

const [canvas, help, action] = ['canvas', 'help', 'action'].map((id) => document.getElementById(id));
const output = document.querySelector('output');
const stage = createStage(canvas);
const games = { hockey: createHockey, curling: createCurling };
const keys = watchKeys((code) => game.press?.(code));
let game = start('hockey');

function start(name) {
  for (const id of Object.keys(games)) document.getElementById(id).ariaPressed = String(id === name);
  const created = games[name](keys);
  help.textContent = created.help;
  action.textContent = created.action;
  return created;
}

for (const id of Object.keys(games)) {
  document.getElementById(id).addEventListener('click', ({ currentTarget, detail }) => {
    game = start(id);
    // After a click with the pointer space belongs to the game again.
    if (detail > 0) currentTarget.blur();
  });
}
for (const name of ['pointerdown', 'pointermove', 'pointerup']) {
  canvas.addEventListener(name, (event) => {
    if (name === 'pointerdown') canvas.setPointerCapture(event.pointerId);
    if (name !== 'pointermove' || event.buttons > 0 || event.pointerType === 'mouse')
      game.point?.(name, stage.toField(event));
  });
}

run(
  (dt) => game.step(dt),
  () => {
    stage.begin(game.width, game.height);
    game.draw(stage.context);
    output.textContent = game.status();
    // For tests: where the first body is.
    Object.assign(output.dataset, game.place());
  },
);
