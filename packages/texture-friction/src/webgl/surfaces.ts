import { requireInteger, requireKnownOptions, requireNumber, requireOneOf } from '@stiction/friction-core/adapter';
import { MAX_SLOPE, type NormalMap, WRAPS } from '../maps/normal-map.js';
import { PLOUGHING_FACTOR, steepestSlope } from '../sampling/ploughing.js';
import { type Gl2, type GlObject, requireCreated } from './gl.js';
import { restoreState, saveState, setUploadState } from './gl-state.js';
import { meshVertices, type PatchMesh, VERTEX_SIZE } from './mesh-vertices.js';
import { type PatchRenderer, type RenderedSurface, requireUsable } from './renderer.js';
import { buildProgram } from './shaders.js';

/** A normal texture of another renderer on the same context. Its filters, mipmaps and wrapping are ignored. */
export interface NormalTexture {
  /** A `WebGLTexture` with x, y, z of the normals as red, green, blue, linear (not sRGB). */
  handle: object;
  /** Width of its largest level in pixels. */
  width: number;
  /** Height of its largest level in pixels. */
  height: number;
  /** Direction of green in the image, as for `normalMap`. @default 'opengl' */
  convention?: 'opengl' | 'directx';
  /** True if the texture's first row is the bottom of the image, as loaded by three.js; false for glTF. @default true */
  flipY?: boolean;
  /** Factor on the slopes, or one for u and one for v. @default 1 */
  scale?: number | readonly [number, number];
  /** Continuation beyond the edges. @default 'repeat' */
  wrap?: NormalMap['wrap'];
  /** Largest slope, resolved in 254 steps; steeper facets are clamped to it. @default tan 85° times scale */
  steepest?: number;
}

export interface PatchSurfaceOptions {
  /** Mesh of the shape in its own frame: three.js' BufferGeometry, or arrays. */
  mesh: PatchMesh;
  /** Normal map; uploaded once, even if several surfaces use it. */
  map?: NormalMap;
  /** A texture that is already on the GPU, instead of `map`. */
  texture?: NormalTexture;
  /** Factor on all slopes, k of [Andrews] (7). @default 1 */
  saliency?: number;
  /** Repeats of the map per unit of u and v; three.js' `texture.repeat`. @default 1 */
  repeat?: number | readonly [number, number];
}

/** Uploads a surface and returns its number, for use in contacts. */
export function addSurface(renderer: PatchRenderer, options: PatchSurfaceOptions): number {
  const owner = 'addSurface';
  const gl = requireUsable(owner, renderer);
  requireKnownOptions(owner, options, ['mesh', 'map', 'texture', 'saliency', 'repeat']);
  const { map, texture } = options;
  if ((map === undefined) === (texture === undefined)) {
    throw new TypeError(`${owner}: either map or texture must be given`);
  }
  const saliency = requireNumber(owner, 'saliency', options.saliency ?? 1, 0);
  const repeat = requirePair(owner, 'repeat', options.repeat ?? 1);
  const vertices = meshVertices(owner, options.mesh, repeat);
  const facets = map ? mapFacets(owner, renderer, map) : textureFacets(owner, renderer, texture as NormalTexture);
  const state = saveState(gl, renderer.shared);
  const buffer = requireCreated(owner, 'buffer', gl.createBuffer());
  const vertexArray = requireCreated(owner, 'vertex array', gl.createVertexArray());
  gl.bindVertexArray(vertexArray);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
  let offset = 0;
  [3, 3, 2, 3, 3].forEach((size, index) => {
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, size, gl.FLOAT, false, 4 * VERTEX_SIZE, offset);
    offset += 4 * size;
  });
  restoreState(gl, state);
  const { steepest: slope, ...rest } = facets;
  renderer.surfaces.push({
    ...rest,
    vertexArray,
    buffer,
    vertices: vertices.length / VERTEX_SIZE,
    mapSize: Float32Array.of(facets.size[0], facets.size[1], slope > 0 ? 1 / slope : 0, 0),
    maxCoefficient: PLOUGHING_FACTOR * saliency * slope,
  });
  return renderer.surfaces.length - 1;
}

/** Frees the GPU resources of a surface. Its number is not reused. */
export function removeSurface(renderer: PatchRenderer, surface: number): void {
  const gl = requireUsable('removeSurface', renderer);
  const { vertexArray, buffer, map } = requireSurface('removeSurface', renderer, surface);
  gl.deleteVertexArray(vertexArray);
  gl.deleteBuffer(buffer);
  renderer.surfaces[surface] = null;
  const uploaded = map && renderer.maps.get(map);
  if (!uploaded) return;
  uploaded.users--;
  if (uploaded.users > 0) return;
  gl.deleteTexture(uploaded.texture);
  renderer.maps.delete(map);
}

