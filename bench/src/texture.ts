import { readFileSync } from 'node:fs';
import { coulomb, type FrictionLaw } from '@stiction/friction-core';
import { type BodySpec, loadEngine, type Scene, type SceneWorld } from '@stiction/scenes';
import {
  boxMapping,
  createLocalContact,
  createPairSample,
  createSampler,
  gaussianRoughness,
  normalMap,
  planeMapping,
  prepareSurface,
  samplePair,
  surface,
  tableBytes,
  textured,
} from '@stiction/texture-friction';
import { decode } from 'fast-png';
import { timeOf } from './timing.js';

/** Cost of friction from normal maps: one sample, a step with 500 contacts, and loading a map. The contestants alternate. */
const ROUNDS = 15;

export async function runTexture(): Promise<string> {
  return [sampleTable(), await stepTable(), loadTable()].join('\n\n');
}

const rough = gaussianRoughness({ width: 1024, height: 1024, sigmaX: 0.5, sigmaY: 0.5, seed: 1 });
/** 32 pixels across a window of 0.02 m. */
const WIDTH = 0.02;
const TILE = (1024 * WIDTH) / 32;
const HALF = [0.1, 0.1, 0.1] as const;
const onPlane = surface({ map: rough, mapping: planeMapping({ tile: TILE }) });
const onBox = surface({ map: rough, mapping: boxMapping({ halfExtents: HALF, tile: TILE }) });

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

/** 16 contacts x 2 surfaces, 32 x 32 pixels. */
function sampleTable(): string {
  const lines = ['| 16 contacts x 2 surfaces | directions | ms | exact / table |', '|---|---|---|---|'];
  for (const directions of [4, 16]) {
    const samplers = (['exact', 'table'] as const).map((method) =>
      createSampler({ width: WIDTH, directions, method, pixels: 32 }),
    );
    const contacts = Array.from({ length: 16 }, (_, k) => {
      const [a, b] = [createLocalContact(), createLocalContact()];
      const [c, s] = [Math.cos(0.4 * k), Math.sin(0.4 * k)];
      a.set([0.013 * k, 0.007 * k, 0, 0, 0, 1, c, s, 0, -s, c, 0]);
      b.set([0.07 * Math.cos(k), 0.07 * Math.sin(k), -0.1, 0, 0, -1, 1, 0, 0, 0, 1, 0]);
      return [a, b] as const;
    });
    const depth = new Float64Array([1e-5]);
    const runs = samplers.map((sampler) => {
      const out = createPairSample(sampler);
      for (const one of [onPlane, onBox]) prepareSurface(sampler, one);
      return () => {
        for (let k = 0; k < 20; k++)
          for (const [a, b] of contacts) samplePair(sampler, onPlane, a, onBox, b, depth, out);
      };
    });
    for (const run of runs) run();
    const times = runs.map((): number[] => []);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [k, run] of runs.entries()) times[k].push(timeOf(run) / 20);
      ratios.push(times[0][round] / times[1][round]);
    }
    lines.push(`| pixel by pixel | ${directions} | ${median(times[0]).toFixed(3)} | |`);
    lines.push(`| tables | ${directions} | ${median(times[1]).toFixed(3)} | ${median(ratios).toFixed(1)} |`);
  }
  return lines.join('\n');
}

/** 125 boxes on a plane, 4 contacts each: the same world with Coulomb friction and with textures. */
function boxes(law: FrictionLaw): Scene {
  const bodies: BodySpec[] = [
    { name: 'ground', kind: 'fixed', shape: { kind: 'ground' }, position: [0, 0, 0], material: 'ground' },
  ];
  for (let k = 0; k < 125; k++) {
    const position = [0.4 * (k % 12), 0.4 * Math.floor(k / 12), 0.1] as const;
    const shape = { kind: 'box', halfExtents: HALF } as const;
    bodies.push({ name: `box ${k}`, kind: 'dynamic', shape, mass: 1, position, material: 'box' });
  }
  const pairs = [['ground', 'box', law] as const];
  return { name: '125 boxes', gravity: [0, 0, -9.81], bodies, stockMu: 0.3, law, pairs, duration: 1 };
}

