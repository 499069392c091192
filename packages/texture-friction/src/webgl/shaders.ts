import { MAX_SLOPE } from '../maps/normal-map.js';
import { type Gl2, type GlObject, requireCreated } from './gl.js';

/**
 * Draws one triangle of a surface into the window of a contact, [Andrews] 4.1 and 4.2.
 *
 * The vertex shader computes the texture of the triangle in the window (the `Footprint` of the CPU path): position on the map in
 * pixels and the map's axes, linear in x along t and y along b. The fragment shader evaluates it at its pixel.
 *
 * Differs from the paper: nothing is interpolated between vertices. Rasterisers snap vertices to a grid of 1/16 to 1/256 of a pixel,
 * which also shifts interpolated texture coordinates and would read other facets than the CPU path.
 */
const VERTEX = `#version 300 es
precision highp float;

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 corner;
layout(location = 2) in vec2 cornerUv;
layout(location = 3) in vec3 gradientU;
layout(location = 4) in vec3 gradientV;

// In the frame of the shape: [point, 2 / w], [t, 1 / depth range along n], [b, 1 for B and -1 for A], [x and y of the tile, its pixels, w].
uniform vec4 contact[4];
// [width and height of the map, 1 / its steepest slope, 0].
uniform vec4 map;

flat out vec3 u;
flat out vec3 v;
flat out vec4 axes;

void main() {
  vec3 point = contact[0].xyz;
  vec3 t = contact[1].xyz;
  vec3 b = contact[2].xyz;
  vec3 n = cross(t, b);
  vec3 r = position - point;
  // The outermost surface is nearest to the viewer: the highest along n for A, the lowest for B.
  gl_Position = vec4(contact[0].w * dot(r, t), contact[0].w * dot(r, b), contact[2].w * contact[1].w * dot(r, n), 1.0);

  // Project along n onto the triangle.
  vec3 N = cross(gradientU, gradientV);
  N /= dot(N, n);
  vec3 start = point - corner;
  start -= dot(start, N) * n;
  vec3 alongT = t - dot(t, N) * n;
  vec3 alongB = b - dot(b, N) * n;
  u = map.x * (vec3(cornerUv.x, 0.0, 0.0) + vec3(dot(gradientU, start), dot(gradientU, alongT), dot(gradientU, alongB)));
  v = map.y * (vec3(cornerUv.y, 0.0, 0.0) + vec3(dot(gradientV, start), dot(gradientV, alongT), dot(gradientV, alongB)));
  vec3 T = normalize(gradientU);
  vec3 B = normalize(gradientV);
  axes = vec4(dot(T, t), dot(B, t), dot(T, b), dot(B, b));
}
`;

/**
 * (5) along t, b, -t and -b, in units of the map's steepest facet, as bytes 1 to 255; byte 0 is an uncovered pixel.
 * Ordered dithering over the window preserves fractions of a byte in the mean over many pixels.
 */
const FRAGMENT = `precision highp float;
precision highp int;
precision highp sampler2D;

uniform vec4 contact[4];
uniform vec4 map;
uniform int wrap; // 0 repeat, 1 clamp, 2 none
uniform sampler2D facets;
uniform vec4 slopeScale; // of a normal texture: [scale along u, along v, 0, 0]

flat in vec3 u;
flat in vec3 v;
flat in vec4 axes;

out vec4 bytes;

int wrapped(int i, int n) {
  int periods = i >= 0 ? i / n : -((n - 1 - i) / n);
  return i - n * periods;
}

#ifdef NORMALS
vec2 slopeAt(ivec2 cell) {
  vec3 m = 2.0 * texelFetch(facets, cell, 0).xyz - 1.0;
  // 8 bits cannot represent 0: 127 and 128 both count as 0.
  m.xy *= step(1.01 / 255.0, abs(m.xy));
  float across = length(m.xy);
  if (m.z <= 0.0 || across > MAX_SLOPE * m.z) return slopeScale.xy * (across > 0.0 ? MAX_SLOPE / across : 0.0) * m.xy;
  return slopeScale.xy * m.xy / m.z;
}
#else
vec2 slopeAt(ivec2 cell) {
  return texelFetch(facets, cell, 0).xy;
}
#endif

void main() {
  vec4 tile = contact[3];
  vec2 pixel = gl_FragCoord.xy - tile.xy;
  vec2 place = tile.w * (pixel / tile.z - 0.5);
  vec2 at = vec2(u.x + dot(u.yz, place), v.x + dot(v.yz, place));
  if (wrap == 2 && (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, map.xy)))) discard;
  ivec2 size = ivec2(map.xy);
  ivec2 cell = ivec2(floor(at));
  if (wrap == 0) cell = ivec2(wrapped(cell.x, size.x), wrapped(cell.y, size.y));
  cell = clamp(cell, ivec2(0), size - 1);

  vec2 s = slopeAt(cell);
  vec2 along = contact[2].w * map.z * vec2(dot(s, axes.xy), dot(s, axes.zw));
  float pattern = fract(0.7548777 * pixel.x + 0.5698403 * pixel.y);
  bytes = (1.0 + floor(254.0 * clamp(vec4(along, -along), 0.0, 1.0) + pattern)) / 255.0;
}
`;

export interface PatchProgram {
  readonly program: GlObject;
  readonly contact: GlObject | null;
  readonly map: GlObject | null;
  readonly wrap: GlObject | null;
  readonly facets: GlObject | null;
  readonly slopeScale: GlObject | null;
}

/** Builds the program for uploaded slopes, or for the normals of a user's texture. */
export function buildProgram(owner: string, gl: Gl2, facets: 'slopes' | 'normals'): PatchProgram {
  const program = requireCreated(owner, 'program', gl.createProgram());
  const define = facets === 'normals' ? `#define NORMALS\n#define MAX_SLOPE ${MAX_SLOPE.toFixed(8)}\n` : '';
  const shaders = [
    compile(owner, gl, gl.VERTEX_SHADER, VERTEX),
    compile(owner, gl, gl.FRAGMENT_SHADER, `#version 300 es\n${define}${FRAGMENT}`),
  ];
  for (const shader of shaders) gl.attachShader(program, shader);
  gl.linkProgram(program);
  for (const shader of shaders) gl.deleteShader(shader);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`${owner}: the shaders failed to link: ${gl.getProgramInfoLog(program)}`);
  }
  const find = (name: string) => gl.getUniformLocation(program, name);
  return {
    program,
    contact: find('contact'),
    map: find('map'),
    wrap: find('wrap'),
    facets: find('facets'),
    slopeScale: find('slopeScale'),
  };
}

function compile(owner: string, gl: Gl2, type: number, source: string): GlObject {
  const shader = requireCreated(owner, 'shader', gl.createShader(type));
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`${owner}: a shader failed to compile: ${gl.getShaderInfoLog(shader)}`);
  }
  return shader;
}
