import { requireBoolean, requireKnownOptions, requirePositive } from '@stiction/friction-core/adapter';
import {
  Color,
  type ColorRepresentation,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Object3D,
} from 'three';
import { drawContact, type HelperContact, type Pens } from './draw-contact.js';
import { createGrowingGeometry } from './growing-geometry.js';
import { createLimitReader, type LimitReader, type LimitSource } from './limits.js';

/** The handle that `installFriction` returns, of any adapter. */
export interface FrictionSource<Contact extends HelperContact = HelperContact> extends LimitSource {
  contacts(): Iterable<Contact>;
}

/** Colours of a `FrictionHelper`. */
export interface FrictionHelperColors {
  /** @default '#5999ff' */
  normal?: ColorRepresentation;
  /** Friction that sticks. @default '#33d959' */
  sticking?: ColorRepresentation;
  /** Friction that slides. @default '#ff591a' */
  sliding?: ColorRepresentation;
  /** Pressure centres. @default '#ffffff' */
  centre?: ColorRepresentation;
}

/** What a `FrictionHelper` draws. */
export interface FrictionHelperParts {
  /** The normal force on body B. @default true */
  normals: boolean;
  /** The friction force on body B, and the total force. @default true */
  forces: boolean;
  /**
   * The friction limit at the height of the normal force: the law's limit surface, a circle for Coulomb friction. The total force ends inside it, and on
   * it while the contact slides. @default true
   */
  limits: boolean;
  /** The friction cone, from the pressure centre to the limit. @default true */
  cones: boolean;
  /** Pressure centres, as crosses. @default true */
  centres: boolean;
}

export interface FrictionHelperOptions<Contact extends HelperContact = HelperContact>
  extends Partial<FrictionHelperParts> {
  /** Length of a force, > 0 m/N. @default 'auto': the largest normal force is half a metre long */
  scale?: number | 'auto';
  /** Which contacts are drawn. @default all */
  filter?: (contact: Contact) => boolean;
  colors?: FrictionHelperColors;
  /** World units per metre, > 0. @default 1 */
  lengthUnit?: number;
}

/** One line of a legend. */
export interface LegendEntry {
  /** As '#rrggbb'. */
  color: string;
  text: string;
}

const PARTS = ['normals', 'forces', 'limits', 'cones', 'centres'] as const;
const OPTIONS = ['scale', 'filter', 'colors', 'lengthUnit', 'normals', 'forces', 'limits', 'cones', 'centres'];
/** Length of the largest normal force with the scale 'auto' [m]. */
const LONGEST = 0.5;
/** Share by which the automatic scale approaches its goal per update. */
const FOLLOW = 0.1;
const CONE_OPACITY = 0.16;

/**
 * Draws the contacts of the last step: normal and friction forces, friction cones and limit surfaces, pressure centres. Add it to the scene and call
 * `update` after the step. Its buffers grow when there are more contacts than before; apart from that it allocates nothing.
 */
export class FrictionHelper<Contact extends HelperContact = HelperContact> extends Object3D {
  /** What is drawn; change it whenever you like. */
  readonly parts: FrictionHelperParts;
  /** Length of a force [m/N], or 'auto'. */
  scaling: number | 'auto';
  /** Which contacts are drawn; null for all. */
  filter: ((contact: Contact) => boolean) | null;
  readonly #source: FrictionSource<Contact>;
  readonly #lengthUnit: number;
  readonly #pens: Pens;
  readonly #limits: LimitReader;
  readonly #lines: LineSegments;
  readonly #cones: Mesh;
  /** The force that is half a metre long, smoothed [N]; 0 before the first contact. */
  #largest = 0;

