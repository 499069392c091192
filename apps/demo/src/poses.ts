import type { Scene, Vector } from '@stiction/scenes';
import type { SceneRun } from '@stiction/scenes/demo';

/** Current and previous poses of a world's bodies, in the order of the scene, and of the parts that the probe moves. */
export interface Poses {
  /** Before each step. */
  keep(): void;
  /** Writes 7 numbers per body, then per part: position and rotation between the last two steps; NaN for a removed body. */
  read(share: number, out: Float32Array): void;
  /** Where bodies have been: x and y, for each of those that leave a trail. */
  readonly trails: readonly (readonly number[])[];
}

/** Distance between two points of a trail [m]. */
const TRAIL_STEP = 0.01;

export function createPoses({ scene, world, probe }: SceneRun, trailing: readonly string[] = []): Poses {
  const names = scene.bodies.map(({ name }) => name);
  const fixed = scene.bodies.map(({ kind }) => kind === 'fixed');
  const gone = new Set<string>();
  const size = 7 * names.length + (probe.parts?.length ?? 0);
  let last = new Float64Array(size);
  let now = new Float64Array(size);
  let isRead = false;

  function readNow(all: boolean): void {
    for (let k = 0; k < names.length; k++) {
      if ((fixed[k] && !all) || gone.has(names[k])) continue;
      try {
        now.set(world.position(names[k]), 7 * k);
        now.set(world.rotation(names[k]), 7 * k + 3);
      } catch {
        gone.add(names[k]); // removed by the scene
        for (const poses of [now, last]) poses.fill(Number.NaN, 7 * k, 7 * k + 7);
      }
    }
    if (probe.parts) now.set(probe.parts, 7 * names.length);
    isRead = true;
  }

  const places = trailing.map((body) => 7 * names.indexOf(body));
  const trails = trailing.map((): number[] => []);

  function leaveTrails(): void {
    for (const [k, trail] of trails.entries()) {
      const [x, y] = [now[places[k]], now[places[k] + 1]];
      const end = trail.length;
      if (end === 0 || Math.hypot(x - trail[end - 2], y - trail[end - 1]) > TRAIL_STEP) trail.push(x, y);
    }
  }

  readNow(true);
  last.set(now);

  return {
    trails,
    keep() {
      if (!isRead) readNow(false);
      leaveTrails();
      const spare = last;
      last = now;
      now = spare;
      for (let k = 0; k < names.length; k++) {
        if (fixed[k]) now.set(last.subarray(7 * k, 7 * k + 7), 7 * k);
      }
      isRead = false;
    },
    read(share, out) {
      if (!isRead) readNow(false);
      mixPoses(last, now, share, out);
    },
  };
}

/** Poses between those before and after a step. */
export function mixPoses(last: ArrayLike<number>, now: ArrayLike<number>, share: number, out: Float32Array): void {
  for (let at = 0; at < now.length; at += 7) {
    for (let e = 0; e < 3; e++) out[at + e] = last[at + e] + share * (now[at + e] - last[at + e]);
    // q and -q are the same rotation: take the closer one. Steps are small, so normalizing suffices.
    let dot = 0;
    for (let e = 3; e < 7; e++) dot += last[at + e] * now[at + e];
    const sign = dot < 0 ? -1 : 1;
    let length = 0;
    for (let e = 3; e < 7; e++) {
      out[at + e] = (1 - share) * sign * last[at + e] + share * now[at + e];
      length += out[at + e] ** 2;
    }
    length = Math.sqrt(length) || 1;
    for (let e = 3; e < 7; e++) out[at + e] /= length;
  }
}

type ShownPoses = Pick<Poses, 'read' | 'trails'>;

/** Draws one body displaced while the user moves it. */
export interface Preview {
  set(body: string | null, by?: Vector): void;
  add(poses: ShownPoses): ShownPoses;
}

export function createPreview({ bodies }: Scene): Preview {
  let moved = -1;
  let by: Vector = [0, 0, 0];
  return {
    set(body, displacement = [0, 0, 0]) {
      moved = bodies.findIndex(({ name }) => name === body);
      by = displacement;
    },
    add: (poses) => ({
      get trails() {
        return poses.trails;
      },
      read(share, out) {
        poses.read(share, out);
        for (let e = 0; moved >= 0 && e < 3; e++) out[7 * moved + e] += by[e];
      },
    }),
  };
}
