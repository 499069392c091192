// What is known not to reach the limits, with how far it may miss them. Anything else fails, and so does an entry that is not needed any more.

/** @typedef {import('./engines.mjs').Engine} Engine */
/** @typedef {{ engine: RegExp, problem: string, most: number, why: string }} Known */

/** @type {Known[]} */
const KNOWN = [
  {
    engine: /^@dimforge\/rapier3d\S* 0\.19\./,
    problem: 'friction follows the load: way under 0.97 of the threshold force',
    most: 2.2e-3, // m, where 2e-3 are asked for
    why: 'Rapier 0.19 tells loads together with what it was warm-started with: a box under ten times its mass gives 2.1 mm before it holds',
  },
];

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
