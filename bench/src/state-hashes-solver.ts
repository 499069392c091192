import {
  boxMlcp,
  bristleMlcp,
  type ConvexSet,
  createContactWorkspace,
  createMlcpWorkspace,
  distanceToSet,
  ellipsoidSet,
  type FrictionSystem,
  type MlcpMethod,
  polygonSet,
  pyramidMlcp,
  quarterEllipseSet,
  solveContact,
  solveMlcp,
} from '@stiction/lcp-solver';
import { bodiesOf, recipes } from '../../packages/lcp-solver/test/contact/families.js';
import { generate } from '../../packages/lcp-solver/test/contact/generate.js';
import { families } from '../../packages/lcp-solver/test/mlcp/families.js';
import { contactProblem, stackOf, wallOf } from '../../packages/lcp-solver/test/mlcp/scenes.js';
import { mlcpFamilies } from '../../packages/lcp-solver/test/singular/mlcp.js';
import { randomSpd, seededRandom } from '../../packages/lcp-solver/test/support.js';
import type { StateHash } from './state-hashes-hash.js';
import type { HashCase } from './state-hashes-run.js';

const METHODS: readonly MlcpMethod[] = ['auto', 'pgs', 'apgd', 'dantzig', 'block-pivot', 'lemke', 'newton'];
const CONTACT_METHODS = ['auto', 'nsgs', 'alart-curnier', 'interior-point'] as const;
const STATUSES: readonly string[] = ['solved', 'inaccurate', 'infeasible', 'iteration-limit'];

/** Problems per family and method. */
const COUNT = 20;

export function solverCases(): HashCase[] {
  const engine = 'lcp-solver';
  return [
    ...Object.entries(families).flatMap(([name, make]) =>
      METHODS.map(
        (method): HashCase => ({
          engine,
          name: `${name}, ${method}`,
          run(hash) {
            const random = seededRandom(1);
            const workspace = createMlcpWorkspace(20);
            for (let k = 0; k < COUNT; k++) addAnswer(hash, solveMlcp(make(random), { method }, workspace));
          },
        }),
      ),
    ),
    ...Object.entries(mlcpFamilies).map(
      ([name, make]): HashCase => ({
        engine,
        name: `singular, ${name}`,
        run(hash) {
          const random = seededRandom(1);
          for (let k = 0; k < COUNT; k++) addAnswer(hash, solveMlcp(make(random).problem));
        },
      }),
    ),
    ...(['box', 'findex'] as const).flatMap((friction) =>
      Object.entries({ stack: stackOf(6, 100), wall: wallOf(3, 3, 10) }).map(
        ([name, boxes]): HashCase => ({
          engine,
          name: `${name} with ${friction} friction`,
          run: (hash) => addAnswer(hash, solveMlcp(contactProblem(boxes, friction))),
        }),
      ),
    ),
    ...CONTACT_METHODS.map(
      (method): HashCase => ({
        engine,
        name: `contacts, ${method}`,
        run(hash) {
          for (const [k, { recipe }] of recipes().entries()) {
            const problem = generate({ ...recipe, seed: k + 1, bodies: bodiesOf(k) });
            const workspace = createContactWorkspace(problem.q.length, problem.dim);
            const { r, u, status, iterations, residual } = solveContact(problem, { method }, workspace);
            hash.add(r, u, STATUSES.indexOf(status), iterations, residual);
          }
        },
      }),
    ),
    ...Object.entries(BUILDERS).map(
      ([name, build]): HashCase => ({
        engine,
        name: `builder, ${name}`,
        run(hash) {
          const { problem, read } = build(SYSTEM);
          const answer = solveMlcp(problem);
          const { v, lambda, lambdaN, lambdaT } = read(answer.z);
          addAnswer(hash, answer);
          hash.add(v, lambda, lambdaN, lambdaT);
        },
      }),
    ),
    ...Object.entries(SETS).map(
      ([name, { set, shape }]): HashCase => ({
        engine,
        name: `set, ${name}`,
        run: (hash) => runSet(hash, set, Float64Array.from(shape)),
      }),
    ),
  ];
}

function addAnswer(
  hash: StateHash,
  { z, w, status, residual, iterations, pivots }: ReturnType<typeof solveMlcp>,
): void {
  hash.add(z, w, STATUSES.indexOf(status), residual, iterations, pivots);
}

/** Two points on the ground, held together by a rod along x: one is pushed, both slide. */
const SYSTEM: FrictionSystem = {
  v: [0.4, 0.2, 0, 0.4, -0.1, 0],
  M: Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? (k < 18 ? 1 : 3) : 0)),
  f: [5, 1, -9.81, 0, 0, -3 * 9.81],
  h: 0.01,
  A: [1, 0, 0, -1, 0, 0],
  u: [0],
  N: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  D: [
    [1, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0],
    [0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 1, 0],
  ].flat(),
  mu: [0.5, 0.2],
};
const LAMBDA = { lambdaN: [9.81, 3 * 9.81], lambdaT: [-1, 0.5, -2, 1] };

const BUILDERS = {
  box: (system: FrictionSystem) => boxMlcp(system, LAMBDA),
  bristle: (system: FrictionSystem) => bristleMlcp(system, { ...LAMBDA, stiffness: 1e4, vThreshold: 0.3 }),
  pyramid: (system: FrictionSystem) => pyramidMlcp(system, { directions: 6 }),
};

const HEXAGON = Array.from({ length: 6 }, (_, k) => [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)]);

const SETS: Readonly<Record<string, { set: ConvexSet; shape: readonly number[] }>> = {
  ellipsoid: { set: ellipsoidSet, shape: [0.6, 0.2, 0.05] },
  'quarter ellipses': { set: quarterEllipseSet, shape: [0.6, 0.2, 0.4, 0.3, 0.05] },
  polygon: { set: polygonSet(HEXAGON), shape: [0.5, 0.4, 0.6, 0.3, 0.5, 0.4, 0.05] },
};

function runSet(hash: StateHash, set: ConvexSet, shape: Float64Array): void {
  const random = seededRandom(3);
  const scale = new Float64Array(1);
  const out = new Float64Array(3);
  for (let k = 0; k < 200; k++) {
    const c = Float64Array.from({ length: 3 }, () => 2 * random() - 1);
    scale[0] = 2 * random();
    set.minimize(randomSpd(random, 1), 0, c, scale, 0, shape, 0, out);
    hash.add(out, set.gauge(c, 0, shape, 0));
    set.support(c, shape, 0, out);
    hash.add(out, distanceToSet(set, c, scale[0], shape, 0, out), out);
  }
}
