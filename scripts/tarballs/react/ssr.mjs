// What a server does: loads every entry of every package, both ways, and renders a tree that contains our components. There is no window.
import { createRequire } from 'node:module';
import { Canvas } from '@react-three/fiber';
import { Physics, RigidBody } from '@react-three/rapier';
import { coulomb } from '@stiction/friction-core';
import { Friction, FrictionMaterial } from '@stiction/react-three-rapier';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

const require = createRequire(import.meta.url);
const entries = process.argv.slice(2);
for (const entry of entries) {
  const [module, common] = [await import(entry), require(entry)];
  const missing = Object.keys(module).filter((name) => name !== 'default' && !(name in common));
  if (Object.keys(module).length === 0 || missing.length > 0)
    throw new Error(`${entry}: ${missing} missing in CommonJS`);
}
if ('window' in globalThis) throw new Error('there is a window');
const world = h(Friction, { default: coulomb({ mu: 0.3 }) }, h(FrictionMaterial, { name: 'ice' }, h(RigidBody)));
const html = renderToString(h('main', null, h(Canvas, null, h(Physics, null, world))));
if (!html.includes('<canvas')) throw new Error(`no canvas in ${html}`);
console.log(`${entries.length} entries by import and require, and ${html.length} characters of HTML`);