export function requireSurface(owner: string, renderer: PatchRenderer, surface: number): RenderedSurface {
  const found = renderer.surfaces[surface];
  if (!found) throw new RangeError(`${owner}: unknown surface ${surface}; use a number returned by addSurface`);
  return found;
}

interface Facets extends Pick<RenderedSurface, 'map' | 'texture' | 'program' | 'wrap' | 'slopeScale'> {
  size: readonly [number, number];
  steepest: number;
}

function mapFacets(owner: string, renderer: PatchRenderer, map: NormalMap): Facets {
  if (!(map?.slopes instanceof Float32Array) || map.slopes.length !== 2 * map.width * map.height) {
    throw new TypeError(`${owner}: map must be a normal map, e.g. from normalMap() (got ${String(map)})`);
  }
  let uploaded = renderer.maps.get(map);
  if (uploaded === undefined) {
    uploaded = { texture: uploadSlopes(owner, renderer, map), users: 0 };
    renderer.maps.set(map, uploaded);
  }
  uploaded.users++;
  return {
    map,
    texture: uploaded.texture,
    program: renderer.programs.slopes,
    wrap: WRAPS.indexOf(map.wrap),
    slopeScale: Float32Array.of(1, 1, 0, 0),
    size: [map.width, map.height],
    steepest: steepestSlope(map)[0],
  };
}

/** Uploads slopes times the mask, unfiltered, so that the shaders read the same facets as the CPU path. */
function uploadSlopes(owner: string, renderer: PatchRenderer, map: NormalMap): GlObject {
  const { gl } = renderer;
  const { width, height, slopes, mask } = map;
  requireTextureSize(owner, 'map', gl, width, height);
  const facets = new Float32Array(slopes);
  if (mask !== null) for (let k = 0; k < facets.length; k++) facets[k] *= mask[k >> 1];
  const texture = requireCreated(owner, 'texture', gl.createTexture());
  const state = saveState(gl, renderer.shared);
  setUploadState(gl);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG32F, width, height, 0, gl.RG, gl.FLOAT, facets);
  restoreState(gl, state);
  return texture;
}

function textureFacets(owner: string, renderer: PatchRenderer, texture: NormalTexture): Facets {
  const name = `${owner}: texture`;
  requireKnownOptions(name, texture, ['handle', 'width', 'height', 'convention', 'flipY', 'scale', 'wrap', 'steepest']);
  if (texture.handle === null || typeof texture.handle !== 'object') {
    throw new TypeError(
      `${name}: handle must be a WebGLTexture of the renderer's context (got ${String(texture.handle)})`,
    );
  }
  const { gl, programs } = renderer;
  const convention = requireOneOf(name, 'convention', texture.convention ?? 'opengl', ['opengl', 'directx']);
  const wrap = requireOneOf(name, 'wrap', texture.wrap ?? 'repeat', WRAPS);
  const [scaleU, scaleV] = requirePair(name, 'scale', texture.scale ?? 1);
  const most = requireNumber(
    name,
    'steepest',
    texture.steepest ?? MAX_SLOPE * Math.max(Math.abs(scaleU), Math.abs(scaleV)),
    0,
  );
  requireInteger(name, 'width', texture.width, 1, Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)));
  requireInteger(name, 'height', texture.height, 1, Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)));
  // Sign of v along green.
  const up = (convention === 'opengl') === (texture.flipY ?? true) ? 1 : -1;
  programs.normals ??= buildProgram(owner, gl, 'normals');
  return {
    map: null,
    texture: texture.handle,
    program: programs.normals,
    wrap: WRAPS.indexOf(wrap),
    slopeScale: Float32Array.of(scaleU, up * scaleV, 0, 0),
    size: [texture.width, texture.height],
    steepest: most,
  };
}

function requireTextureSize(owner: string, option: string, gl: Gl2, width: number, height: number): void {
  const largest = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE));
  if (width > largest || height > largest) {
    throw new RangeError(
      `${owner}: ${option} must have at most ${largest} pixels per side on this GPU (got ${width} x ${height})`,
    );
  }
}

function requirePair(owner: string, option: string, value: unknown): [number, number] {
  const [x, y] = Array.isArray(value) && value.length === 2 ? value : [value, value];
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    throw new RangeError(`${owner}: ${option} must be one or two finite numbers (got ${String(value)})`);
  }
  return [x as number, y as number];
}
