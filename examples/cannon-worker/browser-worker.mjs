// For `new Worker(new URL('./browser-worker.mjs', import.meta.url), { type: 'module' })`.
import { createPhysics } from './physics.mjs';

/** @typedef {{ postMessage(message: object, transfer: ArrayBuffer[]): void, onmessage: unknown }} Scope */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));
const receive = createPhysics((message, transfer) => scope.postMessage(message, transfer));
/** @typedef {import('./physics.mjs').Start | import('./physics.mjs').Step} Message */
scope.onmessage = (/** @type {{ data: Message }} */ event) => receive(event.data);
