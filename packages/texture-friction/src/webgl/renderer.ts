import { requireInteger, requireKnownOptions, requireNumber } from '@stiction/friction-core/adapter';
import { type NormalMap, requireBoolean } from '../maps/normal-map.js';
import { MAX_WINDOW_PIXELS } from '../sampling/exact-sampler.js';
import { MAX_SHARPNESS, powerAt } from '../sampling/ploughing.js';
import { type Gl2, type GlObject, requireAlive, requireContext, requireCreated } from './gl.js';
import { restoreState, saveState } from './gl-state.js';
import { buildProgram, type PatchProgram } from './shaders.js';

export interface PatchRendererOptions {
  /** Width w of the square window around a contact, > 0 m, [Andrews] 4.1. */
  width: number;
  /** Pixels per side of a window, 1 to 256. @default 32 */
  pixels?: number;
  /** Exponent p of the power mean, 1 to 8; the paper uses 1. @default 1 */
  sharpness?: number;
  /** Side of the framebuffer in pixels. It holds (frame / pixels)² / 2 contacts; more contacts take further frames. @default 1024 */
  frame?: number;
  /**
   * True if another renderer uses the same context: its state is saved before and restored after each use, which costs 2 to 3 ms in
   * Chromium. It is cheaper to leave this off and reset the other renderer's state (three.js: `renderer.resetState()`).
   * @default false
   */
  shared?: boolean;
}

/** A surface on the GPU. */
export interface RenderedSurface {
  readonly vertexArray: GlObject;
  readonly buffer: GlObject;
  readonly vertices: number;
  /** The uploaded map, or null for a user's texture. */
  readonly map: NormalMap | null;
  readonly texture: GlObject;
  readonly program: PatchProgram;
  readonly wrap: number;
  /** [width, height, 1 / steepest slope, 0] of the map. */
  readonly mapSize: Float32Array<ArrayBuffer>;
  /** [scale along u, along v, 0, 0] of a normal texture. */
  readonly slopeScale: Float32Array<ArrayBuffer>;
  /** Coefficient of the steepest facet, saliency included. */
  readonly maxCoefficient: number;
}

interface UploadedMap {
  readonly texture: GlObject;
  users: number;
}

/** Rendered windows that have not been collected yet. */
interface PatchJob {
  count: number;
  sync: GlObject | null;
  /** Pixels per row of the frames read back. */
  stride: number;
  /** Bytes of all frames. */
  length: number;
  /** Coefficient of the steepest facet of A and B per contact; -1 for a smooth surface. */
  maxCoefficients: Float64Array;
  /** Pixels read back from the GPU. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Ploughing coefficients for slip of B relative to A along t, b, -t and -b, four floats per contact. */
export interface PatchCoefficients {
  /** Number of contacts. */
  count: number;
  /** k_A μ_A(-d_j) + k_B μ_B(d_j), to be added to μ_0. */
  mu: Float64Array;
  /** k_A μ_A(-d_j). */
  a: Float64Array;
  /** k_B μ_B(d_j). */
  b: Float64Array;
  /** Fraction of the window that both surfaces cover, per contact. If it is 0, all coefficients are 0. */
  coverage: Float64Array;
}

export interface PatchRenderer {
  readonly gl: Gl2;
  readonly width: number;
  readonly pixels: number;
  readonly sharpness: number;
  readonly frame: number;
  readonly shared: boolean;
  /** [p, 1/p]. */
  readonly power: Float64Array;
  /** ((byte - 1) / 254)^p. */
  readonly decode: Float64Array;
  readonly programs: { slopes: PatchProgram; normals: PatchProgram | null };
  readonly framebuffer: GlObject;
  readonly color: GlObject;
  readonly depth: GlObject;
  readonly packBuffer: GlObject;
  packCapacity: number;
  readonly surfaces: (RenderedSurface | null)[];
  readonly maps: Map<NormalMap, UploadedMap>;
  /** Uniform `contact` of one window, see shaders.ts. */
  readonly contactUniform: Float32Array<ArrayBuffer>;
  readonly job: PatchJob;
  /** Sums of the four directions of A, then of B, over one window. */
  readonly sums: Float64Array;
  readonly result: PatchCoefficients;
  disposed: boolean;
}

/**
 * Creates a renderer for the windows of contacts as in [Andrews] 4.1 to 4.3, on its own WebGL2 context or on that of another renderer
 * (`shared`). No extensions are required.
 *
 *     renderPatches(renderer, contacts);                    draws and starts the readback
 *     const result = collectPatches(renderer);              null until the GPU is done: try again in the next frame
 */
export function createPatchRenderer(gl: Gl2, options: PatchRendererOptions): PatchRenderer {
  const owner = 'createPatchRenderer';
  requireContext(owner, gl);
  requireKnownOptions(owner, options, ['width', 'pixels', 'sharpness', 'frame', 'shared']);
  const width = requireNumber(owner, 'width', options.width, 0, 'm');
  if (width === 0) throw new RangeError(`${owner}: width must be > 0 m (got 0)`);
  const pixels = requireInteger(owner, 'pixels', options.pixels ?? 32, 1, MAX_WINDOW_PIXELS);
  const sharpness = requireNumber(owner, 'sharpness', options.sharpness ?? 1, 1);
  if (sharpness > MAX_SHARPNESS)
    throw new RangeError(`${owner}: sharpness must be at most ${MAX_SHARPNESS} (got ${sharpness})`);
  const largest = Number(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE));
  const frame = requireInteger(owner, 'frame', options.frame ?? Math.min(1024, largest), 2 * pixels, largest);
  const shared = requireBoolean(owner, 'shared', options.shared ?? false);
  const power = Float64Array.of(sharpness, 1 / sharpness);