async function stepTable(): Promise<string> {
  const laws: [string, FrictionLaw][] = [
    ['one texture', textured({ mu0: 0.2, a: onPlane, width: WIDTH })],
    ['two textures', textured({ mu0: 0.2, a: onPlane, b: onBox, width: WIDTH })],
    [
      'two textures, polygon',
      textured({ mu0: 0.2, a: onPlane, b: onBox, width: WIDTH, cone: 'polygon', directions: 8 }),
    ],
    ['two textures, box', textured({ mu0: 0.2, a: onPlane, b: onBox, width: WIDTH, cone: 'box' })],
    ['two textures, one window', textured({ mu0: 0.2, a: onPlane, b: onBox, width: WIDTH, windows: 'patch' })],
  ];
  const lines = [
    '| 500 contacts, 1/60 s | engine | at rest: step / step with coulomb | share of the step | all sliding: step / step with coulomb | share of the step |',
    '|---|---|---|---|---|---|',
  ];
  for (const engine of ['cannon', 'rapier'] as const) {
    const create = await loadEngine(engine);
    const build = (law: FrictionLaw) => create(boxes(law), { stiction: true });
    const worlds = [build(coulomb({ mu: 0.3 })), ...laws.map(([, law]) => build(law))];
    const ratios = [0, 0.5].map((speed) => {
      for (const world of worlds) for (let k = 0; k < 20; k++) stepOn(world, speed);
      const times = worlds.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [k, world] of worlds.entries()) times[k].push(timeOf(() => stepOn(world, speed)));
      }
      return laws.map((_, k) => median(times[k + 1].map((time, round) => time / times[0][round])));
    });
    for (const [k, [name]] of laws.entries()) {
      const cells = ratios.flatMap((list) => [list[k].toFixed(2), `${(100 * (1 - 1 / list[k])).toFixed(0)} %`]);
      lines.push(`| ${name} | ${engine} | ${cells.join(' | ')} |`);
    }
    for (const world of worlds) world.dispose();
  }
  return lines.join('\n');
}

/** Eight steps, with all boxes at rest or all sliding. */
function stepOn(world: SceneWorld, speed: number): void {
  if (speed > 0) for (const name of world.names) if (name !== 'ground') world.setVelocity(name, speed, 0.4 * speed, 0);
  for (let k = 0; k < 8; k++) world.step(1 / 60);
}

function loadTable(): string {
  const lines = [
    '| 1024 x 1024 map | PNG | decode | `normalMap` | tables, once per sharpness | memory: slopes, tables |',
    '|---|---|---|---|---|---|',
  ];
  for (const name of ['stone', 'brushed-metal', 'wood']) {
    const bytes = readFileSync(new URL(`../../internal/scenes/maps/${name}.png`, import.meta.url));
    const [decoding, reading, building]: [number[], number[], number[]] = [[], [], []];
    let memory = '';
    for (let round = 0; round < ROUNDS; round++) {
      let png = decode(bytes);
      decoding.push(
        timeOf(() => {
          png = decode(bytes);
        }),
      );
      let map = rough;
      reading.push(
        timeOf(() => {
          map = normalMap({ width: png.width, height: png.height, data: png.data as Uint8Array, channels: 3 });
        }),
      );
      const one = surface({ map, mapping: planeMapping({ tile: 1 }) });
      building.push(timeOf(() => prepareSurface(createSampler({ width: WIDTH }), one)));
      memory = `${megabytes(map.slopes.byteLength)}, ${megabytes(tableBytes(map))}`;
    }
    const times = [decoding, reading, building].map((list) => `${median(list).toFixed(0)} ms`);
    lines.push(`| ${name} | ${megabytes(bytes.length)} | ${times.join(' | ')} | ${memory} |`);
  }
  return lines.join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
