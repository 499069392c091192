// Known misses, each with its limit. Anything else fails, and so does an entry that is no longer needed.

/** @typedef {import('./engines.mjs').Engine} Engine */
/** @typedef {{ engine: RegExp, problem: string, most: number, why: string }} Known */

/**
 * `most`: how far off the failing figure may be [m, m/s, N]. The same checks are in ../testing/known-misses.json.
 * @type {Known[]}
 */
const HELD = [
  'sticks below the friction angle, slides above, for light and heavy boxes',
  'friction follows the load',
  'a ball begins to roll at 5/7 of its speed',
].map((problem) => ({
  engine: /rapier/,
  problem,
  most: 0.02,
  why: `Rapier's own friction holds what sticks, as in stock: ${problem}`,
}));

const KNOWN = [
  ...HELD,
  {
    engine: /rapier.* 0\.20\./,
    problem: 'callbacks may uninstall, replace laws and restore: normal force',
    most: 0.7,
    why: 'Rapier 0.20 reports impulses with their warm start; while the load shifts in the first step of a slide, the share removed for it is 6 % too large',
  },
];

/** Finds the entry for an engine's problem. @type {(engine: Engine, problem: string) => Known | undefined} */
export function knownFor({ name, version }, problem) {
  const figure = Number(/\(off by ([-\d.e]+)\)/.exec(problem)?.[1]);
  return KNOWN.find(
    (one) => one.engine.test(`${name} ${version}`) && problem.startsWith(one.problem) && Math.abs(figure) <= one.most,
  );
}

/** Unneeded entries of an engine. @type {(engine: Engine, problems: string[]) => Known[]} */
export const unneeded = (engine, problems) =>
  KNOWN.filter((one) => one.engine.test(`${engine.name} ${engine.version}`)).filter(
    (one) => !problems.some((problem) => knownFor(engine, problem) === one),
  );
