// The page: both peers drawn side by side. Until somebody presses a key, bots play.
import { DOWN, DT, HALF, LEFT, RIGHT, UP } from './arena.mjs';
import { createBot, createSession } from './session.mjs';

const KEYS = [
  { KeyA: LEFT, KeyD: RIGHT, KeyW: UP, KeyS: DOWN },
  { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN },
];
/** Seconds after the last key until the bot takes over again. */
const IDLE = 4;
/** Pixels of a canvas. */
const SIZE = 720;

const quality = { delay: 3, jitter: 4, loss: 0.2 };
const session = createSession(quality, 1);
const bots = [createBot(1), createBot(1001)];
const held = [0, 0];
/** Time until which the keys of each player count [s]. */
const playedUntil = [0, 0];
let time = 0;

for (const name of ['keydown', 'keyup']) {
  addEventListener(name, (event) => {
    KEYS.forEach((keys, k) => {
      const bit = keys[event.code];
      if (!bit) return;
      event.preventDefault();
      held[k] = name === 'keydown' ? held[k] | bit : held[k] & ~bit;
      playedUntil[k] = time + IDLE;
    });
  });
}

const UNITS = {
  delay: (n) => `${Math.round(1000 * DT * n)} ms`,
  jitter: (n) => `${Math.round(1000 * DT * n)} ms`,
  loss: (n) => `${n} %`,
};
for (const [name, text] of Object.entries(UNITS)) {
  const slider = document.getElementById(name);
  const show = () => {
    quality[name] = Number(slider.value) / (name === 'loss' ? 100 : 1);
    slider.nextElementSibling.textContent = text(Number(slider.value));
  };
  slider.addEventListener('input', show);
  show();
}

const canvases = [...document.querySelectorAll('canvas')];
for (const canvas of canvases) canvas.width = canvas.height = SIZE;
const counts = [...document.querySelectorAll('.counts')];
const output = document.querySelector('output');
const isDark = matchMedia('(prefers-color-scheme: dark)');

function draw(canvas, { players, crates, pucks }) {
  const context = canvas.getContext('2d');
  const dark = isDark.matches;
  const scale = SIZE / (2 * HALF);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = dark ? '#232b35' : '#fff';
  context.fillRect(0, 0, SIZE, SIZE);
  context.setTransform(scale, 0, 0, -scale, SIZE / 2, SIZE / 2);
  context.strokeStyle = dark ? '#2e3843' : '#e6ebf1';
  context.lineWidth = 0.03;
  context.beginPath();
  for (let k = 1 - HALF; k < HALF; k++) {
    context.moveTo(k, -HALF);
    context.lineTo(k, HALF);
    context.moveTo(-HALF, k);
    context.lineTo(HALF, k);
  }
  context.stroke();
  for (const { position } of pucks) {
    context.fillStyle = dark ? '#9fb4c8' : '#8aa0b4';
    context.beginPath();
    context.arc(position.x, position.y, 0.35, 0, 2 * Math.PI);
    context.fill();
  }
  for (const crate of crates) fillBox(context, crate, 0.35, dark ? '#c08a4a' : '#c99556', dark ? '#8a5f2d' : '#9a6c34');
  players.forEach((player, k) => {
    fillBox(context, player, 0.4, ['#2f6fde', '#d8443c'][k], '#fff');
  });
}

/** A box seen from above, with a cross on its lid. */
function fillBox(context, { position, quaternion: q }, half, colour, lines) {
  context.save();
  context.translate(position.x, position.y);
  context.rotate(2 * Math.atan2(q.z, q.w));
  context.fillStyle = colour;
  context.fillRect(-half, -half, 2 * half, 2 * half);
  context.strokeStyle = lines;
  context.lineWidth = 0.05;
  context.beginPath();
  context.moveTo(-half, -half);
  context.lineTo(half, half);
  context.moveTo(half, -half);
  context.lineTo(-half, half);
  context.stroke();
  context.restore();
}

function show() {
  session.peers.forEach(({ arena, counts: { rollbacks, deepest, waits } }, k) => {
    draw(canvases[k], arena);
    counts[k].textContent =
      `went back ${rollbacks} times, at most ${deepest} frames; waited ${waits} frames; ${session.links[k].lost} packets lost`;
  });
  const { frames, different, checksum } = session.compare();
  const seconds = (frames * DT).toFixed(0);
  output.textContent =
    different === 0
      ? `${seconds} s in both: same bits, checksum ${checksum.toString(16).padStart(8, '0')}`
      : `${different} frames differ`;
  Object.assign(output.dataset, { frames, different, checksum });
}

let last = 0;
let due = 0;
requestAnimationFrame(function frame(now) {
  // At most three frames at once: after a pause the game goes on where it was.
  due = Math.min(due + (now - last) / 1000, 3 * DT);
  last = now;
  for (; due >= DT; due -= DT) {
    session.tick(held.map((keys, k) => (time < playedUntil[k] ? keys : bots[k]())));
    time += DT;
  }
  show();
  requestAnimationFrame(frame);
});
