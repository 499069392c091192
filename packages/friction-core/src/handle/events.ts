import type { ContactView } from './contact-view.js';
import { createLandings, type Impact, type Landings } from './impacts.js';

/**
 * Events of a step: collected within it, sent after it. They are copied in between, so a callback may swap laws, restore,
 * unsubscribe, uninstall or throw.
 */
export interface FrictionEvents<Body> {
  /** Patches that started or stopped sliding. */
  stickSlip: EventList<ContactView<Body>>;
  impacts: EventList<Impact<Body>>;
  /** Impacts that are not over. */
  landings: Landings<Body>;
  /** True while callbacks run. */
  isNotifying: boolean;
  /** The first error thrown by a callback, in a list of at most one, because anything can be thrown. */
  errors: unknown[];
  /** 1/dt of the step, in an array so that it is not allocated. */
  perSecond: Float64Array;
}

/** The subscribers to one kind of event, and the events of this step. */
export interface EventList<Event> {
  /** Replaced, never modified, so that a loop over it is not disturbed. */
  subscribers: readonly Subscriber<Event>[];
  /** Reused from step to step; the first `count` belong to this step. */
  events: Event[];
  count: number;
}

interface Subscriber<Event> {
  callback: (event: Event) => void;
  accepts: (event: Event) => boolean;
}

export function createEvents<Body>(): FrictionEvents<Body> {
  return {
    stickSlip: { subscribers: [], events: [], count: 0 },
    impacts: { subscribers: [], events: [], count: 0 },
    landings: createLandings(),
    isNotifying: false,
    errors: [],
    perSecond: new Float64Array(1),
  };
}

/** Returns the function that ends the subscription. `accepts` selects events. */
export function subscribe<Event>(
  method: string,
  list: EventList<Event>,
  callback: (event: Event) => void,
  accepts: (event: Event) => boolean = acceptAll,
): () => void {
  if (typeof callback !== 'function') {
    throw new TypeError(`${method}: callback must be a function (got ${String(callback)})`);
  }
  const subscriber = { callback, accepts };
  list.subscribers = [...list.subscribers, subscriber];
  return () => {
    list.subscribers = list.subscribers.filter((other) => other !== subscriber);
  };
}

function acceptAll(): boolean {
  return true;
}

export function unsubscribeAll<Body>({ stickSlip, impacts }: FrictionEvents<Body>): void {
  stickSlip.subscribers = [];
  impacts.subscribers = [];
}

/** Number of events of this step. */
export function countEvents<Body>({ stickSlip, impacts }: FrictionEvents<Body>): number {
  return stickSlip.count + impacts.count;
}

/** At the start of a step: drops events that were not sent. */
export function clearEvents<Body>({ stickSlip, impacts }: FrictionEvents<Body>): void {
  stickSlip.count = 0;
  impacts.count = 0;
}

/** After the step: sends every event to all current subscribers. `isAlive`: the body is still in the world. */
export function notifyEvents<Body>(events: FrictionEvents<Body>, isAlive: (body: Body) => boolean): void {
  events.isNotifying = true;
  notifyList(events, events.impacts, isAlive);
  notifyList(events, events.stickSlip, isAlive);
  events.isNotifying = false;
}

function notifyList<Body, Event extends { bodyA: Body; bodyB: Body }>(
  { errors }: FrictionEvents<Body>,
  list: EventList<Event>,
  isAlive: (body: Body) => boolean,
): void {
  const { subscribers, count } = list;
  list.count = 0;
  for (let k = 0; k < count; k++) {
    const event = list.events[k];
    for (const subscriber of subscribers) {
      // A callback may have ended this subscription or removed a body.
      if (!list.subscribers.includes(subscriber) || !isAlive(event.bodyA) || !isAlive(event.bodyB)) continue;
      if (!subscriber.accepts(event)) continue;
      try {
        subscriber.callback(event);
      } catch (error) {
        if (errors.length === 0) errors.push(error);
      }
    }
  }
}

/** Last of all: throws the error of a callback. */
export function throwCallbackError<Body>({ errors }: FrictionEvents<Body>): void {
  if (errors.length > 0) throw errors.pop();
}
