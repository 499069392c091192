import type { SceneWorld } from '@stiction/scenes';

/** A contact patch of the last step, with what its law can bear. Forces in N, as vectors of the scene. */
export interface PatchSight {
  /** Names of the two bodies; '' where it has none. */
  bodyA: string;
  bodyB: string;
  law: string;
  centre: Float64Array;
  normal: Float64Array;
  normalForce: number;
  /** NaN where the engine holds the patch itself and does not tell with how much; `torsion` likewise. */
  friction: Float64Array;
  torsion: number;
  slip: Float64Array;
  spin: number;
  sliding: boolean;
  points: number;
  /** False where friction is Rapier's own, whose limit is not drawn. */
  acquired: boolean;
  /** The limit of friction at the present load: a closed line of 33 points about the centre, three numbers each. */
  limit: Float32Array;
}

/** What Rapier's handle has beyond the common one: contacts whose friction is Rapier's own. */
interface NativeContacts {
  contacts(options: { native: boolean }): Iterable<Contact>;
}

type Handle = NonNullable<SceneWorld['friction']>;
type Contact = (ReturnType<Handle['contacts']> extends Iterable<infer One> ? One : never) & { acquired?: boolean };

export interface PatchReader {
  /** The patches of the last step; the objects are used again by the next call. */
  read(): readonly PatchSight[];
}

export const LIMIT_POINTS = 33;
/** What `debugLines` draws per patch when asked for limits and centres alone: 32 lines and 4. */
const LIMIT_VERTICES = 64;
const STRIDE = 72;
const NATIVE = { native: true };
/** Speeds of resting bodies in Rapier stay below this [m/s]. */
const SLIDES = 0.02;
const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN];
const DRAWING = { forceScale: 1, normals: false, forces: false, limits: true, centres: true };

/** Reads the contacts of a world with Stiction; a stock engine tells none. */
export function createPatchReader(world: SceneWorld): PatchReader {
  const patches: PatchSight[] = [];
  const names = new Map<unknown, string>();
  const shown: PatchSight[] = [];

  /** Engines may hand out new objects for the same body, so names are looked up again where one is not known. */
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

  return {
    read() {
      const { friction } = world;
      shown.length = 0;
      if (!friction) return shown;
      const { positions, vertices } = friction.debugLines(DRAWING);
      let at = 0;
      const contacts: Iterable<Contact> =
        world.engine === 'rapier' ? (friction as NativeContacts).contacts(NATIVE) : friction.contacts();
      for (const contact of contacts) {
        const patch = patches[shown.length] ?? createPatch();
        patches[shown.length] = patch;
        patch.acquired = contact.acquired ?? true;
        if (patch.acquired) {
          // Lines have a patch more where a body is gone.
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
        // Rapier does not tell whether a contact of its own slides.
        patch.sliding = contact.sliding || (!patch.acquired && Math.hypot(...contact.slip) > SLIDES);
        patch.points = contact.points;
        shown.push(patch);
      }
      return shown;
    },
  };
}

/** Is the friction of a patch known? */
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
    // Each line begins where the one before has ended.
    const from = 3 * (vertex + (k === LIMIT_POINTS - 1 ? LIMIT_VERTICES - 1 : 2 * k));
    for (let e = 0; e < 3; e++) limit[3 * k + e] = positions[from + e] - centre[e];
  }
}
