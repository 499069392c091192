import { type BodyOf, type ContactView, createContactView, fillContactView } from './contact-view.js';
import type { PatchBuffers } from './patch-buffers.js';

/**
 * Tells users which patches began or stopped sliding in a step: `collect` inside the step, `notify` when it is over. What is
 * told is copied in between, so a callback may step on everything: swap laws, restore, unsubscribe, uninstall, throw.
 */
export interface StickSlip<Body> {
  /** Replaced, never changed: a loop over it goes on undisturbed. */
  subscribers: readonly Subscriber<Body>[];
  /** One view per event, reused from step to step; the first `count` are those of this step. */
  views: ContactView<Body>[];
  count: number;
  /** True while callbacks run. */
  notifying: boolean;
  /** What the first callback that failed has thrown, in a list of one. */
  failure: unknown[];
}

interface Subscriber<Body> {
  callback: (contact: ContactView<Body>) => void;
}

export function createStickSlip<Body>(): StickSlip<Body> {
  return { subscribers: [], views: [], count: 0, notifying: false, failure: [] };
}

/** Returns the function that ends the subscription. */
export function subscribe<Body>(events: StickSlip<Body>, callback: (contact: ContactView<Body>) => void): () => void {
  if (typeof callback !== 'function') {
    throw new TypeError(`onStickSlip: callback must be a function (got ${String(callback)})`);
  }
  const subscriber = { callback };
  events.subscribers = [...events.subscribers, subscriber];
  return () => {
    events.subscribers = events.subscribers.filter((other) => other !== subscriber);
  };
}

/** At the end of a step's solve: remembers what has changed against the step before. */
export function collectStickSlip<Body>(
  events: StickSlip<Body>,
  patches: PatchBuffers,
  dt: number,
  bodyOf: BodyOf<Body>,
): void {
  const { sliding, wasSliding, stepNormalImpulse, count } = patches;
  events.count = 0;
  if (events.subscribers.length > 0) {
    perSecond[0] = 1 / dt;
    for (let i = 0; i < count; i++) {
      // A patch without load neither sticks nor slides: it counts as gone.
      if (sliding[i] === wasSliding[i] || !(stepNormalImpulse[i] > 0)) continue;
      if (events.count === events.views.length) events.views.push(createContactView());
      if (fillContactView(events.views[events.count], patches, i, perSecond, bodyOf)) events.count++;
    }
  }
  for (let i = 0; i < count; i++) wasSliding[i] = sliding[i];
}

const perSecond = new Float64Array(1);

/** When the step is over: every event to everyone who is still subscribed. `isThere`: is a body still in the world? */
export function notifyStickSlip<Body>(events: StickSlip<Body>, isThere: (body: Body) => boolean): void {
  const { subscribers, count } = events;
  events.count = 0;
  events.notifying = true;
  for (let k = 0; k < count; k++) {
    const view = events.views[k];
    for (const subscriber of subscribers) {
      // A callback may have ended this subscription or removed a body.
      if (!events.subscribers.includes(subscriber) || !isThere(view.bodyA) || !isThere(view.bodyB)) continue;
      try {
        subscriber.callback(view);
      } catch (error) {
        if (events.failure.length === 0) events.failure.push(error);
      }
    }
  }
  events.notifying = false;
}

/** Last of all: throws what a callback has thrown. */
export function throwFailure<Body>(events: StickSlip<Body>): void {
  if (events.failure.length > 0) throw events.failure.pop();
}
