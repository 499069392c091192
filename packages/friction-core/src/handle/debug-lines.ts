import { requireKnownOptions, requirePositive } from '../options.js';
import { type PatchBuffers, SHAPE_STRIDE } from '../patches/patch-buffers.js';

/** Options of `debugLines`. */
export interface DebugLinesOptions {
  /**
   * Length of a force in the drawing, > 0 m/N (in the world's units of length and force).
   * @default the largest normal force of this step is half a metre long, i.e. 0.5 · lengthUnit
   */
  forceScale?: number;
  /** Draws the normal force on body B of each patch. @default true */
  normals?: boolean;
  /** Draws the friction force on body B as an arrow, and the torsion as an arc about the normal. @default true */
  forces?: boolean;
  /** Draws the friction limit: the law's set times the normal force, in the contact plane, at the scale of the forces. @default true */
  limits?: boolean;
  /** Draws the pressure centres as small crosses. @default true */
  centres?: boolean;
}

/**
 * Lines of two vertices each, in the format of Rapier's `debugRender`. The object and its arrays stay the same until they have to
 * grow. Behind `vertices` they hold zeros, so you may draw the whole arrays.
 */
export interface DebugLines {
  /** Three numbers per vertex. */
  positions: Float32Array;
  /** Red, green, blue, alpha per vertex, 0..1. */
  colors: Float32Array;
  /** Number of vertices. */
  vertices: number;
}

/** Lines with the temporaries of drawing them. Arrays, because V8 may allocate a number that is passed to a function. */
interface Canvas extends DebugLines {
  /** World length per impulse of the step. */
  scale: Float64Array;
  /** World units per metre. */
  unit: Float64Array;
  /** Points of the current line in the frame of its patch: along t1, t2 and the normal, from the centre. */
  path: Float64Array;
  /** Unit direction in which the limit is asked for, and the limit there. */
  direction: Float64Array;
  limit: Float64Array;
  slip: Float64Array;
}

const OPTIONS: readonly (keyof DebugLinesOptions)[] = ['forceScale', 'normals', 'forces', 'limits', 'centres'];

const DEFAULTS: DebugLinesOptions = {};

/** Length of the largest normal force without `forceScale`, size of the crosses, radius of the arcs [m]. */
const LONGEST_NORMAL = 0.5;
const CROSS_SIZE = 0.02;
const ARC_RADIUS = 0.06;
/** Length of an arrow's head, as a fraction of the arrow. */
const ARROW_HEAD = 0.2;
const LIMIT_SEGMENTS = 32;
const ARC_SEGMENTS = 12;
/** Lines of all kinds: limit 32, arc 12, arrow 4, cross 4, normal 1. */
const LINES_PER_PATCH = 53;
/** Smaller fractions of the limit get no arc. */
const MIN_ARC = 1e-3;

/** Red, green, blue, alpha: normals and centres; forces and limits that stick; forces and limits that slide. */
const COLORS = [
  0.35, 0.6, 1, 1, 1, 1, 1, 1, 0.2, 0.85, 0.35, 1, 0.2, 0.85, 0.35, 0.4, 1, 0.35, 0.1, 1, 1, 0.35, 0.1, 0.4,
];
const NORMAL_COLOR = 0;
const CENTRE_COLOR = 4;
const FORCE_COLOR = 8;
const LIMIT_COLOR = 12;
/** From the colours of sticking patches to those of sliding ones. */
const SLIDING_OFFSET = 8;

export function createDebugLines(): DebugLines {
  const canvas: Canvas = {
    positions: new Float32Array(0),
    colors: new Float32Array(0),
    vertices: 0,
    scale: new Float64Array(1),
    unit: new Float64Array(1),
    path: new Float64Array(3 * (LIMIT_SEGMENTS + 1)),
    direction: new Float64Array(3),
    limit: new Float64Array(3),
    slip: new Float64Array(3),
  };
  return canvas;
}

/** Draws the patches of a step of `dt` seconds, from one or more buffers, into lines made by `createDebugLines`. */
export function drawPatches(
  lines: DebugLines,
  buffers: readonly PatchBuffers[],
  dt: number,
  lengthUnit: number,
  options: DebugLinesOptions = DEFAULTS,
): DebugLines {
  if (options !== DEFAULTS) requireDebugLines(options);
  const canvas = lines as Canvas;
  const { normals = true, forces = true, limits = true, centres = true } = options;
  const before = canvas.vertices;
  let count = 0;
  for (const patches of buffers) count += dt > 0 ? patches.count : 0;
  const room = 2 * LINES_PER_PATCH * count;
  canvas.vertices = 0;
  if (canvas.positions.length < 3 * room) {
    canvas.positions = new Float32Array(6 * room);
    canvas.colors = new Float32Array(8 * room);
  }
  let largest = 0;
  for (const patches of buffers) {
    for (let i = 0; i < patches.count; i++) largest = Math.max(largest, patches.stepNormalImpulse[i]);
  }
  canvas.unit[0] = lengthUnit;
  canvas.scale[0] =
    options.forceScale === undefined ? (LONGEST_NORMAL * lengthUnit) / largest : options.forceScale / dt;
  for (const patches of buffers) {
    for (let i = 0; count > 0 && i < patches.count; i++) {
      if (limits) drawLimit(canvas, patches, i);
      if (normals) drawNormal(canvas, patches, i);
      if (forces) {
        drawFriction(canvas, patches, i);
        drawTorsion(canvas, patches, i);
      }
      if (centres) drawCentre(canvas, patches, i);
    }
  }
  canvas.positions.fill(0, 3 * canvas.vertices, 3 * before);
  canvas.colors.fill(0, 4 * canvas.vertices, 4 * before);
  return lines;
}

