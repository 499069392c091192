import { createContactWorkspace, createMlcpWorkspace, solveContact, solveMlcp } from '../../src/index.js';
import { checkContactCertificate } from '../contact/check.js';
import { checkCertificate } from '../mlcp/check.js';
import { seededRandom } from '../support.js';
import { contactFamilies } from './contact.js';
import { TooLarge } from './integer-lp.js';
import { mlcpFamilies } from './mlcp.js';

export interface Tally {
  solvable: number;
  unsolvable: number;
  /** Solvable problems reported as solved. */
  solved: number;
  /** Unsolvable problems with a valid certificate. */
  infeasible: number;
  /** Descriptions of wrong results. */
  falseSolved: string[];
  falseInfeasible: string[];
  /** Infeasible results with an invalid certificate. */
  badCertificates: string[];
}

type Check = (problem: object, y: ArrayLike<number>) => { value: number; violation: number };

export const singularFamilies = [...Object.keys(mlcpFamilies), ...Object.keys(contactFamilies)];

/** Solves `count` problems of a family and compares each status with the exact solvability. */
export function runFamily(name: string, count: number, seed: number): Tally {
  const random = seededRandom(seed);
  const counts = { solvable: 0, unsolvable: 0, solved: 0, infeasible: 0 };
  const tally: Tally = { ...counts, falseSolved: [], falseInfeasible: [], badCertificates: [] };
  const mlcpWorkspace = createMlcpWorkspace(8);
  const contactWorkspace = createContactWorkspace(12, 3);
  for (let k = 0; k < count; k++) {
    const drawn = redraw(() => {
      const isMlcp = name in mlcpFamilies;
      const { problem, solvable } = isMlcp ? mlcpFamilies[name](random) : contactFamilies[name](random);
      const solve = () =>
        'n' in problem ? solveMlcp(problem, {}, mlcpWorkspace) : solveContact(problem, {}, contactWorkspace);
      return { problem, solvable, solve };
    });
    const { status, certificate } = drawn.solve();
    if (drawn.solvable) tally.solvable++;
    else tally.unsolvable++;
    if (status === 'solved') {
      if (drawn.solvable) tally.solved++;
      else tally.falseSolved.push(describe(k, drawn.problem));
    } else if (status === 'infeasible') {
      if (drawn.solvable) tally.falseInfeasible.push(describe(k, drawn.problem));
      else tally.infeasible++;
      const { problem } = drawn;
      const check = 'n' in problem ? checkCertificate : checkContactCertificate;
      const { value, violation } = (check as Check)(problem, certificate?.y ?? []);
      if (!(value < 0 && violation <= -1e-8 * value)) tally.badCertificates.push(describe(k, problem));
    }
  }
  return tally;
}

function redraw<T>(draw: () => T): T {
  for (;;) {
    try {
      return draw();
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  }
}

function describe(k: number, problem: object): string {
  const plain = (_: string, value: unknown) =>
    value instanceof Float64Array
      ? Array.from(value)
      : value === Infinity || value === -Infinity
        ? String(value)
        : value;
  return `problem ${k}: ${JSON.stringify(problem, plain)}`;
}
