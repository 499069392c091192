// A canvas measured in metres, keys and touch buttons, and a loop of equal steps. Shared by the top-down examples.

/** Fits a field of width x height metres, with its origin at the lower left corner, into a canvas that fills the page below `top`. */
export function createStage(canvas) {
  const context = canvas.getContext('2d');
  let scale = 1;
  let left = 0;
  let bottom = 0;
  return {
    context,
    canvas,
    /** Clears the canvas; everything drawn afterwards is in metres, y up. */
    begin(width, height) {
      const ratio = window.devicePixelRatio;
      const { clientWidth, clientHeight } = canvas;
      const w = Math.round(clientWidth * ratio);
      const h = Math.round(clientHeight * ratio);
      if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
      const fit = Math.min(clientWidth / width, clientHeight / height);
      scale = fit;
      left = (clientWidth - fit * width) / 2;
      bottom = (clientHeight + fit * height) / 2;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, w, h);
      context.setTransform(fit * ratio, 0, 0, -fit * ratio, left * ratio, bottom * ratio);
    },
    /** A pointer event in metres. */
    toField({ clientX, clientY }) {
      const box = canvas.getBoundingClientRect();
      return { x: (clientX - box.left - left) / scale, y: (bottom - clientY + box.top) / scale };
    },
  };
}

export function fillDisc(context, x, y, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** A box with its centre at (x, y); `paint` may draw more in its frame. */
export function fillBox(context, { x, y, angle, width, height }, colour, paint = () => {}) {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.fillStyle = colour;
  context.fillRect(-width / 2, -height / 2, width, height);
  paint();
  context.restore();
}

/** Keys held now, by `code`. Buttons with data-key act as that key. */
export function watchKeys(onPress = () => {}) {
  const held = new Set();
  const press = (code) => {
    if (!held.has(code)) onPress(code);
    held.add(code);
  };
  addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLButtonElement && event.code === 'Space') return;
    if (event.code.startsWith('Arrow') || event.code === 'Space') event.preventDefault();
    press(event.code);
  });
  addEventListener('keyup', ({ code }) => held.delete(code));
  addEventListener('blur', () => held.clear());
  for (const button of document.querySelectorAll('[data-key]')) {
    const { key } = button.dataset;
    button.addEventListener('pointerdown', () => press(key));
    for (const name of ['pointerup', 'pointerleave', 'pointercancel'])
      button.addEventListener(name, () => held.delete(key));
  }
  return held;
}

/** 1, 0 or -1, as one of two sets of keys is held. */
export function axis(held, plus, minus) {
  return Number(plus.some((key) => held.has(key))) - Number(minus.some((key) => held.has(key)));
}

/** Calls `step` 60 times per second and `draw` once per frame. A page that was asleep catches up by 0.1 s at most. */
export function run(step, draw) {
  const dt = 1 / 60;
  let before = 0;
  let due = 0;
  const frame = (now) => {
    due = Math.min(due + (now - before) / 1000, 0.1);
    before = now;
    for (; due >= dt - 1e-9; due -= dt) step(dt);
    draw();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => {
    before = now;
    frame(now);
  });
}
