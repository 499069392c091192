import type { FrictionLaw } from '@stiction/friction-core';
import type { Rotation, Scene, SceneWorld, ShapeSpec, Vector } from '../scene.js';

/**
 * A scene of the demo, without a page: what it is made of, what can be changed, and the number that proves it. The page, the
 * browser tests and the engine tests all run the same object. z is up; SI units.
 */
export interface Show<V extends Values = Values> {
  /** Stands in the address. */
  id: string;
  title: string;
  /** One sentence: what to look at. */
  look: string;
  controls: { readonly [K in keyof V]: Control<V[K]> };
  /** Built twice, stock and with Stiction. `values` is live: `drive` may read what the user changes meanwhile. */
  scene(values: V): Scene;
  /** A new one for each world, before its first step. */
  probe(values: V, world: SceneWorld): Probe;
  proof: Proof<V>;
  curve: Curve<V>;
  /** Which side of the scene is seen first. */
  view: View;
  /** Laws of the scene's main pair that can be swapped while it runs; the first is the scene's own. */
  laws?: readonly LawChoice<V>[];
  /** How bodies look, by name; the rest have the colours of the page. */
  looks?(values: V): Readonly<Record<string, Look>>;
  /** Things that are only drawn, in the frame of the scene: marks, wedges, nets. */
  props?(values: V): readonly Prop[];
  /** How the drawing is turned against the scene, for scenes that tilt gravity instead of the ground. */
  turn?(values: V): Rotation;
  /** Where theory has some body now: drawn as an outline. */
  ghost?: Ghost<V>;
  /** Bodies of which the stock engine has none, or other step sizes that a scene needs [s]. @default 1/60 */
  dt?: number;
  /** The scene's ten lines as a user would write them, for each engine; a file below `snippets/` that is type-checked. */
  snippet: string;
}

export type Value = number | boolean | string;
export type Values = { [name: string]: Value };

/** What the user can change. A change starts the scene anew unless the control is `live`. */
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
  | { kind: 'paint'; value: string; columns: number; rows: number };

/** Watches one world. */
export interface Probe {
  /** After each step. */
  sample(world: SceneWorld, dt: number): void;
  /** What the chart shows now; NaN: nothing. */
  readonly curve: number;
  /** The number that proves the scene so far; NaN until it is known. */
  readonly proof: number;
  /** Nothing more is to be seen: the page may start anew. */
  readonly done: boolean;
  /** What is heard now, if the user has asked for sound: pitch [Hz] and loudness 0 to 1. */
  readonly sound?: { readonly pitch: number; readonly loudness: number };
  /** Other figures that are worth a line. */
  readonly facts?: readonly Fact[];
}

export interface Fact {
  label: string;
  unit: string;
  /** NaN until it is known. */
  value: number;
  truth?: number;
  digits: number;
}

export interface Proof<V extends Values> {
  label: string;
  unit: string;
  /** NaN where there is none: then `good` alone judges. */
  truth(values: V): number;
  /** Is this number right? With the default values Stiction must pass in both engines. */
  good(proof: number, values: V): boolean;
  /** Shown with so many digits behind the point. */
  digits: number;
}

export interface Curve<V extends Values> {
  label: string;
  unit: string;
  /** The ghost behind the curves, `time` since the start of the scene [s]; NaN where it is not known. */
  theory?(time: number, values: V): number;
  /** How much of the time is shown [s]. */
  span: number;
}

/** For a field of view of 30 degrees from top to bottom and a picture a little wider than high; narrower ones move away. */
export interface View {
  target: Vector;
  /** From the target to the eye [m]. */
  eye: Vector;
  /** Follows this body. */
  follow?: string;
}

export interface LawChoice<V extends Values> {
  id: string;
  label: string;
  /** Materials of the pair, or none for the default law. */
  pair?: readonly [string, string];
  law(values: V): FrictionLaw;
}

export interface Look {
  colour?: string;
  normalMap?: Picture;
  /** Drawn as, where that differs from the shape. */
  hidden?: boolean;
}

/** A normal map: RGBA, 8 bit, the first row at v = 0, tiled every `tile` metres along u and v. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
  tile: number | readonly [number, number];
}

export interface Prop {
  shape: ShapeSpec;
  position: Vector;
  rotation?: Rotation;
  /** CSS, or the page's own 'mark'. @default as fixed bodies */
  colour?: string;
  /** 0 to 1. @default 1 */
  opacity?: number;
  /** Of boxes, and of cylinders, around which it runs once where its tile is their circumference. */
  normalMap?: Picture;
}

export interface Ghost<V extends Values> {
  body: string;
  /** Position at a time since the start of the scene; not finite: nothing is drawn. */
  position(time: number, values: V): Vector;
  rotation?(time: number, values: V): Rotation;
}
