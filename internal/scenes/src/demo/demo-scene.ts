import type { FrictionLaw } from '@stiction/friction-core';
import type { EngineChoice } from '../load-engine.js';
import type { EngineName, Rotation, Scene, SceneWorld, ShapeSpec, Vector } from '../scene.js';
import type { Solution } from './reference-solution.js';

/**
 * A scene of the demo, independent of the page: its bodies, its controls, and the number that proves it. The page, the browser tests
 * and the engine tests run the same object. z is up; SI units.
 */
export interface DemoScene<V extends Values = Values> {
  /** Part of the page's address. */
  id: string;
  title: string;
  /** One sentence that says what to look for. */
  look: string;
  controls: { readonly [K in keyof V]: Control<V[K]> };
  /** Initial values in one engine, if its stock friction is wrong in other ways. @default those of the controls */
  engineValues?: Partial<Record<EngineName, Partial<V>>>;
  /** Built twice, stock and with Stiction. `values` is live: `drive` sees changes by the user. */
  scene(values: V): Scene;
  /** Called once per world, before its first step. */
  probe(values: V, world: SceneWorld): Probe;
  proof: Proof<V>;
  curve: Curve<V>;
  /** Initial view. */
  view: View;
  /** Laws of the main pair that the user can swap during a run; the first one is the default. */
  laws?: readonly LawChoice<V>[];
  /** Looks of bodies by name; all others use the colours of the page. */
  looks?(values: V): Readonly<Record<string, Look>>;
  /** Objects that are only drawn, in the frame of the scene: marks, wedges, nets. */
  props?(values: V): readonly Prop[];
  /** Rotation of the drawing relative to the scene, for scenes that tilt gravity instead of the ground. */
  rotation?(values: V): Rotation;
  /** Reference pose of a body, drawn as an outline. */
  ghost?: Ghost<V>;
  /** What the reference takes from a simulation, if that takes long: the page has it computed in a worker. */
  solution?: Solution<V>;
  /** Bodies that leave a line on the ground. */
  trails?: readonly string[];
  springs?: Springs;
  /** Height of the floor that is drawn if the scene has no ground, in the drawing. @default well below everything */
  floor?: number;
  /** Time step [s]. @default 1/60 */
  dt?: number;
  /** What the stock engines do not have, e.g. 'no such law': the page shows it in place of their error. */
  stockLacks?: string;
  /**
   * What is visibly wrong in the stock world, shown over it unless its number is good: 'should slide: it is stuck'. `proof` is NaN until it
   * is known: then only what is wrong from the start, whatever the values, or ''.
   */
  stockFault?(engine: EngineName, proof: number, values: V): string;
  /** Moving objects that are only drawn, e.g. wheels; their poses are those of the probe. */
  parts?(values: V): readonly Part[];
  /** Engines of its own, in the places of the two 3-D engines: 2-D engines for scenes seen from above. */
  engines?: Readonly<Record<EngineName, EngineChoice>>;
  /** Name of the files below `snippets/` with the scene's key lines as user code, one per engine; type-checked. */
  snippet: string;
}

export type Value = number | boolean | string;
export type Values = { [name: string]: Value };

/** A value that the user can change. A change restarts the scene unless the control is `live`. */
export type Control<T extends Value = Value> = { label: string; live?: boolean } & (T extends number
  ? NumberControl
  : T extends boolean
    ? BooleanControl
    : TextControl);

export interface NumberControl {
  kind: 'slider';
  value: number;
  min: number;
  max: number;
  step: number;
  unit?: string;
}

export type BooleanControl =
  | { kind: 'toggle'; value: boolean }
  /** True while a button or one of the keys (`KeyboardEvent.code`) is held. Always live. */
  | { kind: 'hold'; value: false; keys: readonly string[] };

export type TextControl =
  | { kind: 'choice'; value: string; options: readonly { value: string; label: string }[] }
  /** A grid of heights 0 to 9 to paint on: one digit per cell, row by row from the top. */
  | { kind: 'paint'; value: string; columns: number; rows: number }
  /** A design that the user builds, as text. `check` throws what is wrong with a text from a link. */
  | { kind: 'design'; value: string; check(text: string): unknown };

/** Measures one world. */
export interface Probe {
  /** Called before each step: drives what it has added to the world, such as vehicles. */
  drive?(world: SceneWorld, dt: number): void;
  /** Called after each step. */
  sample(world: SceneWorld, dt: number): void;
  /** Current value for the chart; NaN for none. */
  readonly curve: number;
  /** The number that proves the scene, so far; NaN until it is known. */
  readonly proof: number;
  /** Nothing more will happen: the page may restart the scene. */
  readonly done: boolean;
  /** Current sound, if the user turned it on: pitch [Hz] and loudness of a tone, and loudness of a hiss, 0 to 1. */
  readonly sound?: { readonly pitch: number; readonly loudness: number; readonly hiss?: number };
  /** Poses of the scene's `parts`: position and rotation, 7 numbers each. */
  readonly parts?: Float64Array;
  /** Traces on surfaces. The list only grows. */
  readonly marks?: readonly Mark[];
  /** Forces of wheels against their limits, each drawn as a dot in a circle. */
  readonly circles?: readonly FrictionCircle[];
  /** Further figures for the table. */
  readonly facts?: readonly Fact[];
}

