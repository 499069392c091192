// Both main threads run this: two seconds of physics in the worker, with one buffer of poses transferred back and forth.
/**
 * @param {(message: object, transfer: ArrayBuffer[]) => void} post
 * @param {(listener: (message: import('./physics.mjs').Ready | import('./physics.mjs').Poses) => void) => void} listen
 * @returns {Promise<{ mu: number, slid: number, sliding: boolean }[]>} the distance that each box has slid [m]
 */
export function runSession(post, listen) {
  const mus = [0.2, 0.4, 0.6];
  const slope = Math.atan(0.5);
  const frames = 120;
  let frame = 0;
  /** @type {number[]} */
  let start = [];
  return new Promise((resolve) => {
    /** @type {(poses: Float32Array) => void} */
    const step = (poses) =>
      post({ kind: 'step', dt: 1 / 60, steps: 1, poses }, [/** @type {ArrayBuffer} */ (poses.buffer)]);
    listen((message) => {
      if (message.kind === 'ready') {
        step(new Float32Array(7 * message.count));
        return;
      }
      const { poses, sliding } = message;
      if (frame === 0) start = [...poses];
      frame++;
      if (frame < frames) {
        step(poses);
        return;
      }
      /** @type {(k: number, e: number) => number} */
      const moved = (k, e) => poses[7 * k + e] - (start[7 * k + e] ?? 0);
      resolve(
        mus.map((mu, k) => ({ mu, slid: Math.hypot(moved(k, 0), moved(k, 1), moved(k, 2)), sliding: sliding[k] })),
      );
    });
    post({ kind: 'start', slope, mus }, []);
  });
}
