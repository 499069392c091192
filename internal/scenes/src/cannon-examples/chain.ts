import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface Chain extends Example {
  links: CANNON.Body[];
  load: CANNON.Body;
}

const LINKS = 12;
const LINK = 0.3;

/** A bridge of hinged planks, and a chain of hinged links with a load of ten times their total mass. */
export function buildChain(): Chain {
  const world = createExampleWorld(0.5);
  const links: CANNON.Body[] = [];
  const joint = new CANNON.Vec3(LINK / 2, 0, 0);
  const axis = new CANNON.Vec3(0, 1, 0);
  const join = (a: CANNON.Body, b: CANNON.Body): void =>
    world.addConstraint(
      new CANNON.HingeConstraint(a, b, {
        pivotA: joint,
        pivotB: joint.negate(),
        axisA: axis,
        axisB: axis,
        collideConnected: false,
      }),
    );
  const hang = (y: number, count: number): CANNON.Body[] => {
    const row = [addShape(world, box(0.28, 0.5, 0.1), { mass: 0, at: [-1.8, y, 4.5] })];
    for (let k = 1; k <= count; k++) {
      row.push(addShape(world, box(0.28, 0.5, 0.06), { mass: 0.5, at: [-1.8 + LINK * k, y, 4.5] }));
      join(row[k - 1], row[k]);
    }
    links.push(...row.slice(1));
    return row;
  };
  const bridge = hang(0.6, LINKS);
  const end = addShape(world, box(0.28, 0.5, 0.1), { mass: 0, at: [-1.8 + LINK * (LINKS + 1), 0.6, 4.5] });
  join(bridge[LINKS], end);
  const chain = hang(-0.6, LINKS - 1);
  const load = addShape(world, box(0.28, 0.5, 0.4), { mass: 5 * LINKS, at: [-1.8 + LINK * LINKS, -0.6, 4.5] });
  join(chain[LINKS - 1], load);
  const view = { target: [-0.5, 0, 2.8], distance: 15 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.5 }), links, load, seconds: 6, view };
}
