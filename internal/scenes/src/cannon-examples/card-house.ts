import { coulomb } from '@stiction/friction-core';
import type * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface CardHouse extends Example {
  cards: CANNON.Body[];
}

const LENGTH = 1;
const THICK = 0.02;
const WIDTH = 0.7;
const LEAN = (20 * Math.PI) / 180;
const STOREYS = 3;
/** Initial gap between cards, so that none overlap [m]. */
const ROOM = 5e-4;

/** Three storeys of cards leaning on each other. */
export function buildCardHouse(): CardHouse {
  const world = createExampleWorld(0.6);
  const cards: CANNON.Body[] = [];
  // A leaning card: distance of its centre from the middle of the pair, and the height of the pair.
  const height = LENGTH * Math.cos(LEAN) + THICK * Math.sin(LEAN);
  const reach = (LENGTH * Math.sin(LEAN) + THICK * Math.cos(LEAN)) / 2;
  const pitch = 4 * reach + 2 * ROOM;
  let floor = 0;
  for (let storey = 0; storey < STOREYS; storey++) {
    const pairs = STOREYS - storey;
    const start = (-pitch * (pairs - 1)) / 2;
    for (let k = 0; k < pairs; k++) {
      const x = start + pitch * k;
      for (const side of [-1, 1]) {
        const at = [x + side * (reach + ROOM / 2), 0, floor + height / 2 + ROOM] as const;
        cards.push(addShape(world, box(THICK, WIDTH, LENGTH), { mass: 0.05, at, turn: [[0, 1, 0], -side * LEAN] }));
      }
    }
    floor += height + 2 * ROOM;
    for (let k = 0; k + 1 < pairs; k++) {
      const at = [start + pitch * (k + 0.5), 0, floor + THICK / 2] as const;
      cards.push(addShape(world, box(pitch - ROOM, WIDTH, THICK), { mass: 0.05, at }));
    }
    floor += THICK + ROOM;
  }
  return { world, law: coulomb({ mu: 0.6 }), cards, seconds: 5, view: { target: [0, 0, 1.3], distance: 8 } };
}
