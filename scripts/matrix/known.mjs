// What is known not to reach the limits, with how far it may miss them. Anything else fails, and so does an entry that is not needed any more.

/** @typedef {import('./engines.mjs').Engine} Engine */
/** @typedef {{ engine: RegExp, problem: string, most: number, why: string }} Known */

/** @type {Known[]} */
const KNOWN = [];

/** The entry for an engine's problem. @type {(engine: Engine, problem: string) => Known | undefined} */
export function knownFor({ name, version }, problem) {
  const figure = Number(/and is ([-\d.e]+)/.exec(problem)?.[1]);
  return KNOWN.find(
    (one) => one.engine.test(`${name} ${version}`) && problem.startsWith(one.problem) && figure <= one.most,
  );
}

/** Entries for an engine that none of its problems needs. @type {(engine: Engine, problems: string[]) => Known[]} */
export const unneeded = (engine, problems) =>
  KNOWN.filter((one) => one.engine.test(`${engine.name} ${engine.version}`)).filter(
    (one) => !problems.some((problem) => knownFor(engine, problem) === one),
  );
