import { loadEngine, pile, type SceneWorld, stack } from '@stiction/scenes';
import type { Case } from '../timing.js';

const DT = 1 / 60;

/** A whole step of 200 stacked cubes, and of a pile of 200 in Rapier: stock, with Stiction, and with every collider acquired. */
export async function adapterCases(): Promise<Case[]> {
  const [cannon, rapier] = [await loadEngine('cannon'), await loadEngine('rapier')];
  const [towers, heap] = [stack({ towers: 20, count: 10 }), pile({ count: 200 })];
  const settled = (name: string, world: SceneWorld, steps: number): Case => {
    for (let k = 0; k < steps; k++) world.step(DT);
    return { name, run: () => world.step(DT) };
  };
  return [
    settled('20 x 10 cubes, cannon-es', cannon(towers, { stiction: false }), 60),
    settled('20 x 10 cubes, Stiction in cannon-es', cannon(towers, { stiction: true }), 60),
    settled('20 x 10 cubes, Rapier', rapier(towers, { stiction: false }), 120),
    settled('20 x 10 cubes, Stiction in Rapier', rapier(towers, { stiction: true }), 120),
    settled('20 x 10 cubes, Stiction in Rapier, all acquired', rapier(towers, { stiction: true, scope: 'all' }), 120),
    settled('pile of 200, Rapier', rapier(heap, { stiction: false }), 240),
    settled('pile of 200, Stiction in Rapier', rapier(heap, { stiction: true }), 240),
    settled('pile of 200, Stiction in Rapier, all acquired', rapier(heap, { stiction: true, scope: 'all' }), 240),
  ];
}
