import { requireInteger, requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import {
  type BufferGeometry,
  CircleGeometry,
  Color,
  type ColorRepresentation,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Texture,
  Vector3,
} from 'three';

export interface ContactDecalsOptions {
  /** Most decals at once, from 1 to 100000; the oldest are reused. @default 200 */
  capacity?: number;
  /** Radius without one of its own, > 0. @default 0.1 */
  size?: number;
  /** @default '#111111' */
  color?: ColorRepresentation;
  /** > 0 and <= 1. @default 0.5 */
  opacity?: number;
  /** A picture on every decal, e.g. scratches with transparency. */
  map?: Texture;
  /** Shape in the plane z = 0 with radius 1. It is disposed of with the decals. @default a disc */
  geometry?: BufferGeometry;
}

/** Where a decal goes. Contacts and impacts of every adapter fit if `centre` or `point` is passed as the point. */
export interface DecalPlace {
  point: ArrayLike<number>;
  /** Unit normal of the surface. */
  normal: ArrayLike<number>;
  /** Radius. @default the option `size` */
  size?: number;
  color?: ColorRepresentation;
}

const OPTIONS = ['capacity', 'size', 'color', 'opacity', 'map', 'geometry'];
/** Height above the surface, as a share of the radius. */
const LIFT = 0.01;

/** Flat marks on surfaces, such as traces of impacts: one instanced mesh with a fixed number of decals, whose oldest are reused. */
export class ContactDecals extends InstancedMesh<BufferGeometry, MeshBasicMaterial> {
  readonly capacity: number;
  readonly #size: number;
  readonly #matrix = new Matrix4();
  readonly #x = new Vector3();
  readonly #y = new Vector3();
  readonly #z = new Vector3();
  readonly #usual = new Color();
  readonly #color = new Color();
  #next = 0;

  constructor(options: ContactDecalsOptions = {}) {
    requireKnownOptions('ContactDecals', options, OPTIONS);
    const { capacity = 200, size = 0.1, color = '#111111', opacity = 0.5, map = null, geometry } = options;
    requireInteger('ContactDecals', 'capacity', capacity, 1, 100_000);
    requirePositive('ContactDecals', 'size', size);
    if (requirePositive('ContactDecals', 'opacity', opacity) > 1) {
      throw new RangeError(`ContactDecals: opacity must be <= 1 (got ${opacity})`);
    }
    const material = new MeshBasicMaterial({
      transparent: true,
      opacity,
      map,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    super(geometry ?? new CircleGeometry(1, 32), material, capacity);
    this.name = 'ContactDecals';
    this.capacity = capacity;
    this.#size = size;
    this.frustumCulled = false;
    this.#usual.set(color);
    // Colours from the start: three compiles materials with and without them differently.
    for (let k = 0; k < capacity; k++) this.setColorAt(k, this.#usual);
    this.count = 0;
  }

  /** Adds a decal on the side of the surface to which the normal points. */
  place({ point, normal, size = this.#size, color }: DecalPlace): void {
    const k = this.#next;
    this.#next = (k + 1) % this.capacity;
    this.count = Math.max(this.count, k + 1);
    this.#z.set(normal[0], normal[1], normal[2]).normalize();
    // Any direction that is not along the normal.
    if (Math.abs(this.#z.y) < 0.9) this.#x.set(0, 1, 0);
    else this.#x.set(1, 0, 0);
    this.#x.cross(this.#z).normalize();
    this.#y.crossVectors(this.#z, this.#x);
    this.#matrix.makeBasis(this.#x.multiplyScalar(size), this.#y.multiplyScalar(size), this.#z);
    const lift = LIFT * size;
    this.#matrix.setPosition(point[0] + lift * this.#z.x, point[1] + lift * this.#z.y, point[2] + lift * this.#z.z);
    this.setMatrixAt(k, this.#matrix);
    this.instanceMatrix.needsUpdate = true;
    this.#color.copy(this.#usual);
    if (color !== undefined) this.#color.set(color);
    this.setColorAt(k, this.#color);
    if (this.instanceColor) this.instanceColor.needsUpdate = true;
  }

  /** Frees geometry, material and instances. */
  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.removeFromParent();
    super.dispose();
  }
}
