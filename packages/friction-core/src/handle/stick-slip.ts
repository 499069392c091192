import type { PatchBuffers } from '../patches/patch-buffers.js';
import { type BodyLookup, type ContactView, createContactView, fillContactView } from './contact-view.js';

/**
 * Events for patches that start or stop sliding: `collectStickSlip` within the step, `notifyStickSlip` after it. The events are
 * copied in between, so a callback may swap laws, restore, unsubscribe, uninstall or throw.
 */
export interface StickSlip<Body> {
  /** Replaced, never modified, so that a loop over it is not disturbed. */
  subscribers: readonly Subscriber<Body>[];
  /** One view per event, reused from step to step; the first `count` belong to this step. */
  views: ContactView<Body>[];
  count: number;
  /** True while callbacks run. */
  isNotifying: boolean;
  /** The first error thrown by a callback, in a list of at most one, because anything can be thrown. */
  errors: unknown[];
  /** 1/dt of the step, in an array so that it is not allocated. */
  perSecond: Float64Array;
}

interface Subscriber<Body> {
  callback: (contact: ContactView<Body>) => void;
}

export function createStickSlip<Body>(): StickSlip<Body> {
  return { subscribers: [], views: [], count: 0, isNotifying: false, errors: [], perSecond: new Float64Array(1) };
}

/** Returns the function that ends the subscription. */
export function subscribe<Body>(
  stickSlip: StickSlip<Body>,
  callback: (contact: ContactView<Body>) => void,
): () => void {
  if (typeof callback !== 'function') {
    throw new TypeError(`onStickSlip: callback must be a function (got ${String(callback)})`);
  }
  const subscriber = { callback };
  stickSlip.subscribers = [...stickSlip.subscribers, subscriber];
  return () => {
    stickSlip.subscribers = stickSlip.subscribers.filter((other) => other !== subscriber);
  };
}

/** At the end of a solve: collects the patches that have changed since the last step. */
export function collectStickSlip<Body>(
  stickSlip: StickSlip<Body>,
  patches: PatchBuffers,
  dt: number,
  bodyAt: BodyLookup<Body>,
): void {
  const { sliding, wasSliding, stepNormalImpulse, count } = patches;
  const { perSecond, views } = stickSlip;
  stickSlip.count = 0;
  if (stickSlip.subscribers.length > 0) {
    perSecond[0] = 1 / dt;
    for (let i = 0; i < count; i++) {
      // A patch without load neither sticks nor slides.
      if (sliding[i] === wasSliding[i] || !(stepNormalImpulse[i] > 0)) continue;
      if (stickSlip.count === views.length) views.push(createContactView());
      if (fillContactView(views[stickSlip.count], patches, i, perSecond, bodyAt)) stickSlip.count++;
    }
  }
  for (let i = 0; i < count; i++) wasSliding[i] = sliding[i];
}

/** After the step: sends every event to all current subscribers. `isAlive`: the body is still in the world. */
export function notifyStickSlip<Body>(stickSlip: StickSlip<Body>, isAlive: (body: Body) => boolean): void {
  const { subscribers, count } = stickSlip;
  stickSlip.count = 0;
  stickSlip.isNotifying = true;
  for (let k = 0; k < count; k++) {
    const view = stickSlip.views[k];
    for (const subscriber of subscribers) {
      // A callback may have ended this subscription or removed a body.
      if (!stickSlip.subscribers.includes(subscriber) || !isAlive(view.bodyA) || !isAlive(view.bodyB)) continue;
      try {
        subscriber.callback(view);
      } catch (error) {
        if (stickSlip.errors.length === 0) stickSlip.errors.push(error);
      }
    }
  }
  stickSlip.isNotifying = false;
}

/** Last of all: throws the error of a callback. */
export function throwCallbackError<Body>(stickSlip: StickSlip<Body>): void {
  if (stickSlip.errors.length > 0) throw stickSlip.errors.pop();
}
