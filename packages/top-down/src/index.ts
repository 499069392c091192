export { type CustomFloor, createFloor } from './core/create-floor.js';
export type { FloorEngine } from './core/engine.js';
export type { Floor } from './core/handle.js';
export type { FloorOptions } from './core/options.js';
export type { FloorReport } from './core/report.js';
export type { MaterialAt } from './core/state.js';
export type { FloorContact } from './core/view.js';
export type { Footprint } from './footprint/footprint.js';
export type { Tyre, TyreOptions, TyresOptions } from './tyres/tyre-set.js';