/** A trace that the stage draws on a surface: the ring of an impact, which flashes and sounds, or a piece of a skid mark. */
export interface Mark {
  kind: 'impact' | 'skid';
  /** Of the scene [s]. */
  time: number;
  position: Vector;
  /** Rotates z to the normal of the surface; x is the direction of a skid mark. */
  rotation: Rotation;
  /** Half extents along x and y; of an impact, its radius twice [m]. */
  size: readonly [number, number];
  /** CSS colour. */
  colour: string;
  /** Of an impact: pitch [Hz] and loudness, 0 to 1. */
  sound?: { readonly pitch: number; readonly loudness: number };
}

/** The force of one wheel on the ground. */
export interface FrictionCircle {
  /** Place of the wheel on the vehicle: ahead and left, -1 to 1. */
  place: readonly [number, number];
  /** Force ahead and to the left, and the largest force that the ground can give [N]. */
  force: [number, number];
  limit: number;
  /** Load that has the size of the whole picture [N]. */
  scale: number;
  slides: boolean;
}

export interface Fact {
  label: string;
  unit: string;
  /** NaN until it is known. */
  value: number;
  reference?: number;
  digits: number;
}

export interface Proof<V extends Values> {
  label: string;
  unit: string;
  /** NaN without a reference number; then only `good` judges. */
  reference(values: V): number;
  /** True if this number is right. With the default values Stiction must pass in both engines. */
  good(proof: number, values: V): boolean;
  /** The number informs, and nothing is judged. */
  isOpen?: true;
  /** Decimals shown. */
  digits: number;
}

export interface Curve<V extends Values> {
  label: string;
  unit: string;
  /** The reference curve, `time` since the start of the scene [s]; NaN if unknown. */
  theory?(time: number, values: V): number;
  /** Time range of the chart [s]. */
  span: number;
  /** What the curve's distance from its reference contains beside what the number judges. */
  note?: string;
}

/** For a vertical field of view of 30 degrees and an image slightly wider than high; narrower images use a larger distance. */
export interface View {
  target: Vector;
  /** Vector from the target to the eye [m]. */
  eye: Vector;
  /** The view follows this body. */
  follow?: string;
  /** Opposite corners of a box that fills the image, whatever its shape; `eye` then only gives the direction. */
  frame?: readonly [Vector, Vector];
  /** The eye for images higher than wide. */
  tall?: Vector;
}

export interface LawChoice<V extends Values> {
  id: string;
  label: string;
  /** Materials of the pair; absent for the default law. */
  pair?: readonly [string, string];
  law(values: V): FrictionLaw;
  /** True if the reference of the scene, which is that of the first law, holds for this law too, e.g. because it approximates the first. */
  sameReference?: true;
}

export interface Look {
  colour?: string;
  /** What it seems to be made of. @default 'paint', on round bodies in two tones, which make rotation visible */
  surface?: Surface;
  normalMap?: Picture;
  /** Of a terrain: its colours from above, the first row at the smallest y; interpolated between the centres of pixels. */
  colourMap?: Omit<Picture, 'tile'>;
  /** True if the body is not drawn, for example because a prop replaces it. */
  hidden?: boolean;
  /** Drawn instead of the body's shape, with one colour for each part of a compound. */
  shape?: DrawnShape;
  colours?: readonly string[];
}

/** Materials to look at. Their grain is proportional to the distance of the eye, so it is as fine in all scenes. */
export type Surface =
  | 'paint'
  | 'plastic'
  | 'wood'
  | 'boards'
  | 'stone'
  | 'concrete'
  | 'asphalt'
  | 'grass'
  | 'snow'
  | 'ice'
  | 'cloth'
  | 'rubber'
  | 'steel'
  | 'brass'
  | 'ceramic'
  | 'card';

/** Shapes to draw: those of bodies, and more. */
export type DrawnShape =
  | ShapeSpec
  /** A profile of radii and heights, revolved about z. Edges sharper than 40 degrees stay sharp. */
  | { kind: 'lathe'; profile: readonly (readonly [radius: number, z: number])[] }
  /** A round wire through points. */
  | { kind: 'tube'; points: readonly Vector[]; radius: number; closed?: boolean }
  | { kind: 'group'; parts: readonly DrawnPart[] };

/** Coil springs that are only drawn, all alike. */
export interface Springs {
  /** Ends in the frame of a body, or of the scene. */
  between: readonly (readonly [SpringEnd, SpringEnd])[];
  radius: number;
  coils: number;
  colour?: string;
}

export interface SpringEnd {
  body?: string;
  at: Vector;
}

export interface DrawnPart {
  shape: DrawnShape;
  position?: Vector;
  rotation?: Rotation;
  /** @default that of the whole */
  colour?: string;
  surface?: Surface;
}

/** A moving object that is only drawn. */
export interface Part {
  shape: DrawnShape;
  colour?: string;
  surface?: Surface;
  /** One colour for each part of a compound. */
  colours?: readonly string[];
}

/** A normal map: RGBA, 8 bit, the first row at v = 0, tiled every `tile` metres along u and v. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
  tile: number | readonly [number, number];
}

export interface Prop {
  shape: DrawnShape;
  position: Vector;
  rotation?: Rotation;
  /** CSS colour, or 'mark' for the page's own. @default the colour of fixed bodies */
  colour?: string;
  surface?: Surface;
  /** 0 to 1. @default 1 */
  opacity?: number;
  /** On boxes, and on cylinders, around which it wraps once if its tile is their circumference. */
  normalMap?: Picture;
}

export interface Ghost<V extends Values> {
  body: string;
  /** Position at a time since the start of the scene; not drawn if not finite. */
  position(time: number, values: V): Vector;
  rotation?(time: number, values: V): Rotation;
}