function requireDebugLines(options: DebugLinesOptions): void {
  requireKnownOptions('debugLines', options, OPTIONS);
  for (const option of OPTIONS) {
    const value = options[option];
    if (value === undefined) continue;
    if (option === 'forceScale') requirePositive('debugLines', option, value, 'm/N');
    else if (typeof value !== 'boolean') {
      throw new TypeError(`debugLines: ${option} must be true or false (got ${String(value)})`);
    }
  }
}

/** Draws the first points of the path. Points that are not finite are drawn at the centre. */
function drawPath(canvas: Canvas, patches: PatchBuffers, i: number, points: number, color: number): void {
  const { path, positions, colors } = canvas;
  const { centre, tangent1, tangent2, normal } = patches;
  for (let k = 1; k < 2 * points - 1; k++) {
    const p = 3 * (k >> 1);
    const v = canvas.vertices++;
    const isValid = (path[p] + path[p + 1] + path[p + 2]) * 0 === 0;
    for (let e = 0; e < 3; e++) {
      const at = 3 * i + e;
      positions[3 * v + e] = centre[at];
      if (isValid) {
        positions[3 * v + e] += path[p] * tangent1[at] + path[p + 1] * tangent2[at] + path[p + 2] * normal[at];
      }
    }
    for (let e = 0; e < 4; e++) colors[4 * v + e] = COLORS[color + e];
  }
}

function colorOf(patches: PatchBuffers, i: number, color: number): number {
  return patches.sliding[i] === 1 ? color + SLIDING_OFFSET : color;
}

function drawNormal(canvas: Canvas, patches: PatchBuffers, i: number): void {
  const { path, scale } = canvas;
  path.fill(0);
  path[5] = scale[0] * patches.stepNormalImpulse[i];
  drawPath(canvas, patches, i, 2, NORMAL_COLOR);
}

function drawCentre(canvas: Canvas, patches: PatchBuffers, i: number): void {
  const { path, unit } = canvas;
  const size = CROSS_SIZE * unit[0];
  path.fill(0);
  path[0] = -size;
  path[3] = size;
  path[10] = size;
  path[13] = -size;
  drawPath(canvas, patches, i, 5, CENTRE_COLOR);
}

/** An arrow: from the centre to the tip, and both sides of the head. */
function drawFriction(canvas: Canvas, patches: PatchBuffers, i: number): void {
  const { path, scale } = canvas;
  const x = scale[0] * patches.stepImpulse[3 * i];
  const y = scale[0] * patches.stepImpulse[3 * i + 1];
  path.fill(0);
  path[3] = x;
  path[4] = y;
  path[6] = x - ARROW_HEAD * (x - 0.5 * y);
  path[7] = y - ARROW_HEAD * (y + 0.5 * x);
  path[9] = x;
  path[10] = y;
  path[12] = x - ARROW_HEAD * (x + 0.5 * y);
  path[13] = y - ARROW_HEAD * (y - 0.5 * x);
  drawPath(canvas, patches, i, 5, colorOf(patches, i, FORCE_COLOR));
}

/** An arc about the normal whose angle is the torsion as a fraction of its limit: half a circle at the limit. */
function drawTorsion(canvas: Canvas, patches: PatchBuffers, i: number): void {
  const { path, unit, direction, limit } = canvas;
  const torsion = patches.stepImpulse[3 * i + 2];
  direction.fill(0);
  direction[2] = Math.sign(torsion);
  findLimit(canvas, patches, i);
  const fraction = Math.min(1, torsion / limit[2]);
  if (!(fraction > MIN_ARC)) return;
  const angle = (Math.PI * fraction * direction[2]) / ARC_SEGMENTS;
  const radius = ARC_RADIUS * unit[0];
  path.fill(0);
  for (let k = 0; k <= ARC_SEGMENTS; k++) {
    path[3 * k] = radius * Math.cos(k * angle);
    path[3 * k + 1] = radius * Math.sin(k * angle);
  }
  drawPath(canvas, patches, i, ARC_SEGMENTS + 1, colorOf(patches, i, FORCE_COLOR));
}

/** The law's set in the contact plane, times the load, as a closed line. */
function drawLimit(canvas: Canvas, patches: PatchBuffers, i: number): void {
  const { path, scale, direction, limit } = canvas;
  path.fill(0);
  for (let k = 0; k <= LIMIT_SEGMENTS; k++) {
    const angle = (2 * Math.PI * k) / LIMIT_SEGMENTS;
    direction[0] = Math.cos(angle);
    direction[1] = Math.sin(angle);
    direction[2] = 0;
    findLimit(canvas, patches, i);
    path[3 * k] = scale[0] * limit[0];
    path[3 * k + 1] = scale[0] * limit[1];
  }
  drawPath(canvas, patches, i, LIMIT_SEGMENTS + 1, colorOf(patches, i, LIMIT_COLOR));
}

/**
 * limit = the impulse of the set that reaches farthest along `direction`, for the load of the whole step. Sets that depend on the
 * speed read it from the length of their argument, so that is the current slip.
 */
function findLimit({ unit, direction, limit, slip }: Canvas, patches: PatchBuffers, i: number): void {
  const { slip: v } = patches;
  const speed = Math.max(Math.sqrt(v[3 * i] ** 2 + v[3 * i + 1] ** 2), 1e-9 * unit[0]);
  for (let e = 0; e < 3; e++) slip[e] = speed * direction[e];
  patches.law[i].set.support(slip, patches.shape, SHAPE_STRIDE * i, limit);
  for (let e = 0; e < 3; e++) limit[e] *= patches.normalScale[i] * patches.stepNormalImpulse[i];
}
