import { requireInteger, requireKnownOptions, requireNumber, requirePositive } from '@stiction/friction-core/adapter';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshBasicMaterial,
} from 'three';

/** What `grow` reads of a contact. Contacts of every adapter have it. */
export interface SlidingContact {
  bodyA: unknown;
  centre: ArrayLike<number>;
  normal: ArrayLike<number>;
  slipSpeed: number;
  sliding: boolean;
}

export interface SkidMarksOptions {
  /** Pieces of all ribbons together, from 2 to 16000; the oldest are reused. @default 1000 */
  capacity?: number;
  /** Width of a ribbon, > 0. @default 0.2 */
  width?: number;
  /** Length of a piece, > 0. @default the width */
  spacing?: number;
  /** Height above the surface, >= 0. @default 0.005 */
  lift?: number;
  /** Slower contacts leave no mark, >= 0 m/s. @default 0.1 */
  minSpeed?: number;
  /** Time after which a mark has faded, > 0 s; null: never. @default null */
  fade?: number | null;
  /** @default '#111111' */
  color?: ColorRepresentation;
  /** Opacity of a new mark, > 0 and <= 1. @default 0.7 */
  opacity?: number;
}

/** The ribbon that a key draws at present. */
interface Track {
  /** The piece that grows; -1 before the second point. */
  piece: number;
  /** Update in which it was last extended. */
  frame: number;
  /** Where the growing piece starts, and the two corners there. */
  start: Float32Array;
  corners: Float32Array;
  hasCorners: boolean;
}

const OPTIONS = ['capacity', 'width', 'spacing', 'lift', 'minSpeed', 'fade', 'color', 'opacity'];
/** Triangles of a piece; its corners are start left, start right, end left, end right. */
const INDICES = [0, 1, 2, 2, 1, 3];
const UNUSED = -1;

/**
 * Ribbons on the ground where something slides: skid marks, scratches, trails. All ribbons share one mesh with a fixed number of pieces, whose oldest
 * are reused. `update` and `grow` allocate nothing except once for each new key.
 */
export class SkidMarks extends Mesh<BufferGeometry, MeshBasicMaterial> {
  readonly capacity: number;
  readonly #options: { width: number; spacing: number; lift: number; minSpeed: number; fade: number };
  readonly #positions: Float32Array;
  readonly #colors: Float32Array;
  /** Opacity of each piece when it was drawn, and its age [s]; UNUSED without a piece. */
  readonly #strength: Float32Array;
  readonly #age: Float32Array;
  readonly #normal = new Float32Array(3);
  readonly #tracks = new Map<unknown, Track>();
  #next = 0;
  #frame = 1;

  constructor(options: SkidMarksOptions = {}) {
    requireKnownOptions('SkidMarks', options, OPTIONS);
    const { capacity = 1000, width = 0.2, spacing = width, lift = 0.005, minSpeed = 0.1, fade = null } = options;
    const { color = '#111111', opacity = 0.7 } = options;
    requireInteger('SkidMarks', 'capacity', capacity, 2, 16_000);
    requirePositive('SkidMarks', 'width', width);
    requirePositive('SkidMarks', 'spacing', spacing);
    requireNumber('SkidMarks', 'lift', lift, 0);
    requireNumber('SkidMarks', 'minSpeed', minSpeed, 0, 'm/s');
    if (fade !== null) requirePositive('SkidMarks', 'fade', fade, 's');
    if (requirePositive('SkidMarks', 'opacity', opacity) > 1) {
      throw new RangeError(`SkidMarks: opacity must be <= 1 (got ${opacity})`);
    }
    const positions = new Float32Array(12 * capacity);
    const colors = new Float32Array(16 * capacity);
    const { r, g, b } = new Color(color);
    for (let v = 0; v < 4 * capacity; v++) colors.set([r, g, b, 0], 4 * v);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('color', new BufferAttribute(colors, 4).setUsage(DynamicDrawUsage));
    const index = new Uint16Array(6 * capacity);
    for (let k = 0; k < index.length; k++) index[k] = 4 * Math.floor(k / 6) + INDICES[k % 6];
    geometry.setIndex(new BufferAttribute(index, 1));
    const material = new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity,
      depthWrite: false,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    super(geometry, material);
    this.name = 'SkidMarks';
    this.frustumCulled = false;
    this.capacity = capacity;
    this.#options = { width, spacing, lift, minSpeed, fade: fade ?? Number.POSITIVE_INFINITY };
    this.#positions = positions;
    this.#colors = colors;
    this.#strength = new Float32Array(capacity);
    this.#age = new Float32Array(capacity).fill(UNUSED);
  }

