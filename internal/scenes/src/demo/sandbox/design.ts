import type { Surface } from '../demo-scene.js';
import { defaultChoice, type LawChoice } from './laws.js';

/** What a user has built: plain data, written to and read from links by design-text.ts. */
export interface Design {
  /** Paint of the floor, an index into `PAINTS`. */
  floor: number;
  items: readonly Item[];
  /** Laws of paints that differ from those of `PAINTS`. */
  laws: ReadonlyMap<number, LawChoice>;
  /** Laws of pairs of paints, the smaller index first, by `pairOf`. */
  pairs: ReadonlyMap<number, LawChoice>;
}

export interface Item {
  kind: ItemKind;
  paint: number;
  /** Centre [m], to the centimetre. */
  at: readonly [number, number, number];
  /** About the vertical, and then about its own y, so that its x points upwards [°]. */
  turn: number;
  tilt: number;
  /** 1 is the size of `SIZES`. */
  size: number;
  /** Of belts [m/s]. */
  speed: number;
}

export type ItemKind = 'box' | 'ball' | 'cylinder' | 'plank' | 'ramp' | 'belt';

/** Full lengths along x, y and z [m]. A ramp's height follows from its tilt. */
export const SIZES: Readonly<Record<ItemKind, readonly [number, number, number]>> = {
  box: [0.4, 0.4, 0.4],
  ball: [0.4, 0.4, 0.4],
  cylinder: [0.4, 0.4, 0.4],
  plank: [1.6, 0.3, 0.08],
  ramp: [2.4, 1, 0],
  belt: [2.4, 0.8, 0.16],
};

export interface Paint {
  name: string;
  colour: string;
  surface: Surface;
  /** kg/m³ */
  density: number;
  law: LawChoice;
}

const dry = (mu: number): LawChoice => ({ letter: 'd', options: [mu] });

/** Two paints share the geometric mean of their coefficients, unless their pair has a law of its own. */
export const PAINTS: readonly Paint[] = [
  { name: 'stone', colour: '#a39d92', surface: 'stone', density: 2400, law: dry(0.6) },
  { name: 'wood', colour: '#c08a4f', surface: 'wood', density: 600, law: dry(0.4) },
  { name: 'rubber', colour: '#3d4148', surface: 'rubber', density: 1100, law: dry(1) },
  { name: 'ice', colour: '#a9d8ef', surface: 'ice', density: 920, law: dry(0.04) },
  { name: 'steel', colour: '#8b97a8', surface: 'steel', density: 7800, law: dry(0.25) },
  { name: 'brush', colour: '#d9a520', surface: 'cloth', density: 500, law: defaultChoice('b') },
  { name: 'grain', colour: '#7d4b2a', surface: 'wood', density: 700, law: defaultChoice('g') },
  { name: 'glue', colour: '#4f9a55', surface: 'plastic', density: 900, law: defaultChoice('a') },
];

export const MOST_ITEMS = 60;
/** Limits of positions: |x|, |y| and z [m]. */
export const REACH = { side: 6, height: 8 };
export const SIZE_RANGE = { min: 0.5, max: 2, step: 0.1 };
export const TILT_RANGE = { min: 0, max: 90, step: 1 };
export const RAMP_RANGE = { min: 5, max: 45, step: 1 };
export const SPEED_RANGE = { min: -2, max: 2, step: 0.1 };

export const pairOf = (a: number, b: number): number => Math.min(a, b) * PAINTS.length + Math.max(a, b);

export const isFixed = (kind: ItemKind): boolean => kind === 'ramp' || kind === 'belt';

/** Full lengths of an item along its own axes [m]. */
export function sizeOf({ kind, size, tilt }: Item): readonly [number, number, number] {
  const [x, y, z] = SIZES[kind];
  const height = kind === 'ramp' ? x * Math.tan((Math.PI * tilt) / 180) : z;
  return [size * x, size * y, size * height];
}

/** Height of an item's top at a point of the plane, null if it is not there [m]. Leaning items count as upright. */
function topAt(item: Item, x: number, y: number, margin: number): number | null {
  const [length, width, height] = sizeOf(item);
  const angle = (Math.PI * item.turn) / 180;
  const [dx, dy] = [x - item.at[0], y - item.at[1]];
  const along = Math.cos(angle) * dx + Math.sin(angle) * dy;
  const across = Math.cos(angle) * dy - Math.sin(angle) * dx;
  if (Math.abs(along) > length / 2 + margin || Math.abs(across) > width / 2 + margin) return null;
  const foot = item.at[2] - height / 2;
  const share = item.kind === 'ramp' ? Math.min(1, Math.max(0, along / length + 0.5)) : 1;
  return foot + share * height;
}

/** Puts an item on whatever is below it, to the centimetre, and parallel to a ramp. */
export function rest(item: Item, others: readonly Item[]): Item {
  const [x, y] = item.at;
  const at = (z: number): Item['at'] => [x, y, Math.min(REACH.height, Math.ceil(100 * z - 1e-6) / 100)];
  if (isFixed(item.kind)) return { ...item, at: at(sizeOf(item)[2] / 2) };
  const flat = { ...item, tilt: 0 };
  const [length, width, height] = sizeOf(flat);
  const reach = Math.min(length, width) / 2;
  const half = Math.max(0, length / 2 - reach);
  const angle = (Math.PI * item.turn) / 180;
  let top = 0;
  let ramp: Item | null = null;
  // A long item lies on whatever is highest below any of its length.
  for (const share of [0, -1, -0.5, 0.5, 1]) {
    const [px, py] = [x + share * half * Math.cos(angle), y + share * half * Math.sin(angle)];
    for (const other of others) {
      const found = topAt(other, px, py, other.kind === 'ramp' ? 0 : 0.9 * reach) ?? 0;
      if (found <= top) continue;
      top = found;
      ramp = other.kind === 'ramp' && share === 0 ? other : null;
    }
  }
  if (!ramp) return { ...flat, at: at(top + height / 2) };
  const { tilt, turn } = ramp;
  return { ...item, tilt, turn, at: at(top + height / 2 / Math.cos((Math.PI * tilt) / 180)) };
}
