// Two peers and the links between them, tick by tick.
import { DOWN, LEFT, RIGHT, UP } from './arena.mjs';
import { createLink, createRandom } from './link.mjs';
import { createPeer } from './peer.mjs';

/** @typedef {ReturnType<typeof createSession>} Session */

/** @param {import('./link.mjs').Quality} quality @param {number} seed */
export function createSession(quality, seed) {
  const peers = [createPeer(0), createPeer(1)];
  /** links[k] carries what peer k sends. */
  const links = [createLink(quality, 2 * seed), createLink(quality, 2 * seed + 1)];
  let tick = 0;
  return {
    peers,
    links,
    /** One tick of both peers. Without inputs the game stands still, and packets go on. @param {readonly (number | undefined)[]} [inputs] */
    tick(inputs) {
      peers.forEach((peer, k) => {
        for (const packet of links[1 - k].receive(tick)) peer.receive(packet);
        links[k].send(tick, peer.advance(inputs?.[k]));
      });
      tick++;
    },
    /** Frames that are final in both peers, and how many of them end in different bits. */
    compare() {
      const frames = Math.min(peers[0].final, peers[1].final);
      let different = 0;
      for (let f = 0; f < frames; f++) if (peers[0].checksums[f] !== peers[1].checksums[f]) different++;
      return { frames, different, checksum: peers[0].checksums[frames - 1] ?? 0 };
    },
  };
}

/** A player that changes its mind twice a second. @type {(seed: number) => () => number} */
export function createBot(seed) {
  const random = createRandom(seed);
  let input = 0;
  return () => {
    if (random() < 1 / 30) {
      input = [LEFT, RIGHT, 0][Math.floor(3 * random())] | [UP, DOWN, 0][Math.floor(3 * random())];
    }
    return input;
  };
}