  /** Number of pieces in use. */
  get pieces(): number {
    let count = 0;
    for (let k = 0; k < this.capacity; k++) if (this.#age[k] !== UNUSED) count++;
    return count;
  }

  /**
   * Extends the ribbon of a key, e.g. a wheel, to a point of the ground, once per step while it slides; `normal` points out of the ground. A key that was left out of a step starts a new
   * ribbon. `strength` from 0 to 1 scales the opacity.
   */
  extend(key: unknown, point: ArrayLike<number>, normal: ArrayLike<number>, strength = 1): void {
    let track = this.#tracks.get(key);
    if (!track) {
      track = { piece: -1, frame: -1, start: new Float32Array(3), corners: new Float32Array(6), hasCorners: false };
      this.#tracks.set(key, track);
    }
    if (track.frame < this.#frame - 1) startRibbon(track, point);
    track.frame = this.#frame;
    const { start, corners } = track;
    const { width, spacing, lift } = this.#options;
    const x = point[0] - start[0];
    const y = point[1] - start[1];
    const z = point[2] - start[2];
    // Across the ribbon: normal × direction.
    const ax = normal[1] * z - normal[2] * y;
    const ay = normal[2] * x - normal[0] * z;
    const az = normal[0] * y - normal[1] * x;
    const across = Math.sqrt(ax * ax + ay * ay + az * az);
    if (!(across > 1e-3 * spacing)) return;
    const half = width / 2 / across;
    if (!track.hasCorners) {
      writeCorners(corners, 0, start, normal, lift, half * ax, half * ay, half * az);
      track.hasCorners = true;
    }
    if (track.piece < 0) track.piece = this.#take();
    const { piece } = track;
    const at = 12 * piece;
    for (let e = 0; e < 6; e++) this.#positions[at + e] = corners[e];
    writeCorners(this.#positions, at + 6, point, normal, lift, half * ax, half * ay, half * az);
    this.#strength[piece] = Math.min(1, Math.max(0, strength));
    this.#age[piece] = 0;
    this.#paint(piece);
    if (x * x + y * y + z * z < spacing * spacing) return;
    // The next piece starts where this one ends.
    for (let e = 0; e < 3; e++) start[e] = point[e];
    for (let e = 0; e < 6; e++) corners[e] = this.#positions[at + 6 + e];
    track.piece = -1;
  }

  /**
   * Extends ribbons along the contacts of a step that slide. `keyOf` returns the body that draws, `bodyA` or `bodyB`: each draws one ribbon, so
   * of several contacts of one body in a step the last counts. null leaves no mark.
   */
  grow<Contact extends SlidingContact>(contacts: Iterable<Contact>, keyOf: (contact: Contact) => unknown): void {
    for (const contact of contacts) {
      if (!contact.sliding || !(contact.slipSpeed >= this.#options.minSpeed)) continue;
      const key = keyOf(contact);
      if (key === null || key === undefined) continue;
      // The normal points from A to B: for a key that is A, out of the wrong surface.
      const sign = key === contact.bodyA ? -1 : 1;
      for (let e = 0; e < 3; e++) this.#normal[e] = sign * contact.normal[e];
      this.extend(key, contact.centre, this.#normal);
    }
  }

  /** Ends the step: marks age by `dt` seconds, and the buffers are sent to the graphics card. */
  update(dt: number): void {
    requireNumber('SkidMarks.update', 'dt', dt, 0, 's');
    const { fade } = this.#options;
    if (fade < Number.POSITIVE_INFINITY) {
      for (let k = 0; k < this.capacity; k++) {
        if (this.#age[k] === UNUSED) continue;
        this.#age[k] += dt;
        if (this.#age[k] >= fade) this.#free(k);
        else this.#paint(k);
      }
    }
    this.#frame++;
    this.geometry.attributes.position.needsUpdate = true;
    this.geometry.attributes.color.needsUpdate = true;
  }

  /** Removes all marks. */
  override clear(): this {
    for (let k = 0; k < this.capacity; k++) this.#free(k);
    this.#tracks.clear();
    this.update(0);
    return super.clear();
  }

  /** Frees geometry and material. */
  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.#tracks.clear();
    this.removeFromParent();
  }

  /** The next piece of the ring; the ribbon that still grew it, if any, goes on with another one. */
  #take(): number {
    const piece = this.#next;
    this.#next = (piece + 1) % this.capacity;
    for (const track of this.#tracks.values()) if (track.piece === piece) track.piece = -1;
    return piece;
  }

  #free(piece: number): void {
    this.#age[piece] = UNUSED;
    this.#strength[piece] = 0;
    this.#paint(piece);
    this.#positions.fill(0, 12 * piece, 12 * piece + 12);
  }

  #paint(piece: number): void {
    const { fade } = this.#options;
    const left = fade < Number.POSITIVE_INFINITY ? 1 - this.#age[piece] / fade : 1;
    const alpha = this.#strength[piece] * left;
    for (let corner = 0; corner < 4; corner++) this.#colors[16 * piece + 4 * corner + 3] = alpha;
  }
}

function startRibbon(track: Track, point: ArrayLike<number>): void {
  track.piece = -1;
  track.hasCorners = false;
  for (let e = 0; e < 3; e++) track.start[e] = point[e];
}

function writeCorners(
  out: Float32Array,
  at: number,
  point: ArrayLike<number>,
  normal: ArrayLike<number>,
  lift: number,
  x: number,
  y: number,
  z: number,
): void {
  const px = point[0] + lift * normal[0];
  const py = point[1] + lift * normal[1];
  const pz = point[2] + lift * normal[2];
  out[at] = px + x;
  out[at + 1] = py + y;
  out[at + 2] = pz + z;
  out[at + 3] = px - x;
  out[at + 4] = py - y;
  out[at + 5] = pz - z;
}
