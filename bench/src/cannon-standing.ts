import {
  cardHouse,
  createCannonWorld,
  hangingChain,
  loadedStack,
  measureChainGap,
  measureStanding,
  pyramid,
  type Scene,
  seesaw,
  squarePyramid,
  stack,
  staggered,
} from '@stiction/scenes';
import { isQuick } from './quick.js';

/** Structures that should stand, lean or hang, in cannon-es at 1/60 s: how far they move from their initial positions. */
const DT = 1 / 60;
/** Fallen: a body has dropped by this distance [m]. */
const CASES: readonly { label: string; scene: Scene; seconds: number; fallen: number; goal: string }[] = [
  { label: '10 cubes of 1 m', scene: stack({ count: 10 }), seconds: 10, fallen: 0.5, goal: 'drift 1 mm, sinks < 2 mm' },
  { label: '20 cubes', scene: stack({ count: 20 }), seconds: 30, fallen: 0.5, goal: 'stand' },
  { label: '30 cubes', scene: stack({ count: 30 }), seconds: 30, fallen: 0.5, goal: 'stand' },
  { label: '10 cubes of 2 cm', scene: stack({ count: 10, edge: 0.02 }), seconds: 10, fallen: 0.01, goal: 'stand' },
  { label: '10 cubes of 2 m', scene: stack({ count: 10, edge: 2 }), seconds: 10, fallen: 1, goal: 'stand' },
  { label: '100 kg on 10 cubes of 1 kg', scene: loadedStack(100), seconds: 10, fallen: 0.5, goal: 'stand' },
  { label: '20 cubes, dropped staggered', scene: staggered(20), seconds: 20, fallen: 0.9, goal: 'stand' },
  { label: 'house of 15 cards of 1 m', scene: cardHouse(), seconds: 10, fallen: 0.1, goal: 'stands' },
  { label: 'house of 15 cards of 10 cm', scene: cardHouse(0.1), seconds: 10, fallen: 0.01, goal: 'stands' },
  { label: 'wall of 210 cubes', scene: pyramid(20), seconds: 10, fallen: 0.25, goal: 'stands' },
  { label: 'pyramid of 1015 cubes', scene: squarePyramid(14), seconds: 5, fallen: 0.25, goal: 'at rest' },
];

export async function runStanding(): Promise<string> {
  const lines = [
    '| scene | after | goal | cannon-es | Stiction: sideways drift | drop | fastest |',
    '|---|---|---|---|---|---|---|',
  ];
  const build = (stiction: boolean) => (scene: Scene) => createCannonWorld(scene, { stiction });
  for (const { label, scene, seconds: most, fallen, goal } of CASES) {
    const seconds = isQuick ? 0.1 : most;
    const stock = measureStanding(build(false), scene, seconds, DT);
    const { lateral, drop, speed } = measureStanding(build(true), scene, seconds, DT);
    const before = stock.drop > fallen ? 'falls' : `${millimetres(stock.lateral)} sideways`;
    const after = drop > fallen ? 'falls | - | -' : `${millimetres(lateral)} | ${millimetres(drop)} | ${metres(speed)}`;
    lines.push(`| ${label} | ${seconds} s | ${goal} | ${before} | ${after} |`);
  }
  const chain = hangingChain(20, 100);
  const gap = (stiction: boolean) => millimetres(measureChainGap(build(stiction), chain, 10, DT));
  lines.push(`| chain of 20 hinges, 100 kg at its end: gap | 10 s | - | ${gap(false)} | ${gap(true)} | - | - |`);
  const plank = (stiction: boolean) => measureStanding(build(stiction), seesaw(), 5, DT);
  const rest = plank(true);
  lines.push(
    `| boxes on a see-saw that tips over | 5 s | at rest | ${metres(plank(false).speed)} | ${millimetres(rest.lateral)} | ${millimetres(rest.drop)} | ${metres(rest.speed)} |`,
  );
  return lines.join('\n');
}

function millimetres(length: number): string {
  return `${Number((1e3 * length).toPrecision(2))} mm`;
}

function metres(speed: number): string {
  return speed < 1e-6 ? '0' : `${speed.toExponential(0)} m/s`;
}
