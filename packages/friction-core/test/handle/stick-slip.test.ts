import { describe, expect, test } from 'vitest';
import {
  collectStickSlip,
  createEvents,
  type FillView,
  type FrictionEvents,
  fillContactView,
  notifyEvents,
  subscribe as subscribeTo,
  throwCallbackError,
} from '../../src/adapter/index.js';
import { type ContactView, coulomb } from '../../src/index.js';
import { createBoxes } from '../boxes-world.js';

const nameOf = (slot: number): string => `body ${slot}`;
const always = (): boolean => true;
const fillWith =
  (bodyAt: (slot: number) => string | undefined): FillView<string> =>
  (view, patches, i, perSecond) => {
    const [a, b] = [bodyAt(patches.bodyA[i]), bodyAt(patches.bodyB[i])];
    if (a === undefined || b === undefined) return false;
    view.bodyA = a;
    view.bodyB = b;
    fillContactView(view, patches, i, perSecond);
    return true;
  };
const subscribe = (events: FrictionEvents<string>, callback: (view: ContactView<string>) => void) =>
  subscribeTo('onStickSlip', events.stickSlip, callback);

function world(count = 2) {
  const boxes = createBoxes(count, coulomb({ mu: 0.5 }));
  const events = createEvents<string>();
  const step = (isTouching?: (k: number) => boolean) => {
    boxes.step(isTouching);
    collectStickSlip(events, boxes.store.current, boxes.dt, fillWith(nameOf));
    notifyEvents(events, always);
    throwCallbackError(events);
  };
  return { ...boxes, events, step };
}

describe('stick-slip events', () => {
  test('are sent when a patch starts and stops sliding, with the data of contacts()', () => {
    const { bodies, events, step } = world();
    const seen: string[] = [];
    subscribe(events, ({ bodyA, bodyB, sliding, law, normalForce, frictionForce }) => {
      seen.push(`${bodyA} ${bodyB} ${law} ${sliding}`);
      expect(normalForce).toBeCloseTo(9.81, 1);
      expect(frictionForce[0]).toBeLessThan(0);
    });
    for (let k = 0; k < 5; k++) step();
    expect(seen).toEqual([]);
    bodies.velocity[12] = 0.5; // body 2
    step();
    expect(seen).toEqual(['body 0 body 2 coulomb true']);
    for (let k = 0; k < 20; k++) step();
    expect(seen).toEqual(['body 0 body 2 coulomb true', 'body 0 body 2 coulomb false']);
  });

  test('are sent for a patch that starts sliding on contact, not for one that disappears', () => {
    const { bodies, events, step } = world();
    const seen: boolean[] = [];
    subscribe(events, ({ sliding }) => seen.push(sliding));
    const onlyFirst = (k: number) => k === 1;
    step(onlyFirst);
    bodies.velocity[12] = 5;
    step();
    expect(seen).toEqual([true]);
    step(onlyFirst);
    step(onlyFirst);
    expect(seen).toEqual([true]);
    step(); // a new patch that slides
    expect(seen).toEqual([true, true]);
  });

  test('are not sent for a patch that has lost its load', () => {
    const { bodies, events, step } = world(1);
    const seen: boolean[] = [];
    bodies.velocity[6] = 5;
    step();
    subscribe(events, ({ sliding }) => seen.push(sliding));
    bodies.velocity[8] = 3; // upwards
    step();
    expect(seen).toEqual([]);
  });

  test('compare with the last step, not with the time of the subscription', () => {
    const { bodies, events, step } = world(1);
    bodies.velocity[6] = 5;
    step();
    const seen: boolean[] = [];
    subscribe(events, ({ sliding }) => seen.push(sliding));
    step();
    expect(seen).toEqual([]);
    bodies.velocity.fill(0, 6, 12);
    step();
    expect(seen).toEqual([false]);
  });

  test('several subscribers, one of them twice, end independently', () => {
    const { bodies, events, step } = world(1);
    const seen: string[] = [];
    const twice = () => seen.push('twice');
    const ends = [subscribe(events, twice), subscribe(events, twice), subscribe(events, () => seen.push('once'))];
    bodies.velocity[6] = 5;
    step();
    expect(seen).toEqual(['twice', 'twice', 'once']);
    ends[0]();
    ends[0]();
    bodies.velocity.fill(0, 6, 12);
    step();
    expect(seen.slice(3)).toEqual(['twice', 'once']);
  });

  test('the first error of a callback is thrown last, and only once', () => {
    const { bodies, events, step } = world(2);
    const seen: unknown[] = [];
    subscribe(events, ({ bodyB }) => {
      throw new Error(`at ${bodyB}`);
    });
    subscribe(events, ({ bodyB }) => seen.push(bodyB));
    for (const at of [6, 12]) bodies.velocity[at] = 5;
    expect(() => step()).toThrow('at body 1');
    expect(seen).toEqual(['body 1', 'body 2']);
    expect(() => step()).not.toThrow();
    // undefined can be thrown too.
    const other = world(1);
    subscribe(other.events, () => {
      throw undefined;
    });
    other.bodies.velocity[6] = 5;
    let caught = false;
    try {
      other.step();
    } catch (error) {
      caught = error === undefined;
    }
    expect(caught).toBe(true);
  });

  test('are not sent for bodies that were removed before or by a callback', () => {
    const { store, dt, step } = world(3);
    step();
    const { sliding, wasSliding } = store.current;
    const events = createEvents<string>();
    const seen: string[] = [];
    let gone = 'nobody';
    subscribe(events, ({ bodyB }) => {
      seen.push(bodyB);
      gone = 'body 2';
    });
    for (const bodyOf of [nameOf, (slot: number) => (slot === 1 ? undefined : nameOf(slot))]) {
      gone = 'nobody';
      sliding.fill(1, 0, 3);
      wasSliding.fill(0, 0, 3);
      collectStickSlip(events, store.current, dt, fillWith(bodyOf));
      notifyEvents(events, (body) => body !== gone);
    }
    expect(seen).toEqual(['body 1', 'body 3', 'body 2', 'body 3']);
  });

  test('a callback must be a function', () => {
    expect(() => subscribe(createEvents(), 3 as never)).toThrow('onStickSlip: callback must be a function (got 3)');
  });
});
