/**
 * The used part of `WebGL2RenderingContext`. Objects of the context are opaque, because this package is built without DOM types.
 */
export type GlObject = object;

export interface Gl2 {
  readonly ACTIVE_TEXTURE: number;
  readonly ALREADY_SIGNALED: number;
  readonly ARRAY_BUFFER: number;
  readonly ARRAY_BUFFER_BINDING: number;
  readonly BACK: number;
  readonly BLEND: number;
  readonly CCW: number;
  readonly COLOR_ATTACHMENT0: number;
  readonly COLOR_BUFFER_BIT: number;
  readonly COLOR_CLEAR_VALUE: number;
  readonly COLOR_WRITEMASK: number;
  readonly COMPILE_STATUS: number;
  readonly CONDITION_SATISFIED: number;
  readonly CULL_FACE: number;
  readonly CULL_FACE_MODE: number;
  readonly CURRENT_PROGRAM: number;
  readonly DEPTH_ATTACHMENT: number;
  readonly DEPTH_BUFFER_BIT: number;
  readonly DEPTH_CLEAR_VALUE: number;
  readonly DEPTH_COMPONENT24: number;
  readonly DEPTH_FUNC: number;
  readonly DEPTH_RANGE: number;
  readonly DEPTH_TEST: number;
  readonly DEPTH_WRITEMASK: number;
  readonly DITHER: number;
  readonly DRAW_FRAMEBUFFER: number;
  readonly DRAW_FRAMEBUFFER_BINDING: number;
  readonly FLOAT: number;
  readonly FRAGMENT_SHADER: number;
  readonly FRAMEBUFFER: number;
  readonly FRAMEBUFFER_COMPLETE: number;
  readonly FRONT: number;
  readonly FRONT_FACE: number;
  readonly LESS: number;
  readonly LINK_STATUS: number;
  readonly MAX_RENDERBUFFER_SIZE: number;
  readonly MAX_TEXTURE_SIZE: number;
  readonly NEAREST: number;
  readonly PACK_ALIGNMENT: number;
  readonly PACK_ROW_LENGTH: number;
  readonly PACK_SKIP_PIXELS: number;
  readonly PACK_SKIP_ROWS: number;
  readonly PIXEL_PACK_BUFFER: number;
  readonly PIXEL_PACK_BUFFER_BINDING: number;
  readonly PIXEL_UNPACK_BUFFER: number;
  readonly PIXEL_UNPACK_BUFFER_BINDING: number;
  readonly POLYGON_OFFSET_FILL: number;
  readonly RASTERIZER_DISCARD: number;
  readonly READ_FRAMEBUFFER: number;
  readonly READ_FRAMEBUFFER_BINDING: number;
  readonly RENDERBUFFER: number;
  readonly RENDERBUFFER_BINDING: number;
  readonly RG: number;
  readonly RG32F: number;
  readonly RGBA: number;
  readonly RGBA8: number;
  readonly SAMPLER_BINDING: number;
  readonly SAMPLE_ALPHA_TO_COVERAGE: number;
  readonly SAMPLE_COVERAGE: number;
  readonly SCISSOR_BOX: number;
  readonly SCISSOR_TEST: number;
  readonly STATIC_DRAW: number;
  readonly STENCIL_TEST: number;
  readonly STREAM_READ: number;
  readonly SYNC_GPU_COMMANDS_COMPLETE: number;
  readonly TEXTURE0: number;
  readonly TEXTURE_2D: number;
  readonly TEXTURE_BINDING_2D: number;
  readonly TEXTURE_MAG_FILTER: number;
  readonly TEXTURE_MIN_FILTER: number;
  readonly TRIANGLES: number;
  readonly UNPACK_ALIGNMENT: number;
  readonly UNPACK_FLIP_Y_WEBGL: number;
  readonly UNPACK_PREMULTIPLY_ALPHA_WEBGL: number;
  readonly UNPACK_ROW_LENGTH: number;
  readonly UNPACK_SKIP_PIXELS: number;
  readonly UNPACK_SKIP_ROWS: number;
  readonly UNSIGNED_BYTE: number;
  readonly VERTEX_ARRAY_BINDING: number;
  readonly VERTEX_SHADER: number;
  readonly VIEWPORT: number;
  readonly WAIT_FAILED: number;

