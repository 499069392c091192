import type { SceneWorld } from '@stiction/scenes';

/** A contact patch of the last step, with the limit of its law. Forces in N, as vectors of the scene. */
export interface PatchSight {
  /** Names of the two bodies; '' if unnamed. */
  bodyA: string;
  bodyB: string;
  law: string;
  centre: Float64Array;
  normal: Float64Array;
  normalForce: number;
  /** NaN if the engine holds the patch itself and does not report the force; `torsion` likewise. */
  friction: Float64Array;
  torsion: number;
  slip: Float64Array;
  spin: number;
  sliding: boolean;
  points: number;
  /** False if Rapier solves this friction; its limit is not drawn. */
  acquired: boolean;
  /** The friction limit at the current load: a closed line of 33 points about the centre, three numbers each. */
  limit: Float32Array;
}

/** Rapier's addition to the common handle: contacts with friction solved by Rapier. */
interface NativeContacts {
  contacts(options: { native: boolean }): Iterable<Contact>;
}

type Handle = NonNullable<SceneWorld['friction']>;
type Contact = (ReturnType<Handle['contacts']> extends Iterable<infer One> ? One : never) & { acquired?: boolean };

export interface PatchReader {
  /** The patches of the last step; the next call reuses the objects. */
  read(): readonly PatchSight[];
}

export const LIMIT_POINTS = 33;
/** Lines per patch from `debugLines` with limits and centres only: 32 and 4. */
const LIMIT_VERTICES = 64;
const STRIDE = 72;
const NATIVE = { native: true };
/** Bodies at rest in Rapier stay below this speed [m/s]. */
const SLIDES = 0.02;
const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN];
const DRAWING = { forceScale: 1, normals: false, forces: false, limits: true, centres: true };

/** Reads the contacts of a world; of a stock one what its engine reports, without a limit. */
export function createPatchReader(world: SceneWorld): PatchReader {
  const patches: PatchSight[] = [];
  const names = new Map<unknown, string>();
  const shown: PatchSight[] = [];

  /** Engines may return new objects for the same body, so unknown ones are looked up by name again. */
  function nameOf(body: unknown): string {
    if (body === null || body === undefined) return '';
    const known = names.get(body);
    if (known !== undefined) return known;
    for (const name of world.names) {
      try {
        names.set(world.body(name), name);
      } catch {
        // removed from the scene
      }
    }
    return names.get(body) ?? '';
  }

  function readStock(): readonly PatchSight[] {
    for (const contact of world.stockContacts?.() ?? []) {
      const patch = patches[shown.length] ?? createPatch();
      patches[shown.length] = patch;
      patch.acquired = false;
      patch.bodyA = nameOf(contact.bodyA);
      patch.bodyB = nameOf(contact.bodyB);
      patch.centre.set(contact.centre);
      patch.normal.set(contact.normal);
      patch.normalForce = contact.normalForce;
      patch.friction.set(contact.friction ?? UNKNOWN);
      patch.torsion = Number.NaN;
      patch.points = contact.points;
      shown.push(patch);
    }
    return shown;
  }

  return {
    read() {
      const { friction } = world;
      shown.length = 0;
      if (!friction) return readStock();
      const { positions, vertices } = friction.debugLines(DRAWING);
      let at = 0;
      const contacts: Iterable<Contact> =
        world.engine === 'rapier' ? (friction as NativeContacts).contacts(NATIVE) : friction.contacts();
      for (const contact of contacts) {
        const patch = patches[shown.length] ?? createPatch();
        patches[shown.length] = patch;
        patch.acquired = contact.acquired ?? true;
        if (patch.acquired) {
          // There is an extra patch of lines if a body has been removed.
          while (at + STRIDE <= vertices && !isAt(positions, at, contact.centre)) at += STRIDE;
          if (at + STRIDE > vertices) continue;
          readLimit(positions, at, contact.centre, patch.limit);
          at += STRIDE;
        } else patch.limit.fill(0);
        patch.bodyA = nameOf(contact.bodyA);
        patch.bodyB = nameOf(contact.bodyB);
        patch.law = contact.law;
        patch.centre.set(contact.centre);
        patch.normal.set(contact.normal);
        patch.normalForce = contact.normalForce;
        patch.friction.set(contact.frictionForce ?? UNKNOWN);
        patch.torsion = contact.torsion ?? Number.NaN;
        patch.slip.set(contact.slip);
        patch.spin = contact.spin;
        // Rapier does not report whether its own contacts slide.
        patch.sliding = contact.sliding || (!patch.acquired && Math.hypot(...contact.slip) > SLIDES);
        patch.points = contact.points;
        shown.push(patch);
      }
      return shown;
    },
  };
}

/** True if the friction of a patch is known. */
export function isFrictionKnown({ friction }: PatchSight): boolean {
  return Number.isFinite(friction[0] + friction[1] + friction[2]);
}

function createPatch(): PatchSight {
  return {
    bodyA: '',
    bodyB: '',
    law: '',
    centre: new Float64Array(3),
    normal: new Float64Array(3),
    normalForce: 0,
    friction: new Float64Array(3),
    torsion: 0,
    slip: new Float64Array(3),
    spin: 0,
    sliding: false,
    points: 0,
    acquired: true,
    limit: new Float32Array(3 * LIMIT_POINTS),
  };
}

/** The first line of a cross goes through the centre. */
function isAt(positions: Float32Array, vertex: number, centre: Float64Array): boolean {
  const cross = 3 * (vertex + LIMIT_VERTICES);
  for (let e = 0; e < 3; e++) {
    const middle = 0.5 * (positions[cross + e] + positions[cross + 3 + e]);
    if (Math.abs(middle - centre[e]) > 1e-4 * (1 + Math.abs(centre[e]))) return false;
  }
  return true;
}

function readLimit(positions: Float32Array, vertex: number, centre: Float64Array, limit: Float32Array): void {
  for (let k = 0; k < LIMIT_POINTS; k++) {
    // Each line starts at the end of the previous one.
    const from = 3 * (vertex + (k === LIMIT_POINTS - 1 ? LIMIT_VERTICES - 1 : 2 * k));
    for (let e = 0; e < 3; e++) limit[3 * k + e] = positions[from + e] - centre[e];
  }
}
