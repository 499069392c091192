// A connection that delays, loses and reorders packets. Seeded: the same every time.

/** mulberry32. @type {(seed: number) => () => number} */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @typedef {{ delay: number, jitter: number, loss: number }} Quality  Times in ticks of the game, loss as a share.
 * @typedef {ReturnType<typeof createLink>} Link
 */

/** `quality` may change at any time. @param {Quality} quality @param {number} seed */
export function createLink(quality, seed) {
  const random = createRandom(seed);
  /** @type {{ at: number, packet: import('./peer.mjs').Packet }[]} */
  let flying = [];
  return {
    lost: 0,
    /** @param {number} tick @param {import('./peer.mjs').Packet} packet */
    send(tick, packet) {
      const { delay, jitter, loss } = quality;
      const at = tick + 1 + delay + Math.floor(random() * (jitter + 1));
      if (random() < loss) this.lost++;
      else flying.push({ at, packet });
    },
    /** The packets that arrive by this tick. @param {number} tick */
    receive(tick) {
      const arrived = flying.filter(({ at }) => at <= tick).sort((a, b) => a.at - b.at);
      flying = flying.filter(({ at }) => at > tick);
      return arrived.map(({ packet }) => packet);
    },
  };
}
