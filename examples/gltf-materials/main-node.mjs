// node examples/gltf-materials/main-node.mjs, after `npm run build`.
import { readFileSync } from 'node:fs';
import { loadWorld } from './load-world.mjs';

const gltf = JSON.parse(readFileSync(new URL('ramp.gltf', import.meta.url), 'utf8'));
const { world, bodies, pairs } = loadWorld(gltf);
console.table(pairs.map(({ a, b, static: atRest, dynamic }) => ({ a, b, static: atRest, dynamic })));

const starts = bodies.map(({ position }) => position.clone());
for (let step = 0; step < 60; step++) world.step(1 / 60);
console.table(
  bodies.map(({ position }, k) => ({ body: gltf.nodes[k].name, 'slid [m]': position.distanceTo(starts[k]) })),
);