  const state = saveState(gl, shared);
  const framebuffer = requireCreated(owner, 'framebuffer', gl.createFramebuffer());
  const color = requireCreated(owner, 'renderbuffer', gl.createRenderbuffer());
  const depth = requireCreated(owner, 'renderbuffer', gl.createRenderbuffer());
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  for (const [buffer, format, attachment] of [
    [color, gl.RGBA8, gl.COLOR_ATTACHMENT0],
    [depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT],
  ] as const) {
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, frame, frame);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
  }
  const status = gl.checkFramebufferStatus(gl.FRAMEBUFFER);
  restoreState(gl, state);
  requireAlive(owner, gl);
  if (status !== gl.FRAMEBUFFER_COMPLETE) {
    throw new Error(`${owner}: could not create a framebuffer of ${frame} x ${frame} pixels (status ${status})`);
  }
  return {
    gl,
    width,
    pixels,
    sharpness,
    frame,
    shared,
    power,
    decode: decodeTable(power),
    programs: { slopes: buildProgram(owner, gl, 'slopes'), normals: null },
    framebuffer,
    color,
    depth,
    packBuffer: requireCreated(owner, 'buffer', gl.createBuffer()),
    packCapacity: 0,
    surfaces: [],
    maps: new Map(),
    contactUniform: new Float32Array(16),
    sums: new Float64Array(8),
    job: {
      count: 0,
      sync: null,
      stride: 0,
      length: 0,
      maxCoefficients: new Float64Array(32),
      bytes: new Uint8Array(0),
    },
    result: {
      count: 0,
      mu: new Float64Array(64),
      a: new Float64Array(64),
      b: new Float64Array(64),
      coverage: new Float64Array(16),
    },
    disposed: false,
  };
}

function decodeTable(power: Float64Array): Float64Array {
  const table = new Float64Array(256);
  for (let byte = 2; byte < 256; byte++) {
    table[byte] = (byte - 1) / 254;
    powerAt(table, byte, power, 0);
  }
  return table;
}

/** Contacts per row of a frame: each has the tile of A and, next to it, the tile of B. */
export function contactsPerRow({ frame, pixels }: PatchRenderer): number {
  return Math.floor(frame / (2 * pixels));
}

/** Contacts per frame. */
export function contactsPerFrame(renderer: PatchRenderer): number {
  return contactsPerRow(renderer) * Math.floor(renderer.frame / renderer.pixels);
}

export function requireUsable(owner: string, renderer: PatchRenderer): Gl2 {
  if (renderer.disposed) throw new Error(`${owner}: the renderer has been disposed`);
  requireAlive(owner, renderer.gl);
  return renderer.gl;
}

/** Frees all GPU resources of the renderer, except for the user's textures. */
export function disposePatchRenderer(renderer: PatchRenderer): void {
  if (renderer.disposed) return;
  renderer.disposed = true;
  const { gl, programs, job } = renderer;
  if (job.sync) gl.deleteSync(job.sync);
  job.sync = null;
  for (const surface of renderer.surfaces) {
    if (surface === null) continue;
    gl.deleteVertexArray(surface.vertexArray);
    gl.deleteBuffer(surface.buffer);
  }
  for (const { texture } of renderer.maps.values()) gl.deleteTexture(texture);
  renderer.surfaces.length = 0;
  renderer.maps.clear();
  gl.deleteProgram(programs.slopes.program);
  if (programs.normals) gl.deleteProgram(programs.normals.program);
  gl.deleteFramebuffer(renderer.framebuffer);
  gl.deleteRenderbuffer(renderer.color);
  gl.deleteRenderbuffer(renderer.depth);
  gl.deleteBuffer(renderer.packBuffer);
}
