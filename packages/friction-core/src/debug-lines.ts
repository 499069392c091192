import { requirePositive } from './laws/stribeck-curve.js';
import { requireKnownOptions } from './options.js';
import { type PatchBuffers, SHAPE_STRIDE } from './patch-buffers.js';

/** What to draw. */
export interface DebugLinesOptions {
  /**
   * Length of a force in the drawing, > 0 m/N (the world's units of length and force).
   * @default so that the largest normal force of this step is half a metre long, i.e. 0.5 · lengthUnit
   */
  forceScale?: number;
  /** The normal force on body B of each patch. @default true */
  normals?: boolean;
  /** The friction force on body B as an arrow, and the torsion as an arc about the normal. @default true */
  forces?: boolean;
  /** What the law can bear: its set times the normal force, in the contact plane, at the scale of the forces. @default true */
  limits?: boolean;
  /** The pressure centres, as small crosses. @default true */
  centres?: boolean;
}

/**
 * Lines to draw, two vertices each, as Rapier's `debugRender` gives them. The object and its arrays stay the same until they
 * have to grow; behind `vertices` they hold zeros, so drawing all of them does no harm.
 */
export interface DebugLines {
  /** Three numbers per vertex. */
  positions: Float32Array;
  /** Red, green, blue, alpha per vertex, 0..1. */
  colors: Float32Array;
  /** How many vertices there are. */
  vertices: number;
}

const OPTIONS: readonly (keyof DebugLinesOptions)[] = ['forceScale', 'normals', 'forces', 'limits', 'centres'];

const ALL: DebugLinesOptions = {};

/** Length of the largest normal force where `forceScale` is not given, size of the crosses and of the arcs [m]. */
const LONGEST = 0.5;
const CROSS = 0.02;
const ARC = 0.06;
/** Share of an arrow that is its head. */
const HEAD = 0.2;
const LIMIT_SEGMENTS = 32;
const ARC_SEGMENTS = 12;
/** Lines of all kinds: limit 32, arc 12, arrow 4, cross 4, normal 1. */
const LINES_PER_PATCH = 53;

/** Red, green, blue, alpha: normals and centres; forces and limits that stick; the same that slide. */
const COLORS = [
  0.35, 0.6, 1, 1, 1, 1, 1, 1, 0.2, 0.85, 0.35, 1, 0.2, 0.85, 0.35, 0.4, 1, 0.35, 0.1, 1, 1, 0.35, 0.1, 0.4,
];
const NORMAL = 0;
const CENTRE = 4;
const FORCE = 8;
const LIMIT = 12;
/** From the colour of what sticks to that of what slides. */
const SLIDES = 8;

export function createDebugLines(): DebugLines {
  return { positions: new Float32Array(0), colors: new Float32Array(0), vertices: 0 };
}

