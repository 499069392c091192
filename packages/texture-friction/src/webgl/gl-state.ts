import type { Gl2, GlObject } from './gl.js';

/** The context state that rendering and uploading change, saved to share a context with a renderer such as three.js. */
export interface GlState {
  readonly switches: readonly boolean[];
  readonly values: readonly unknown[];
}

function switchesOf(gl: Gl2): number[] {
  return [
    gl.BLEND,
    gl.CULL_FACE,
    gl.DEPTH_TEST,
    gl.DITHER,
    gl.POLYGON_OFFSET_FILL,
    gl.RASTERIZER_DISCARD,
    gl.SAMPLE_ALPHA_TO_COVERAGE,
    gl.SAMPLE_COVERAGE,
    gl.SCISSOR_TEST,
    gl.STENCIL_TEST,
  ];
}

type Numbers = readonly [number, number, number, number];
type Flags = readonly [boolean, boolean, boolean, boolean];

/** Parameters and their setters, in the order of restoring. */
function valuesOf(gl: Gl2): [number, (value: never) => void][] {
  const pixelStore = [
    gl.PACK_ALIGNMENT,
    gl.PACK_ROW_LENGTH,
    gl.PACK_SKIP_PIXELS,
    gl.PACK_SKIP_ROWS,
    gl.UNPACK_ALIGNMENT,
    gl.UNPACK_FLIP_Y_WEBGL,
    gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL,
    gl.UNPACK_ROW_LENGTH,
    gl.UNPACK_SKIP_PIXELS,
    gl.UNPACK_SKIP_ROWS,
  ];
  return [
    [gl.ARRAY_BUFFER_BINDING, (it: GlObject | null) => gl.bindBuffer(gl.ARRAY_BUFFER, it)],
    [gl.PIXEL_PACK_BUFFER_BINDING, (it: GlObject | null) => gl.bindBuffer(gl.PIXEL_PACK_BUFFER, it)],
    [gl.PIXEL_UNPACK_BUFFER_BINDING, (it: GlObject | null) => gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, it)],
    [gl.DRAW_FRAMEBUFFER_BINDING, (it: GlObject | null) => gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, it)],
    [gl.READ_FRAMEBUFFER_BINDING, (it: GlObject | null) => gl.bindFramebuffer(gl.READ_FRAMEBUFFER, it)],
    [gl.RENDERBUFFER_BINDING, (it: GlObject | null) => gl.bindRenderbuffer(gl.RENDERBUFFER, it)],
    [gl.VERTEX_ARRAY_BINDING, (it: GlObject | null) => gl.bindVertexArray(it)],
    [gl.CURRENT_PROGRAM, (it: GlObject | null) => gl.useProgram(it)],
    [gl.VIEWPORT, (v: Numbers) => gl.viewport(...v)],
    [gl.SCISSOR_BOX, (v: Numbers) => gl.scissor(...v)],
    [gl.COLOR_CLEAR_VALUE, (v: Numbers) => gl.clearColor(...v)],
    [gl.COLOR_WRITEMASK, (v: Flags) => gl.colorMask(...v)],
    [gl.DEPTH_CLEAR_VALUE, (v: number) => gl.clearDepth(v)],
    [gl.DEPTH_FUNC, (v: number) => gl.depthFunc(v)],
    [gl.DEPTH_RANGE, (v: readonly [number, number]) => gl.depthRange(...v)],
    [gl.DEPTH_WRITEMASK, (v: boolean) => gl.depthMask(v)],
    [gl.CULL_FACE_MODE, (v: number) => gl.cullFace(v)],
    [gl.FRONT_FACE, (v: number) => gl.frontFace(v)],
    ...pixelStore.map((name): [number, (value: never) => void] => [
      name,
      (v: number | boolean) => gl.pixelStorei(name, v),
    ]),
  ];
}

/**
 * Saves the state of a `shared` context and selects texture unit 0 without a sampler. Browsers query another process for much of the
 * state, 2 to 3 ms in total, so it is not read for a context that is not shared.
 */
export function saveState(gl: Gl2, shared: boolean): GlState | null {
  if (!shared) {
    gl.activeTexture(gl.TEXTURE0);
    gl.bindSampler(0, null);
    return null;
  }
  const unit = gl.getParameter(gl.ACTIVE_TEXTURE);
  gl.activeTexture(gl.TEXTURE0);
  const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
  const sampler = gl.getParameter(gl.SAMPLER_BINDING);
  gl.bindSampler(0, null);
  return {
    switches: switchesOf(gl).map((name) => gl.isEnabled(name)),
    values: [unit, texture, sampler, ...valuesOf(gl).map(([name]) => gl.getParameter(name))],
  };
}

/** Restores the saved state; without one, unbinds all objects of the patch renderer. */
export function restoreState(gl: Gl2, state: GlState | null): void {
  if (state === null) {
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.bindRenderbuffer(gl.RENDERBUFFER, null);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindVertexArray(null);
    return;
  }
  switchesOf(gl).forEach((name, k) => {
    if (state.switches[k]) gl.enable(name);
    else gl.disable(name);
  });
  const [unit, texture, sampler, ...values] = state.values;
  valuesOf(gl).forEach(([, write], k) => {
    write(values[k] as never);
  });
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture as GlObject | null);
  gl.bindSampler(0, sampler as GlObject | null);
  gl.activeTexture(unit as number);
}

/** State for drawing patches: depth test, culling and scissor test only. */
export function setDrawingState(gl: Gl2): void {
  for (const name of switchesOf(gl)) gl.disable(name);
  gl.enable(gl.CULL_FACE);
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.SCISSOR_TEST);
  gl.frontFace(gl.CCW);
  gl.colorMask(true, true, true, true);
  gl.clearColor(0, 0, 0, 0);
  gl.depthMask(true);
  gl.depthFunc(gl.LESS);
  gl.depthRange(0, 1);
  gl.clearDepth(1);
  gl.pixelStorei(gl.PACK_ALIGNMENT, 4);
  gl.pixelStorei(gl.PACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.PACK_SKIP_PIXELS, 0);
  gl.pixelStorei(gl.PACK_SKIP_ROWS, 0);
}

/** State for uploading textures without conversion. */
export function setUploadState(gl: Gl2): void {
  gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
}
