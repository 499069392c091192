// Keyboard, gamepad and touch buttons, and what they do to the car.
import { ackermann } from '@stiction/vehicle';

const UP = ['ArrowUp', 'KeyW'];
const DOWN = ['ArrowDown', 'KeyS'];
const LEFT = ['ArrowLeft', 'KeyA'];
const RIGHT = ['ArrowRight', 'KeyD'];
const HANDBRAKE = ['Space'];
const RESET = ['KeyR'];
const USED = new Set([UP, DOWN, LEFT, RIGHT, HANDBRAKE, RESET].flat());

/** Sticks rarely rest at 0. */
const DEAD_ZONE = 0.12;
const stick = (value) => (Math.sign(value) * Math.max(0, Math.abs(value) - DEAD_ZONE)) / (1 - DEAD_ZONE);
const clamp = (value) => Math.min(Math.max(value, -1), 1);

/**
 * Listens to keys and to buttons with `data-key`, the code of the key that they stand for. `read()` returns the present controls:
 * throttle and steering from -1 to 1 (backwards, right), handbrake from 0 to 1. `stop()` ends it.
 */
export function createControls({ onReset }) {
  const down = new Set();
  const listeners = new AbortController();
  const listen = (name, listener) => addEventListener(name, listener, { signal: listeners.signal });
  const press = (code) => {
    if (RESET.includes(code) && !down.has(code)) onReset();
    down.add(code);
  };
  const keyOf = ({ target }) => target.closest?.('[data-key]')?.dataset.key;

  listen('keydown', (event) => {
    if (!USED.has(event.code) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); // arrows and space would scroll
    press(event.code);
  });
  listen('keyup', ({ code }) => down.delete(code));
  listen('pointerdown', (event) => {
    const key = keyOf(event);
    if (key) press(key);
  });
  for (const name of ['pointerup', 'pointercancel']) listen(name, (event) => down.delete(keyOf(event)));
  listen('contextmenu', (event) => keyOf(event) && event.preventDefault()); // long touches
  listen('blur', () => down.clear());

  const isDown = (codes) => Number(codes.some((code) => down.has(code)));
  let padReset = false;
  return {
    read() {
      // Standard layout: left stick, A or X, Y or triangle, and the two triggers.
      const pad = navigator.getGamepads().find((found) => found?.mapping === 'standard');
      const trigger = (button) => pad?.buttons[button].value ?? 0;
      const wantsReset = trigger(3) > 0.5;
      if (wantsReset && !padReset) onReset();
      padReset = wantsReset;
      return {
        throttle: clamp(isDown(UP) - isDown(DOWN) + trigger(7) - trigger(6)),
        steering: clamp(isDown(LEFT) - isDown(RIGHT) - stick(pad?.axes[0] ?? 0)),
        handbrake: Math.max(isDown(HANDBRAKE), trigger(0)),
      };
    },
    stop: () => listeners.abort(),
  };
}

/** Torque of the drive ends here [m/s]. */
const TOP_SPEED = 32;
/** Part of the brake torque that acts when neither pedal is pressed. */
const ENGINE_BRAKE = 0.03;
/** Rate of the steering [1/s]: keys jump from 0 to 1. */
const STEERING_RATE = 4;

/** Sets torques and steering of a car with the limits of a preset. Call it before each step, e.g. from `car.beforeStep`. */
export function createDriver(car, { drive, brake, handbrake, steering: lock }, controls) {
  let steered = 0;
  return (h) => {
    const { throttle, steering, handbrake: pulled } = controls.read();
    const { speed } = car;
    const isBraking = throttle * speed < 0 && Math.abs(speed) > 0.5;
    const isParked = throttle === 0 && Math.abs(speed) < 0.5;
    car.setDrive(isBraking ? 0 : throttle * drive * Math.max(0, 1 - Math.abs(speed) / TOP_SPEED));
    car.setBrake(brake * (isBraking ? Math.abs(throttle) : isParked ? 1 : throttle === 0 ? ENGINE_BRAKE : 0));
    car.setHandbrake(handbrake * pulled);
    steered += Math.min(Math.max(steering - steered, -STEERING_RATE * h), STEERING_RATE * h);
    ackermann(car, (lock * steered) / (1 + Math.abs(speed) / 15)); // less at speed
  };
}
