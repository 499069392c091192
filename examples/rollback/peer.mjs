// One player's copy of the game: it steps at once, with a guess of what the other player does, and goes back if the guess was wrong.
import { checksum, createArena, stepArena } from './arena.mjs';

/** Frames that a peer may be ahead of the inputs that it knows. */
export const MOST_AHEAD = 12;

/**
 * @typedef {{ first: number, inputs: number[], known: number }} Packet  Inputs from frame `first` on: all that the other has not acknowledged. `known`:
 * inputs of the other player up to here have arrived.
 * @typedef {ReturnType<typeof createPeer>} Peer
 */

/** `me` is 0 or 1. @param {number} me */
export function createPeer(me) {
  const arena = createArena();
  const other = 1 - me;
  /** Inputs by player and frame. Those of the other player may be guessed. @type {number[][]} */
  const inputs = [[], []];
  /** The state before each of the last frames: buffers that are reused. @type {import('@stiction/cannon-adapter').SavedState[]} */
  const states = [];
  /** Checksum after each frame; final once all inputs up to it are known. @type {number[]} */
  const checksums = [];
  let frame = 0;
  /** Inputs of the other player are known before this frame; the first frame with a wrong guess; own inputs that have arrived there. */
  let known = 0;
  let wrong = Number.POSITIVE_INFINITY;
  let acknowledged = 0;
  const counts = { rollbacks: 0, deepest: 0, stepsAgain: 0, waits: 0 };

  /** @param {number} f */
  function play(f) {
    // The guess: the other player goes on as before.
    if (f >= known) inputs[other][f] = inputs[other][known - 1] ?? 0;
    states[f % MOST_AHEAD] = arena.friction.saveState(states[f % MOST_AHEAD]);
    stepArena(arena, [inputs[0][f], inputs[1][f]]);
    checksums[f] = checksum(arena);
  }

  /** Goes back to the first frame with a wrong guess, and steps again to the present. */
  function correct() {
    const first = wrong;
    wrong = Number.POSITIVE_INFINITY;
    if (first === Number.POSITIVE_INFINITY) return;
    arena.friction.loadState(states[first % MOST_AHEAD]);
    for (let f = first; f < frame; f++) play(f);
    counts.rollbacks++;
    counts.stepsAgain += frame - first;
    counts.deepest = Math.max(counts.deepest, frame - first);
  }

  return {
    arena,
    counts,
    checksums,
    inputs,
    get frame() {
      return frame;
    },
    /** Frames before this one are final. */
    get final() {
      return Math.min(known, frame);
    },
    /** @param {Packet} packet */
    receive(packet) {
      acknowledged = Math.max(acknowledged, packet.known);
      packet.inputs.forEach((input, k) => {
        const f = packet.first + k;
        if (f !== known) return; // late, or after a gap that a later packet will fill
        if (f < frame && inputs[other][f] !== input) wrong = Math.min(wrong, f);
        inputs[other][f] = input;
        known++;
      });
    },
    /** One frame of the game, unless it is too far ahead; without an input only what has arrived. Returns a packet. @type {(input?: number) => Packet} */
    advance(input) {
      correct();
      if (input !== undefined && frame - known < MOST_AHEAD) {
        inputs[me][frame] = input;
        play(frame++);
      } else if (input !== undefined) counts.waits++;
      return { first: acknowledged, inputs: inputs[me].slice(acknowledged, frame), known };
    },
  };
}
