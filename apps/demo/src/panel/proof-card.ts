import type { DemoScene, Values } from '@stiction/scenes/demo';
import { create, find, readout, withUnit, write } from '../dom.js';
import type { Run } from '../run.js';
import { SIDES, type Side } from '../sides.js';
import { errorText, numberText } from './format.js';

/** The number that proves the scene: stock, Stiction and the reference. */
export interface ProofCard {
  open(demo: DemoScene, values: Values): void;
  /** Further figures may update less often while the scene moves. */
  update(run: Run, isMoving: boolean): void;
}

/** Update interval of further figures [ms]. */
const FACTS_INTERVAL = 250;

/** True if the chart shows the number while it is not known yet. */
const isSameNumber = ({ proof, curve }: DemoScene): boolean => proof.label === curve.label;

export function createProofCard(): ProofCard {
  const label = readout('proof-label');
  const referenceNumber = readout('reference');
  const referenceTile = find('[data-tile="reference"]');
  const fault = readout('fault');
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
  /** References may be whole simulations: computed only when values change. */
  const known = { key: '', value: Number.NaN };
  const judged = Object.fromEntries(SIDES.map((side) => [side, { key: '', value: Number.NaN, good: false }]));

  function referenceOf({ proof }: DemoScene, values: Values): number {
    const key = `${proof.label} ${JSON.stringify(values)}`;
    if (known.key !== key) Object.assign(known, { key, value: proof.reference(values) });
    return known.value;
  }

  function isGood({ proof }: DemoScene, values: Values, side: Side, value: number): boolean {
    const last = judged[side];
    if (last.key !== known.key || last.value !== value) {
      Object.assign(last, { key: known.key, value, good: proof.good(value, values) });
    }
    return last.good;
  }

  /** One line per further figure; rebuilt if their number changes. */
  function showFacts({ sides, isComparable }: Run): void {
    const figures = sides.stiction.probe.facts ?? [];
    const stockFigures = sides.stock.probe.facts ?? [];
    facts.hidden = figures.length === 0;
    const body = find('tbody', facts);
    while (body.children.length > figures.length) body.lastElementChild?.remove();
    while (body.children.length < figures.length) {
      const heading = create('th', { scope: 'row' });
      body.append(create('tr', {}, heading, create('td'), create('td'), create('td')));
    }
    for (const [k, { label, unit, value, reference = Number.NaN, digits }] of figures.entries()) {
      const [heading, stock, stiction, right] = body.children[k].children;
      write(heading as HTMLElement, unit ? `${label} [${unit}]` : label);
      write(stock as HTMLElement, numberText(stockFigures[k]?.value ?? Number.NaN, digits));
      write(stiction as HTMLElement, numberText(value, digits));
      write(right as HTMLElement, Number.isNaN(reference) || !isComparable ? '' : numberText(reference, digits));
    }
  }

  function showFault(text: string): void {
    write(fault, text);
    fault.hidden = text === '';
  }

  return {
    open(demo, values) {
      const { proof } = demo;
      const reference = referenceOf(demo, values);
      label.replaceChildren(...withUnit(proof.label, proof.unit));
      referenceTile.hidden = Number.isNaN(reference);
      write(referenceNumber, numberText(reference, proof.digits), reference);
      showFault('');
      for (const side of SIDES) {
        write(parts[side].number, '…', Number.NaN);
        write(parts[side].error, '');
        parts[side].tile.dataset.state = 'open';
      }
    },
    update(run, isMoving) {
      const { demo, values, sides, done, isComparable } = run;
      const { proof } = demo;
      if (!isMoving || performance.now() > factsAt + FACTS_INTERVAL) {
        factsAt = performance.now();
        showFacts(run);
      }
      const reference = referenceOf(demo, values);
      write(referenceNumber, numberText(reference, proof.digits), reference);
      referenceTile.dataset.state = isComparable ? '' : 'other';
      write(readout('reference-note'), run.otherwise);
      for (const side of SIDES) {
        const value = sides[side].probe.proof;
        const { tile, number, error } = parts[side];
        const isKnown = !Number.isNaN(value);
        const isJudged = isKnown && !proof.isOpen;
        const soFar = isKnown ? value : isSameNumber(demo) ? sides[side].probe.curve : Number.NaN;
        write(number, Number.isNaN(soFar) ? (done ? 'none' : '…') : numberText(soFar, proof.digits), value);
        const good = isKnown && isGood(demo, values, side, value);
        // What the stock engine does not have is missing whatever the user does.
        const judged = isComparable ? value : Number.NaN;
        const isWrong = !good && (isComparable || demo.stockLacks !== undefined);
        if (side === 'stock') showFault((isWrong && demo.stockFault?.(run.engine, judged, values)) || '');
        if (side === 'stock' && !demo.stockLacks)
          write(readout('lacks'), good && isJudged && isComparable ? ': right here' : '');
        const lacks = side === 'stock' ? demo.stockLacks : undefined;
        const judgement = proof.isOpen ? 'open' : isKnown ? (good ? 'good' : 'bad') : done ? 'bad' : 'open';
        const state = lacks ? 'lacks' : isComparable ? judgement : 'other';
        if (tile.dataset.state !== state) tile.dataset.state = state;
        write(error, lacks ?? (isJudged && isComparable ? errorText(value, reference, good) : ''));
      }
    },
  };
}
