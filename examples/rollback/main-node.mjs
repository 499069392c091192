// node main-node.mjs [seed] [frames]: two bots play over a bad connection. Prints what the peers did, and their checksums.
import { checksum, createArena, stepArena } from './arena.mjs';
import { createBot, createSession } from './session.mjs';

const seed = Number(process.argv[2] ?? 1);
const frames = Number(process.argv[3] ?? 600);
const quality = { delay: 3, jitter: 4, loss: 0.2 };
const session = createSession(quality, seed);
const bots = [createBot(seed), createBot(seed + 1000)];
const { peers, links } = session;
while (Math.min(peers[0].frame, peers[1].frame) < frames) {
  session.tick(peers.map((peer, k) => (peer.frame < frames ? bots[k]() : undefined)));
}
while (Math.min(peers[0].final, peers[1].final) < frames) session.tick();
session.tick();

// A referee who knows all inputs plays the game once, without a network.
const referee = createArena();
for (let f = 0; f < frames; f++) stepArena(referee, [peers[0].inputs[0][f], peers[1].inputs[1][f]]);

console.table(
  peers.map(({ counts, checksums }, k) => ({
    ...counts,
    packetsLost: links[k].lost,
    checksum: checksums[frames - 1].toString(16),
  })),
);
const { different } = session.compare();
console.log(
  `${frames} frames, ${different} with different bits; a game without a network ends in ${checksum(referee).toString(16)}`,
);
if (different > 0 || peers.some(({ checksums }) => checksums[frames - 1] !== checksum(referee))) process.exitCode = 1;