/** Draws the patches of a step of `dt` seconds, which may lie in several buffers, into `lines`. */
export function drawPatches(
  lines: DebugLines,
  buffers: readonly PatchBuffers[],
  dt: number,
  lengthUnit: number,
  options: DebugLinesOptions = ALL,
): DebugLines {
  if (options !== ALL) requireDebugLines(options);
  const { normals = true, forces = true, limits = true, centres = true } = options;
  const before = lines.vertices;
  let count = 0;
  for (const patches of buffers) count += dt > 0 ? patches.count : 0;
  const room = 2 * LINES_PER_PATCH * count;
  lines.vertices = 0;
  if (lines.positions.length < 3 * room) {
    lines.positions = new Float32Array(6 * room);
    lines.colors = new Float32Array(8 * room);
  }
  let largest = 0;
  for (const patches of buffers) {
    for (let i = 0; i < patches.count; i++) largest = Math.max(largest, patches.stepNormalImpulse[i]);
  }
  unit[0] = lengthUnit;
  scale[0] = options.forceScale === undefined ? (LONGEST * lengthUnit) / largest : options.forceScale / dt;
  for (const patches of buffers) {
    for (let i = 0; count > 0 && i < patches.count; i++) {
      if (limits) drawLimit(lines, patches, i);
      if (normals) drawNormal(lines, patches, i);
      if (forces) {
        drawFriction(lines, patches, i);
        drawTorsion(lines, patches, i);
      }
      if (centres) drawCentre(lines, patches, i);
    }
  }
  lines.positions.fill(0, 3 * lines.vertices, 3 * before);
  lines.colors.fill(0, 4 * lines.vertices, 4 * before);
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

/** World length per impulse of a step, world units per metre; numbers that are passed on might be allocated. */
const scale = new Float64Array(1);
const unit = new Float64Array(1);
/** Points of the line in hand, in the frame of a patch: along t1, t2 and the normal, from its centre. */
const path = new Float64Array(99); // LIMIT_SEGMENTS + 1 of them

/** Draws the first points of the path; what is not finite is drawn in the centre. */
function drawPath(lines: DebugLines, patches: PatchBuffers, i: number, points: number, color: number): void {
  const { centre, tangent1, tangent2, normal } = patches;
  for (let k = 1; k < 2 * points - 1; k++) {
    const p = 3 * (k >> 1);
    const v = lines.vertices++;
    const finite = (path[p] + path[p + 1] + path[p + 2]) * 0 === 0 ? 1 : 0;
    for (let e = 0; e < 3; e++) {
      const at = 3 * i + e;
      lines.positions[3 * v + e] = centre[at];
      if (finite === 1) {
        lines.positions[3 * v + e] += path[p] * tangent1[at] + path[p + 1] * tangent2[at] + path[p + 2] * normal[at];
      }
    }
    for (let e = 0; e < 4; e++) lines.colors[4 * v + e] = COLORS[color + e];
  }
}

function colorOf(patches: PatchBuffers, i: number, color: number): number {
  return patches.sliding[i] === 1 ? color + SLIDES : color;
}

function drawNormal(lines: DebugLines, patches: PatchBuffers, i: number): void {
  path.fill(0);
  path[5] = scale[0] * patches.stepNormalImpulse[i];
  drawPath(lines, patches, i, 2, NORMAL);
}

function drawCentre(lines: DebugLines, patches: PatchBuffers, i: number): void {
  const size = CROSS * unit[0];
  path.fill(0);
  path[0] = -size;
  path[3] = size;
  path[10] = size;
  path[13] = -size;
  drawPath(lines, patches, i, 5, CENTRE);
}

/** From the centre to the tip, and both sides of the head. */
function drawFriction(lines: DebugLines, patches: PatchBuffers, i: number): void {
  const x = scale[0] * patches.stepImpulse[3 * i];
  const y = scale[0] * patches.stepImpulse[3 * i + 1];
  path.fill(0);
  path[3] = x;
  path[4] = y;
  path[6] = x - HEAD * (x - 0.5 * y);
  path[7] = y - HEAD * (y + 0.5 * x);
  path[9] = x;
  path[10] = y;
  path[12] = x - HEAD * (x + 0.5 * y);
  path[13] = y - HEAD * (y - 0.5 * x);
  drawPath(lines, patches, i, 5, colorOf(patches, i, FORCE));
}

/** An arc about the normal, whose angle is the share of the torsion that the law can bear: half a turn for all of it. */
function drawTorsion(lines: DebugLines, patches: PatchBuffers, i: number): void {
  const torsion = patches.stepImpulse[3 * i + 2];
  direction.fill(0);
  direction[2] = Math.sign(torsion);
  findLimit(patches, i);
  const share = Math.min(1, torsion / edge[2]);
  if (!(share > 1e-3)) return;
  const angle = (Math.PI * share * direction[2]) / ARC_SEGMENTS;
  const radius = ARC * unit[0];
  path.fill(0);
  for (let k = 0; k <= ARC_SEGMENTS; k++) {
    path[3 * k] = radius * Math.cos(k * angle);
    path[3 * k + 1] = radius * Math.sin(k * angle);
  }
  drawPath(lines, patches, i, ARC_SEGMENTS + 1, colorOf(patches, i, FORCE));
}

/** The set of the law in the contact plane, times the load, as a closed line. */
function drawLimit(lines: DebugLines, patches: PatchBuffers, i: number): void {
  path.fill(0);
  for (let k = 0; k <= LIMIT_SEGMENTS; k++) {
    const angle = (2 * Math.PI * k) / LIMIT_SEGMENTS;
    direction[0] = Math.cos(angle);
    direction[1] = Math.sin(angle);
    direction[2] = 0;
    findLimit(patches, i);
    path[3 * k] = scale[0] * edge[0];
    path[3 * k + 1] = scale[0] * edge[1];
  }
  drawPath(lines, patches, i, LIMIT_SEGMENTS + 1, colorOf(patches, i, LIMIT));
}

const direction = new Float64Array(3);
const edge = new Float64Array(3);
const slipping = new Float64Array(3);

/**
 * edge = the impulse that the set, with the load of the whole step, can bear farthest along the unit vector `direction`. Sets
 * that know a speed take the length of what they are given for it: the present slip.
 */
function findLimit(patches: PatchBuffers, i: number): void {
  const { slip } = patches;
  const speed = Math.max(Math.sqrt(slip[3 * i] ** 2 + slip[3 * i + 1] ** 2), 1e-9 * unit[0]);
  for (let e = 0; e < 3; e++) slipping[e] = speed * direction[e];
  patches.law[i].set.support(slipping, patches.shape, SHAPE_STRIDE * i, edge);
  for (let e = 0; e < 3; e++) edge[e] *= patches.normalScale[i] * patches.stepNormalImpulse[i];
}