  constructor(friction: FrictionSource<Contact>, options: FrictionHelperOptions<Contact> = {}) {
    super();
    requireSource(friction);
    requireKnownOptions('FrictionHelper', options, OPTIONS);
    const { scale = 'auto', filter, colors = {}, lengthUnit = 1 } = options;
    if (scale !== 'auto') requirePositive('FrictionHelper', 'scale', scale, 'm/N');
    if (filter !== undefined && typeof filter !== 'function') {
      throw new TypeError(`FrictionHelper: filter must be a function (got ${String(filter)})`);
    }
    requireKnownOptions('FrictionHelper: colors', colors, ['normal', 'sticking', 'sliding', 'centre']);
    const shown = PARTS.map((part) => [part, requireBoolean('FrictionHelper', part, options[part] ?? true)]);
    this.parts = Object.fromEntries(shown) as FrictionHelperParts;
    this.scaling = scale;
    this.filter = filter ?? null;
    this.#source = friction;
    this.#lengthUnit = requirePositive('FrictionHelper', 'lengthUnit', lengthUnit, 'units per metre');
    this.#limits = createLimitReader();
    this.#pens = {
      lines: createGrowingGeometry(),
      cones: createGrowingGeometry(),
      normal: new Color(colors.normal ?? '#5999ff'),
      sticking: new Color(colors.sticking ?? '#33d959'),
      sliding: new Color(colors.sliding ?? '#ff591a'),
      centre: new Color(colors.centre ?? '#ffffff'),
    };
    // Drawn over everything, like three's own helpers: contacts are inside of what touches.
    const look = { vertexColors: true, depthTest: false, depthWrite: false, toneMapped: false, transparent: true };
    this.#lines = new LineSegments(this.#pens.lines.geometry, new LineBasicMaterial(look));
    this.#cones = new Mesh(
      this.#pens.cones.geometry,
      new MeshBasicMaterial({ ...look, opacity: CONE_OPACITY, side: DoubleSide }),
    );
    this.#cones.renderOrder = 1;
    this.#lines.renderOrder = 2;
    for (const part of [this.#cones, this.#lines]) {
      part.frustumCulled = false;
      this.add(part);
    }
    this.name = 'FrictionHelper';
  }

  /** The current length of a force [m/N]; with 'auto' it follows the largest normal force. */
  get forceScale(): number {
    if (this.scaling !== 'auto') return this.scaling;
    return this.#largest > 0 ? (LONGEST * this.#lengthUnit) / this.#largest : 0;
  }

  /** Colours and what they mean, with the scale, as text for your own page. */
  get legend(): LegendEntry[] {
    const { normal, sticking, sliding, centre } = this.#pens;
    const { normals, forces, limits, cones, centres } = this.parts;
    const entries: LegendEntry[] = [];
    const add = (color: Color, text: string) => entries.push({ color: `#${color.getHexString()}`, text });
    const scale = this.forceScale / this.#lengthUnit;
    const unit = scale > 0 ? `, 1 m = ${(1 / scale).toPrecision(3)} N` : '';
    if (normals) add(normal, `normal force${unit}`);
    if (forces || limits || cones) {
      const what = forces ? `friction${normals ? '' : unit}` : 'friction limit';
      add(sticking, `${what}, sticking`);
      add(sliding, `${what}, sliding`);
    }
    if (centres) add(centre, 'pressure centre');
    return entries;
  }

  /** Draws the contacts of the last step. */
  update(): void {
    const { parts, filter } = this;
    const { lines, cones } = this.#pens;
    lines.clear();
    cones.clear();
    if (this.visible) {
      const hasLimits = parts.limits || parts.cones;
      this.#followForces();
      const scale = this.forceScale;
      if (hasLimits) this.#limits.begin(this.#source);
      for (const contact of this.#source.contacts()) {
        const ring = hasLimits && this.#limits.read(contact.centre) ? this.#limits.ring : null;
        if (filter && !filter(contact)) continue;
        drawContact(this.#pens, parts, contact, ring, scale, this.#lengthUnit);
      }
    }
    lines.finish();
    cones.finish();
  }

  /** Frees geometries and materials. */
  override dispose(): void {
    for (const part of [this.#cones, this.#lines]) {
      part.geometry.dispose();
      (part.material as LineBasicMaterial | MeshBasicMaterial).dispose();
      this.remove(part);
    }
    this.removeFromParent();
  }

  #followForces(): void {
    if (this.scaling !== 'auto') return;
    let largest = 0;
    for (const contact of this.#source.contacts()) {
      if (!this.filter || this.filter(contact)) largest = Math.max(largest, contact.normalForce);
    }
    if (this.#largest === 0) this.#largest = largest;
    else if (largest > 0) this.#largest += FOLLOW * (largest - this.#largest);
  }
}

function requireSource(friction: Partial<FrictionSource>): void {
  if (typeof friction?.contacts === 'function' && typeof friction.debugLines === 'function') return;
  throw new TypeError(`FrictionHelper: friction must be the handle of installFriction (got ${String(friction)})`);
}
