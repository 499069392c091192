import {
  type Design,
  type Item,
  type ItemKind,
  MOST_ITEMS,
  PAINTS,
  pairOf,
  RAMP_RANGE,
  REACH,
  SIZE_RANGE,
  SPEED_RANGE,
  TILT_RANGE,
} from './design.js';
import { type LawChoice, type LawOption, lawOf } from './laws.js';

/**
 * A design as text for a link: version and paint of the floor, items, laws of paints, laws of pairs, separated by dots. Numbers are
 * integers on a grid, in base 36 with a fixed number of digits, so everything that can be written is in range or refused:
 *
 *     1 floor . kind paint x:2 y:2 z:2 turn:2 tilt:2 size:1 speed:2 ... . paint law option:2 ... . paint paint law option:2 ...
 */
const VERSION = '1';

const KINDS: Readonly<Record<string, ItemKind>> = {
  b: 'box',
  o: 'ball',
  c: 'cylinder',
  p: 'plank',
  r: 'ramp',
  t: 'belt',
};
const letterOf = (kind: ItemKind): string => Object.keys(KINDS).find((letter) => KINDS[letter] === kind) as string;

interface Grid {
  name: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  digits: number;
}

const grid = (
  name: string,
  { min, max, step }: { min: number; max: number; step: number },
  digits: number,
  unit = '',
): Grid => ({ name, unit, min, max, step, digits });

const SIDE = { min: -REACH.side, max: REACH.side, step: 0.01 };
const GRIDS = {
  x: grid('x', SIDE, 2, 'm'),
  y: grid('y', SIDE, 2, 'm'),
  z: grid('z', { min: 0, max: REACH.height, step: 0.01 }, 2, 'm'),
  turn: grid('turn', { min: 0, max: 359, step: 1 }, 2, '°'),
  tilt: grid('tilt', TILT_RANGE, 2, '°'),
  size: grid('size', SIZE_RANGE, 1),
  speed: grid('speed', SPEED_RANGE, 2, 'm/s'),
};

const optionGrid = (option: LawOption): Grid => ({ ...option, name: option.label, digits: 2 });

function write({ name, min, max, step, digits, unit }: Grid, value: number): string {
  const k = Math.round((value - min) / step);
  if (!(value >= min - 1e-9 && value <= max + 1e-9)) {
    throw new RangeError(`sandbox: ${name} must be ${min} to ${max}${unit && ` ${unit}`} (got ${value})`);
  }
  return k.toString(36).padStart(digits, '0');
}

/** Reads a text from the start, and says where it is wrong. */
class Reader {
  #at = 0;
  constructor(
    readonly text: string,
    readonly part: string,
  ) {}

  get isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  fail(problem: string): never {
    throw new RangeError(`This link to a sandbox is broken: ${this.part}, character ${this.#at}: ${problem}.`);
  }

  take(count: number, what: string): string {
    const taken = this.text.slice(this.#at, this.#at + count);
    this.#at += count;
    if (taken.length < count) this.fail(`${what} is missing`);
    return taken;
  }

  paint(): number {
    const letter = this.take(1, 'a paint');
    const paint = Number.parseInt(letter, 36);
    if (!/^[0-9a-z]$/.test(letter) || paint >= PAINTS.length) {
      this.fail(`paint must be 0 to ${PAINTS.length - 1} (got '${letter}')`);
    }
    return paint;
  }

  number({ name, min, max, step, digits, unit }: Grid): number {
    const text = this.take(digits, name);
    if (!/^[0-9a-z]+$/.test(text)) this.fail(`${name} must have the digits 0-9 and a-z (got '${text}')`);
    const value = min + step * Number.parseInt(text, 36);
    if (value > max + 1e-9) {
      this.fail(`${name} must be ${min} to ${max}${unit && ` ${unit}`} (got ${Number(value.toFixed(6))})`);
    }
    // 0.1 * 3 is not 0.3.
    return Number(value.toFixed(6));
  }

  law(): LawChoice {
    const letter = this.take(1, 'a law');
    try {
      return { letter, options: lawOf(letter).options.map((option) => this.number(optionGrid(option))) };
    } catch (cause) {
      if (cause instanceof RangeError && cause.message.startsWith('law ')) this.fail(cause.message);
      throw cause;
    }
  }

  item(): Item {
    const letter = this.take(1, 'a shape');
    const kind = KINDS[letter];
    if (!kind) this.fail(`shape must be one of ${Object.keys(KINDS).join(' ')} (got '${letter}')`);
    const paint = this.paint();
    const at = [this.number(GRIDS.x), this.number(GRIDS.y), this.number(GRIDS.z)] as const;
    const turn = this.number(GRIDS.turn);
    const tilt = this.number(GRIDS.tilt);
    if (kind === 'ramp' && !(tilt >= RAMP_RANGE.min && tilt <= RAMP_RANGE.max)) {
      this.fail(`tilt of a ramp must be ${RAMP_RANGE.min} to ${RAMP_RANGE.max} ° (got ${tilt})`);
    }
    return {
      kind,
      paint,
      at,
      turn,
      tilt,
      size: this.number(GRIDS.size),
      speed: this.number(GRIDS.speed),
    };
  }
}

const writeLaw = ({ letter, options }: LawChoice): string =>
  letter +
  lawOf(letter)
    .options.map((option, k) => write(optionGrid(option), options[k]))
    .join('');

/** Throws if a number is out of range. */
export function writeDesign({ floor, items, laws, pairs }: Design): string {
  const texts = items.map(
    ({ kind, paint, at: [x, y, z], turn, tilt, size, speed }) =>
      letterOf(kind) +
      paint.toString(36) +
      write(GRIDS.x, x) +
      write(GRIDS.y, y) +
      write(GRIDS.z, z) +
      write(GRIDS.turn, turn) +
      write(GRIDS.tilt, tilt) +
      write(GRIDS.size, size) +
      write(GRIDS.speed, speed),
  );
  const paints = [...laws].map(([paint, law]) => paint.toString(36) + writeLaw(law));
  const both = [...pairs].map(
    ([pair, law]) =>
      Math.floor(pair / PAINTS.length).toString(36) + (pair % PAINTS.length).toString(36) + writeLaw(law),
  );
  return `${VERSION}${floor.toString(36)}.${texts.join('')}.${paints.join('')}.${both.join('')}`;
}

/** Throws with a message for the user if the text is not a design. */
export function readDesign(text: string): Design {
  const [head = '', items = '', paints = '', pairs = '', ...rest] = text.split('.');
  const start = new Reader(head, 'its start');
  const version = start.take(1, 'the version');
  if (version !== VERSION) start.fail(`version ${VERSION} is known (got '${version}')`);
  const floor = start.paint();
  if (!start.isAtEnd || rest.length > 0) start.fail('there is too much');
  const itemReader = new Reader(items, 'the shapes');
  const found: Item[] = [];
  while (!itemReader.isAtEnd) {
    if (found.length === MOST_ITEMS) itemReader.fail(`there are more than ${MOST_ITEMS}`);
    found.push(itemReader.item());
  }
  const laws = new Map<number, LawChoice>();
  const paintReader = new Reader(paints, 'the laws of paints');
  while (!paintReader.isAtEnd) laws.set(paintReader.paint(), paintReader.law());
  const pairLaws = new Map<number, LawChoice>();
  const pairReader = new Reader(pairs, 'the laws of pairs');
  while (!pairReader.isAtEnd) pairLaws.set(pairOf(pairReader.paint(), pairReader.paint()), pairReader.law());
  return { floor, items: found, laws, pairs: pairLaws };
}