  activeTexture(unit: number): void;
  attachShader(program: GlObject, shader: GlObject): void;
  bindBuffer(target: number, buffer: GlObject | null): void;
  bindFramebuffer(target: number, framebuffer: GlObject | null): void;
  bindRenderbuffer(target: number, renderbuffer: GlObject | null): void;
  bindSampler(unit: number, sampler: GlObject | null): void;
  bindTexture(target: number, texture: GlObject | null): void;
  bindVertexArray(array: GlObject | null): void;
  bufferData(target: number, size: number, usage: number): void;
  bufferData(target: number, data: Float32Array<ArrayBuffer>, usage: number): void;
  checkFramebufferStatus(target: number): number;
  clear(mask: number): void;
  clearColor(red: number, green: number, blue: number, alpha: number): void;
  clearDepth(depth: number): void;
  clientWaitSync(sync: GlObject, flags: number, timeout: number): number;
  colorMask(red: boolean, green: boolean, blue: boolean, alpha: boolean): void;
  compileShader(shader: GlObject): void;
  createBuffer(): GlObject | null;
  createFramebuffer(): GlObject | null;
  createProgram(): GlObject | null;
  createRenderbuffer(): GlObject | null;
  createShader(type: number): GlObject | null;
  createTexture(): GlObject | null;
  createVertexArray(): GlObject | null;
  cullFace(mode: number): void;
  deleteBuffer(buffer: GlObject | null): void;
  deleteFramebuffer(framebuffer: GlObject | null): void;
  deleteProgram(program: GlObject | null): void;
  deleteRenderbuffer(renderbuffer: GlObject | null): void;
  deleteShader(shader: GlObject | null): void;
  deleteSync(sync: GlObject | null): void;
  deleteTexture(texture: GlObject | null): void;
  deleteVertexArray(array: GlObject | null): void;
  depthFunc(func: number): void;
  depthMask(flag: boolean): void;
  depthRange(near: number, far: number): void;
  disable(capability: number): void;
  drawArrays(mode: number, first: number, count: number): void;
  enable(capability: number): void;
  enableVertexAttribArray(index: number): void;
  fenceSync(condition: number, flags: number): GlObject | null;
  flush(): void;
  framebufferRenderbuffer(target: number, attachment: number, kind: number, renderbuffer: GlObject | null): void;
  frontFace(mode: number): void;
  getBufferSubData(target: number, from: number, to: Uint8Array<ArrayBuffer>, toOffset: number, length: number): void;
  getParameter(name: number): unknown;
  getProgramInfoLog(program: GlObject): string | null;
  getProgramParameter(program: GlObject, name: number): unknown;
  getShaderInfoLog(shader: GlObject): string | null;
  getShaderParameter(shader: GlObject, name: number): unknown;
  getUniformLocation(program: GlObject, name: string): GlObject | null;
  isContextLost(): boolean;
  isEnabled(capability: number): boolean;
  linkProgram(program: GlObject): void;
  pixelStorei(name: number, value: number | boolean): void;
  readPixels(x: number, y: number, width: number, height: number, format: number, type: number, offset: number): void;
  renderbufferStorage(target: number, format: number, width: number, height: number): void;
  scissor(x: number, y: number, width: number, height: number): void;
  shaderSource(shader: GlObject, source: string): void;
  texImage2D(
    target: number,
    level: number,
    internalFormat: number,
    width: number,
    height: number,
    border: number,
    format: number,
    type: number,
    data: Float32Array<ArrayBuffer>,
  ): void;
  texParameteri(target: number, name: number, value: number): void;
  uniform1i(location: GlObject | null, value: number): void;
  uniform4fv(location: GlObject | null, values: Float32Array<ArrayBuffer>): void;
  useProgram(program: GlObject | null): void;
  vertexAttribPointer(
    index: number,
    size: number,
    type: number,
    normalized: boolean,
    stride: number,
    offset: number,
  ): void;
  viewport(x: number, y: number, width: number, height: number): void;
}

/** Throws if `gl` is not a working WebGL2 context. */
export function requireContext(owner: string, gl: unknown): Gl2 {
  const context = gl as Partial<Gl2> | null | undefined;
  if (context === null || context === undefined) {
    throw new TypeError(
      `${owner}: gl must be a WebGL2 context (got ${String(gl)}); getContext('webgl2') returns null if WebGL2 is not supported`,
    );
  }
  if (typeof context.fenceSync !== 'function' || typeof context.getBufferSubData !== 'function') {
    throw new TypeError(`${owner}: gl must be a WebGL2 context from getContext('webgl2') (got ${String(gl)})`);
  }
  requireAlive(owner, context as Gl2);
  return context as Gl2;
}

export function requireAlive(owner: string, gl: Gl2): void {
  if (gl.isContextLost()) {
    throw new Error(
      `${owner}: the WebGL context is lost; after 'webglcontextrestored' create a new renderer and add its surfaces again`,
    );
  }
}

/** Throws if the object is null: older contexts return null if they are lost or out of memory. */
export function requireCreated<T extends GlObject>(owner: string, what: string, object: T | null): T {
  if (object === null)
    throw new Error(`${owner}: the WebGL context could not create a ${what}; is it lost or out of memory?`);
  return object;
}
