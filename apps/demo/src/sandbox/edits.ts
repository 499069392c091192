import {
  type Design,
  type Item,
  type ItemKind,
  isFixed,
  type LawChoice,
  MOST_ITEMS,
  PAINTS,
  pairOf,
  REACH,
  rest,
  sizeOf,
} from '@stiction/scenes/sandbox';

/** Changes of a design: each returns a new one. */

const FIRST: Readonly<Partial<Record<ItemKind, Partial<Item>>>> = {
  ramp: { tilt: 20 },
  belt: { speed: 0.8 },
};

/** Puts a new shape in the middle, on whatever is there; ramps and belts next to it. */
export function addItem(design: Design, kind: ItemKind, paint: number): Design {
  const { items } = design;
  if (items.length >= MOST_ITEMS) return design;
  const item: Item = { kind, paint, at: [0, 0, 0], turn: 0, tilt: 0, size: 1, speed: 0, ...FIRST[kind] };
  const at = isFixed(kind) ? freePlace(item, items) : item.at;
  return { ...design, items: [...items, rest({ ...item, at }, items)] };
}

const SPACING = 0.4;

/** The free place on the floor that is nearest to the middle; the middle itself if there is none. */
function freePlace(item: Item, others: readonly Item[]): Item['at'] {
  const reach = (each: Item): number => 0.45 * Math.hypot(sizeOf(each)[0], sizeOf(each)[1]);
  const lines = Array.from({ length: 2 * Math.floor(REACH.side / SPACING) + 1 }, (_, k) =>
    grid(SPACING * (k - Math.floor(REACH.side / SPACING))),
  );
  const places = lines.flatMap((x) => lines.map((y): Item['at'] => [x, y, 0]));
  const isFree = ([x, y]: Item['at']): boolean =>
    others.every((other) => Math.hypot(other.at[0] - x, other.at[1] - y) > reach(other) + reach(item));
  return places.sort((a, b) => Math.hypot(...a) - Math.hypot(...b)).find(isFree) ?? [0, 0, 0];
}

export function changeItem(design: Design, k: number, change: Partial<Item>): Design {
  return { ...design, items: design.items.map((item, at) => (at === k ? { ...item, ...change } : item)) };
}

/** Moves a shape: along the floor, where it lies on whatever is below, or up and down. */
export function moveItem(design: Design, k: number, [dx, dy, dz]: readonly number[], isLifted: boolean): Design {
  const { at } = design.items[k];
  const to: Item['at'] = [side(at[0] + dx), side(at[1] + dy), height(at[2] + dz)];
  if (isLifted) return changeItem(design, k, { at: [at[0], at[1], to[2]] });
  const others = design.items.filter((_, other) => other !== k);
  return changeItem(design, k, rest({ ...design.items[k], at: to }, others));
}

const grid = (x: number): number => Math.round(100 * x) / 100;
const side = (x: number): number => grid(Math.min(Math.max(x, -REACH.side), REACH.side));
const height = (z: number): number => grid(Math.min(Math.max(z, 0), REACH.height));

export function copyItem(design: Design, k: number): Design {
  if (design.items.length >= MOST_ITEMS) return design;
  const { items } = design;
  return { ...design, items: [...items, rest(items[k], items)] };
}

export function removeItem(design: Design, k: number): Design {
  return { ...design, items: design.items.filter((_, at) => at !== k) };
}

export const lawOfPaint = ({ laws }: Design, paint: number): LawChoice => laws.get(paint) ?? PAINTS[paint].law;

export function setPaintLaw(design: Design, paint: number, law: LawChoice): Design {
  return { ...design, laws: new Map(design.laws).set(paint, law) };
}

/** `null`: the law follows from the two paints. */
export function setPairLaw(design: Design, a: number, b: number, law: LawChoice | null): Design {
  const pairs = new Map(design.pairs);
  if (law) pairs.set(pairOf(a, b), law);
  else pairs.delete(pairOf(a, b));
  return { ...design, pairs };
}

export function withOption(law: LawChoice, option: number, value: number): LawChoice {
  return { ...law, options: law.options.map((old, k) => (k === option ? value : old)) };
}
