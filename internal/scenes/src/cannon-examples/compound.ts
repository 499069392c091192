import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addBody, box, createExampleWorld, type Example, type Part, UPRIGHT } from './example.js';

export interface Compound extends Example {
  tables: CANNON.Body[];
}

/** Bodies of several shapes: tables dropped on their legs, on their tops and on each other, and a hammer. */
export function buildCompound(): Compound {
  const world = createExampleWorld(0.4);
  const tables = [
    addTable(world, [-1.6, 0, 1], 0),
    addTable(world, [0.6, 0, 1], Math.PI),
    addTable(world, [0.6, 0.1, 2.4], 0),
    addTable(world, [-1.6, 0.2, 2.4], 0.4),
  ];
  const handle = new CANNON.Cylinder(0.08, 0.08, 1.2, 12);
  addBody(world, { mass: 2, at: [2.6, 0, 1.5], turn: [[1, 0, 0], 1] }, [
    { shape: handle, offset: new CANNON.Vec3(0, 0, -0.3), orientation: UPRIGHT },
    { shape: box(0.6, 0.3, 0.3), offset: new CANNON.Vec3(0, 0, 0.45) },
  ]);
  return { world, law: coulomb({ mu: 0.4 }), tables, seconds: 24, view: { target: [0.3, 0, 0.7], distance: 9 } };
}

function addTable(world: CANNON.World, at: [number, number, number], tilt: number): CANNON.Body {
  const parts: Part[] = [{ shape: box(1.2, 0.8, 0.1), offset: new CANNON.Vec3(0, 0, 0.3) }];
  for (const x of [-0.5, 0.5]) {
    for (const y of [-0.3, 0.3]) parts.push({ shape: box(0.1, 0.1, 0.6), offset: new CANNON.Vec3(x, y, -0.05) });
  }
  return addBody(world, { mass: 4, at, turn: [[0, 1, 0], tilt] }, parts);
}
