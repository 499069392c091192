import type { Show, Values } from '@stiction/scenes/show';
import { create, find, readout, withUnit, write } from '../dom.js';
import type { Run } from '../run.js';
import { SIDES, type Side } from '../sides.js';
import { errorText, numberText } from './format.js';

/** The number that proves the show: stock, Stiction and the truth. */
export interface ProofCard {
  open(show: Show, values: Values): void;
  /** Figures beside the proof may wait a little while the scene moves. */
  update(run: Run, isMoving: boolean): void;
}

/** Further figures are written this often [ms]. */
const FACTS_INTERVAL = 250;

export function createProofCard(): ProofCard {
  const label = readout('proof-label');
  const truthNumber = readout('truth');
  const parts = Object.fromEntries(
    SIDES.map((side) => [
      side,
      {
        tile: find(`[data-tile="${side}"]`),
        number: readout(`${side}-proof`),
        error: readout(`${side}-error`),
      },
    ]),
  );

  const facts = find('#facts');
  let factsAt = 0;
  /** Truths may be whole simulations: they are asked for when values have changed. */
  const known = { key: '', value: Number.NaN };
  const judged = Object.fromEntries(SIDES.map((side) => [side, { key: '', value: Number.NaN, good: false }]));

  function truthOf({ proof }: Show, values: Values): number {
    const key = `${proof.label} ${JSON.stringify(values)}`;
    if (known.key !== key) Object.assign(known, { key, value: proof.truth(values) });
    return known.value;
  }

  function isGood({ proof }: Show, values: Values, side: Side, value: number): boolean {
    const last = judged[side];
    if (last.key !== known.key || last.value !== value) {
      Object.assign(last, { key: known.key, value, good: proof.good(value, values) });
    }
    return last.good;
  }

  /** A row per further figure, made anew where their number changes. */
  function showFacts({ plays }: Run): void {
    const told = plays.stiction.probe.facts ?? [];
    const stockTold = plays.stock.probe.facts ?? [];
    facts.hidden = told.length === 0;
    const body = find('tbody', facts);
    while (body.children.length > told.length) body.lastElementChild?.remove();
    while (body.children.length < told.length) {
      const heading = create('th', { scope: 'row' });
      body.append(create('tr', {}, heading, create('td'), create('td'), create('td')));
    }
    for (const [k, { label, unit, value, truth = Number.NaN, digits }] of told.entries()) {
      const [heading, stock, stiction, right] = body.children[k].children;
      write(heading as HTMLElement, unit ? `${label} [${unit}]` : label);
      write(stock as HTMLElement, numberText(stockTold[k]?.value ?? Number.NaN, digits));
      write(stiction as HTMLElement, numberText(value, digits));
      write(right as HTMLElement, Number.isNaN(truth) ? '' : numberText(truth, digits));
    }
  }

  return {
    open(show, values) {
      const { proof } = show;
      const truth = truthOf(show, values);
      label.replaceChildren(...withUnit(proof.label, proof.unit));
      find('[data-tile="truth"]').hidden = Number.isNaN(truth);
      write(truthNumber, numberText(truth, proof.digits), truth);
      for (const side of SIDES) {
        write(parts[side].number, '…', Number.NaN);
        write(parts[side].error, '');
        parts[side].tile.dataset.state = 'open';
      }
    },
    update(run, isMoving) {
      const { show, values, plays, done } = run;
      const { proof } = show;
      if (!isMoving || performance.now() > factsAt + FACTS_INTERVAL) {
        factsAt = performance.now();
        showFacts(run);
      }
      const truth = truthOf(show, values);
      write(truthNumber, numberText(truth, proof.digits), truth);
      for (const side of SIDES) {
        const value = plays[side].probe.proof;
        const { tile, number, error } = parts[side];
        const isKnown = !Number.isNaN(value);
        write(number, isKnown ? numberText(value, proof.digits) : done ? 'none' : '…', value);
        const good = isKnown && isGood(show, values, side, value);
        const state = isKnown ? (good ? 'good' : 'bad') : done ? 'bad' : 'open';
        if (tile.dataset.state !== state) tile.dataset.state = state;
        write(error, isKnown ? errorText(value, truth, good) : '');
      }
    },
  };
}
