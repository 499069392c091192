import { averagePatches } from './average.js';
import type { PatchContacts } from './contacts.js';
import type { Gl2 } from './gl.js';
import { restoreState, saveState, setDrawingState } from './gl-state.js';
import {
  contactsPerFrame,
  contactsPerRow,
  type PatchCoefficients,
  type PatchRenderer,
  type RenderedSurface,
  requireUsable,
} from './renderer.js';
import { requireSurface } from './surfaces.js';

/**
 * Depth range of the window on each side of the contact plane beyond half the overlap, as a fraction of w: the same depth below the highest
 * point of a curved surface as in the CPU path. Differs from the paper, which uses half of it.
 */
const EXTRA_DEPTH = 0.01;

/**
 * Draws both surfaces of all contacts, each into its own tile, and starts the asynchronous readback, one per frame. The previous result
 * must have been collected.
 */
export function renderPatches(renderer: PatchRenderer, contacts: PatchContacts): void {
  const owner = 'renderPatches';
  const gl = requireUsable(owner, renderer);
  const { job, pixels, frame } = renderer;
  if (job.sync !== null)
    throw new Error(`${owner}: the previous patches have not been collected; call collectPatches first`);
  const { count } = contacts;
  for (let k = 0; k < 2 * count; k++) {
    if (contacts.surfaces[k] !== -1) requireSurface(owner, renderer, contacts.surfaces[k]);
  }
  if (job.maxCoefficients.length < 2 * count) job.maxCoefficients = new Float64Array(4 * count);
  job.count = count;

  const perRow = contactsPerRow(renderer);
  const perFrame = contactsPerFrame(renderer);
  job.stride = 2 * pixels * Math.min(perRow, count);
  const rowsOf = (first: number) => pixels * Math.ceil(Math.min(perFrame, count - first) / perRow);
  const frames = Math.ceil(count / perFrame);
  job.length = count === 0 ? 0 : 4 * job.stride * ((frames - 1) * frame + rowsOf((frames - 1) * perFrame));

  const state = saveState(gl, renderer.shared);
  setDrawingState(gl);
  gl.bindFramebuffer(gl.FRAMEBUFFER, renderer.framebuffer);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, renderer.packBuffer);
  if (renderer.packCapacity < job.length) {
    gl.bufferData(gl.PIXEL_PACK_BUFFER, job.length, gl.STREAM_READ);
    renderer.packCapacity = job.length;
  }
  for (let first = 0; first < count; first += perFrame) {
    const rows = rowsOf(first);
    gl.scissor(0, 0, job.stride, rows);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const last = Math.min(count, first + perFrame);
    for (let side = 0; side < 2; side++) drawSide(renderer, contacts, first, last, side);
    const offset = 4 * job.stride * frame * (first / perFrame);
    gl.readPixels(0, 0, job.stride, rows, gl.RGBA, gl.UNSIGNED_BYTE, offset);
  }
  restoreState(gl, state);
  job.sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  requireUsable(owner, renderer);
}

/** Draws all tiles of A (side 0) or B (side 1) of one frame. */
function drawSide(renderer: PatchRenderer, contacts: PatchContacts, first: number, last: number, side: number): void {
  const { gl, pixels, width, job, contactUniform: contact } = renderer;
  const perRow = contactsPerRow(renderer);
  // Faces of A along n and faces of B opposite to n are visible; x and y are the same for both.
  gl.cullFace(side === 0 ? gl.BACK : gl.FRONT);
  let drawn: RenderedSurface | null = null;
  for (let k = first; k < last; k++) {
    const number = contacts.surfaces[2 * k + side];
    const surface = renderer.surfaces[number] ?? null;
    job.maxCoefficients[2 * k + side] = surface === null ? -1 : surface.maxCoefficient;
    if (surface === null) continue;
    if (surface !== drawn) bindSurface(gl, surface);
    drawn = surface;
    const x = pixels * (2 * ((k - first) % perRow) + side);
    const y = pixels * Math.floor((k - first) / perRow);
    const depth = contacts.depths[k];
    const from = 24 * k + 12 * side;
    for (let e = 0; e < 3; e++) {
      contact[e] = contacts.localContacts[from + e];
      contact[4 + e] = contacts.localContacts[from + 6 + e];
      contact[8 + e] = contacts.localContacts[from + 9 + e];
    }
    contact[3] = 2 / width;
    contact[7] = 1 / (EXTRA_DEPTH * width + (depth > 0 ? depth / 2 : 0));
    contact[11] = side === 0 ? -1 : 1;
    contact[12] = x;
    contact[13] = y;
    contact[14] = pixels;
    contact[15] = width;
    gl.viewport(x, y, pixels, pixels);
    gl.scissor(x, y, pixels, pixels);
    gl.uniform4fv(surface.program.contact, contact);
    gl.drawArrays(gl.TRIANGLES, 0, surface.vertices);
  }
}

function bindSurface(gl: Gl2, surface: RenderedSurface): void {
  const { program } = surface;
  gl.useProgram(program.program);
  gl.uniform1i(program.facets, 0);
  gl.uniform1i(program.wrap, surface.wrap);
  gl.uniform4fv(program.map, surface.mapSize);
  gl.uniform4fv(program.slopeScale, surface.slopeScale);
  gl.bindTexture(gl.TEXTURE_2D, surface.texture);
  gl.bindVertexArray(surface.vertexArray);
}

/**
 * Returns the coefficients of `renderPatches` in the order of its contacts, or null while the GPU is still working: try again in a later
 * task. `finish: true` waits for the GPU instead. The next call overwrites the result.
 */
export function collectPatches(renderer: PatchRenderer, options: { finish: true }): PatchCoefficients;
export function collectPatches(renderer: PatchRenderer, options?: { finish?: boolean }): PatchCoefficients | null;
export function collectPatches(renderer: PatchRenderer, options: { finish?: boolean } = {}): PatchCoefficients | null {
  const owner = 'collectPatches';
  const gl = requireUsable(owner, renderer);
  const { job } = renderer;
  if (job.sync === null) throw new Error(`${owner}: nothing to collect; call renderPatches first`);
  if (!options.finish) {
    const status = gl.clientWaitSync(job.sync, 0, 0);
    if (status === gl.WAIT_FAILED) throw new Error(`${owner}: the GPU has failed`);
    if (status !== gl.ALREADY_SIGNALED && status !== gl.CONDITION_SATISFIED) return null;
  }
  gl.deleteSync(job.sync);
  job.sync = null;
  if (job.bytes.length < job.length) job.bytes = new Uint8Array(job.length);
  if (job.length > 0) {
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, renderer.packBuffer);
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, job.bytes, 0, job.length);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  }
  requireUsable(owner, renderer);
  return averagePatches(renderer);
}
