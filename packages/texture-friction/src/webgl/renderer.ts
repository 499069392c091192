import { requireInteger, requireKnownOptions, requireNumber } from '@stiction/friction-core';
import { MOST_PIXELS } from '../exact-sampler.js';
import { type NormalMap, requireBoolean } from '../normal-map.js';
import { powerAt, SHARPEST } from '../ploughing.js';
import { type Gl2, type GlObject, made, requireAlive, requireContext } from './gl.js';
import { restoreState, saveState } from './gl-state.js';
import { buildProgram, type PatchProgram } from './shaders.js';

export interface PatchRendererOptions {
  /** Width w of the square window around a contact [m], [Andrews] 4.1. */
  width: number;
  /** Pixels of a window per side, 1 to 256. @default 32 */
  pixels?: number;
  /** p of the power mean, 1 to 8; 1 is the paper. @default 1 */
  sharpness?: number;
  /** Side of the frame buffer in pixels: room for (frame / pixels)² / 2 contacts, the next ones get a further frame. @default 1024 */
  frame?: number;
  /**
   * The context is also another renderer's: its state is read before and restored after each use, which costs 2 to 3 ms per use in
   * Chromium. Cheaper is to leave this off and tell the other renderer to start from scratch (three.js: `renderer.resetState()`).
   * @default false
   */
  shared?: boolean;
}

/** A surface as the GPU has it. */
export interface RenderedSurface {
  readonly vertexArray: GlObject;
  readonly buffer: GlObject;
  readonly vertices: number;
  /** Own slopes, or null where the texture is the user's. */
  readonly map: NormalMap | null;
  readonly texture: GlObject;
  readonly program: PatchProgram;
  readonly wrap: number;
  /** [width, height, 1 / steepest slope, 0] of the map. */
  readonly mapSize: Float32Array<ArrayBuffer>;
  /** [scale along u, along v, 0, 0] of a normal texture. */
  readonly look: Float32Array<ArrayBuffer>;
  /** Coefficient of the steepest facet, saliency included. */
  readonly most: number;
}

interface UploadedMap {
  readonly texture: GlObject;
  users: number;
}

/** Windows that have been rendered and not been collected. */
interface PatchJob {
  count: number;
  sync: GlObject | null;
  /** Pixels per row of the read-back pictures. */
  stride: number;
  /** Bytes of all pictures together. */
  length: number;
  /** Coefficient of the steepest facet of A and B per contact; -1 for a smooth surface. */
  most: Float64Array;
  /** What comes back from the GPU. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** What has come back: friction for slip of B against A along t, b, -t and -b, four numbers per contact. */
export interface PatchCoefficients {
  count: number;
  /** k_A μ_A(-d_j) + k_B μ_B(d_j): what comes on top of μ_0. */
  mu: Float64Array;
  /** k_A μ_A(-d_j). */
  a: Float64Array;
  /** k_B μ_B(d_j). */
  b: Float64Array;
  /** Share of the window that both surfaces cover, per contact; where it is 0, all coefficients are. */
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
  packRoom: number;
  readonly surfaces: (RenderedSurface | null)[];
  readonly maps: Map<NormalMap, UploadedMap>;
  readonly job: PatchJob;
  readonly result: PatchCoefficients;
  disposed: boolean;
}

/**
 * Renders the windows of contacts as [Andrews] 4.1 to 4.3 do, on a WebGL2 context of its own, or of another renderer (`shared`). No
 * extension is needed.
 *
 *     renderPatches(renderer, contacts);                    draws and starts the way back
 *     const found = collectPatches(renderer);               null until it is there: ask again in the next frame
 */
export function createPatchRenderer(gl: Gl2, options: PatchRendererOptions): PatchRenderer {
  const owner = 'createPatchRenderer';
  requireContext(owner, gl);
  requireKnownOptions(owner, options, ['width', 'pixels', 'sharpness', 'frame', 'shared']);
  const width = requireNumber(owner, 'width', options.width, 0, 'm');
  if (width === 0) throw new RangeError(`${owner}: width must be above 0 m (got 0)`);
  const pixels = requireInteger(owner, 'pixels', options.pixels ?? 32, 1, MOST_PIXELS);
  const sharpness = requireNumber(owner, 'sharpness', options.sharpness ?? 1, 1);
  if (sharpness > SHARPEST) throw new RangeError(`${owner}: sharpness must be at most ${SHARPEST} (got ${sharpness})`);
  const largest = Number(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE));
  const frame = requireInteger(owner, 'frame', options.frame ?? Math.min(1024, largest), 2 * pixels, largest);
  const shared = requireBoolean(owner, 'shared', options.shared ?? false);
  const power = Float64Array.of(sharpness, 1 / sharpness);

  const state = saveState(gl, shared);
  const framebuffer = made(owner, 'framebuffer', gl.createFramebuffer());
  const color = made(owner, 'renderbuffer', gl.createRenderbuffer());
  const depth = made(owner, 'renderbuffer', gl.createRenderbuffer());
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
    throw new Error(`${owner}: no frame buffer of ${frame} x ${frame} pixels (status ${status})`);
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
    packBuffer: made(owner, 'buffer', gl.createBuffer()),
    packRoom: 0,
    surfaces: [],
    maps: new Map(),
    job: {
      count: 0,
      sync: null,
      stride: 0,
      length: 0,
      most: new Float64Array(32),
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

/** Each contact has A's tile and B's beside it. */
export function contactsPerRow({ frame, pixels }: PatchRenderer): number {
  return Math.floor(frame / (2 * pixels));
}

/** Contacts that one frame has room for. */
export function contactsPerFrame(renderer: PatchRenderer): number {
  return contactsPerRow(renderer) * Math.floor(renderer.frame / renderer.pixels);
}

export function requireUsable(owner: string, renderer: PatchRenderer): Gl2 {
  if (renderer.disposed) throw new Error(`${owner}: the renderer has been disposed of`);
  requireAlive(owner, renderer.gl);
  return renderer.gl;
}

/** Gives everything back that the renderer has on the GPU; textures of the user stay. */
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
