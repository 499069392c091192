import { expect, test } from 'vitest';

const folder = new URL('../../../../../examples/rollback/', import.meta.url).href;
const { checksum, createArena, stepArena } = await import(/* @vite-ignore */ `${folder}arena.mjs`);
const { createBot, createSession } = await import(/* @vite-ignore */ `${folder}session.mjs`);

test.each([
  [{ delay: 2, jitter: 0, loss: 0 }, 0],
  [{ delay: 3, jitter: 5, loss: 0.3 }, 0],
  [{ delay: 8, jitter: 12, loss: 0.5 }, 5],
])('examples/rollback: peers with %o end in the bits of a game without a network', (quality, leastWaits) => {
  const FRAMES = 90;
  const session = createSession(quality, 5);
  const { peers } = session;
  const bots = [createBot(5), createBot(6)];
  while (Math.min(peers[0].frame, peers[1].frame) < FRAMES) {
    session.tick(peers.map((peer: { frame: number }, k: number) => (peer.frame < FRAMES ? bots[k]() : undefined)));
  }
  for (let tick = 0; Math.min(peers[0].final, peers[1].final) < FRAMES && tick < 1000; tick++) session.tick();
  session.tick();
  const referee = createArena();
  for (let f = 0; f < FRAMES; f++) stepArena(referee, [peers[0].inputs[0][f], peers[1].inputs[1][f]]);
  expect(session.compare()).toEqual({ frames: FRAMES, different: 0, checksum: checksum(referee) });
  for (const { arena, counts } of peers) {
    expect(checksum(arena)).toBe(checksum(referee));
    expect(counts.rollbacks).toBeGreaterThan(0);
    expect(counts.waits).toBeGreaterThanOrEqual(leastWaits);
  }
});
