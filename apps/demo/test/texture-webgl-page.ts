import {
  createPairSample,
  createSampler,
  normalMap,
  readPixels,
  samplePair,
  surface,
  toPixels,
} from '@stiction/texture-friction';
import {
  addLocalContact,
  addSurface,
  collectPatches,
  createPatchContacts,
  createPatchRenderer,
  disposePatchRenderer,
  type Gl2,
  type NormalTexture,
  type PatchCoefficients,
  type PatchContacts,
  renderPatches,
} from '@stiction/texture-friction/webgl';
import { BoxGeometry, Mesh, MeshNormalMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { STEEPEST_SLOPE, type TextureScene, textureScenes } from './texture-webgl-scenes.js';

/** The API of this page for texture-webgl.browser.test.ts. */

export interface Found {
  mu: number[];
  a: number[];
  b: number[];
  coverage: number[];
}

function context(): WebGL2RenderingContext {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('no WebGL2');
  return gl;
}

function prepare(gl: WebGL2RenderingContext, name: string, frame = 1024, shared = false) {
  const scene = textureScenes[name]();
  const { width, pixels, sharpness } = scene;
  const renderer = createPatchRenderer(gl, { width, pixels, sharpness, frame, shared });
  const ids = scene.shapes.map(({ mesh, map, saliency, repeat }) =>
    addSurface(renderer, { mesh, map, saliency, repeat }),
  );
  return { scene, renderer, ids, contacts: contactsOf(scene, ids) };
}

function contactsOf(scene: TextureScene, ids: number[]): PatchContacts {
  const contacts = createPatchContacts();
  for (const { a, b, contactA, contactB, depth } of scene.contacts) {
    addLocalContact(contacts, a === null ? null : ids[a], contactA, b === null ? null : ids[b], contactB, depth);
  }
  return contacts;
}

function plain({ count, mu, a, b, coverage }: PatchCoefficients): Found {
  const four = (values: Float64Array) => Array.from(values.subarray(0, 4 * count));
  return { mu: four(mu), a: four(a), b: four(b), coverage: Array.from(coverage.subarray(0, count)) };
}

function requireNoError(gl: WebGL2RenderingContext): void {
  const error = gl.getError();
  if (error !== gl.NO_ERROR) throw new Error(`WebGL error ${error}`);
}

/** Renders a scene and waits. */
function render(name: string, frame?: number): Found {
  const gl = context();
  const { renderer, contacts } = prepare(gl, name, frame);
  renderPatches(renderer, contacts);
  const found = plain(collectPatches(renderer, { finish: true }));
  disposePatchRenderer(renderer);
  requireNoError(gl);
  return found;
}

/** Renders a scene and polls once per event loop. */
async function renderLater(name: string): Promise<{ found: Found; turns: number }> {
  const { renderer, contacts } = prepare(context(), name);
  renderPatches(renderer, contacts);
  for (let turns = 0; ; turns++) {
    const found = collectPatches(renderer);
    if (found) return { found: plain(found), turns };
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** The last `count` contacts alone, before and after all of them, on one renderer: nothing leaks between frames. */
function renderAgain(name: string, count: number): { before: Found; all: Found; after: Found } {
  const { scene, renderer, ids, contacts } = prepare(context(), name);
  const few = contactsOf({ ...scene, contacts: scene.contacts.slice(-count) }, ids);
  const [before, all, after] = [few, contacts, few].map((some) => {
    renderPatches(renderer, some);
    return plain(collectPatches(renderer, { finish: true }));
  });
  return { before, all, after };
}

/** A scene whose first contact sees B's faces from behind, and whose second is not finite. */
function renderBlank(name: string): Found {
  const { renderer, contacts } = prepare(context(), name);
  for (let k = 18; k < 21; k++) contacts.localContacts[k] = -contacts.localContacts[k];
  contacts.localContacts[24] = Number.NaN;
  renderPatches(renderer, contacts);
  return plain(collectPatches(renderer, { finish: true }));
}

/** A scene with 8-bit normal textures of the user, filtered and with mip maps, as in renderers. */
function renderTextures(name: string, convention: NonNullable<NormalTexture['convention']>, flipY: boolean): Found {
  const gl = context();
  const { scene, renderer } = prepare(gl, name);
  const ids = scene.shapes.map(({ mesh, map, saliency, repeat }) => {
    const { data, width, height } = toPixels(map, { convention, flipY });
    const handle = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, handle);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, flipY);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, width, height, 0, gl.RGB, gl.UNSIGNED_BYTE, new Uint8Array(data));
    gl.generateMipmap(gl.TEXTURE_2D);
    const texture = { handle, width, height, convention, flipY, steepest: STEEPEST_SLOPE };
    return addSurface(renderer, { mesh, texture, saliency, repeat });
  });
  renderPatches(renderer, contactsOf(scene, ids));
  const found = plain(collectPatches(renderer, { finish: true }));
  requireNoError(gl);
  return found;
}

/** Images of three.js on the same context, before and after rendering patches between two of its frames. */
function renderBetween(name: string, shared: boolean): { same: boolean; found: Found } {
  const three = new WebGLRenderer({ preserveDrawingBuffer: true });
  three.setSize(200, 150);
  const scene = new Scene().add(new Mesh(new BoxGeometry(), new MeshNormalMaterial()));
  const camera = new PerspectiveCamera(50, 200 / 150);
  camera.position.set(1, 2, 3);
  camera.lookAt(0, 0, 0);
  const picture = () => {
    three.render(scene, camera);
    return three.domElement.toDataURL();
  };
  const before = picture();
  const gl = three.getContext() as WebGL2RenderingContext;
  const { renderer, contacts } = prepare(gl, name, 1024, shared);
  renderPatches(renderer, contacts);
  const found = plain(collectPatches(renderer, { finish: true }));
  if (!shared) three.resetState();
  const after = picture();
  requireNoError(gl);
  return { same: before === after && before.length > 2000, found };
}

/** A subset of the slopes of a PNG, read as an ImageBitmap, from the canvas it was drawn on, and from that canvas' ImageData. */
async function readImage(base64: string, every: number): Promise<{ slopes: number[]; warnings: readonly string[] }[]> {
  const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  return [bitmap, canvas, context.getImageData(0, 0, canvas.width, canvas.height)].map((image) => {
    const { slopes, warnings } = normalMap(readPixels(image));
    return { slopes: Array.from(slopes.filter((_, k) => k % every === 0)), warnings };
  });
}

/** The error messages for invalid input. */
async function mistakes(): Promise<Record<string, string>> {
  const name = 'box face on ground, Gaussian';
  const messages: Record<string, string> = {};
  const attempt = (what: string, work: () => void) => {
    messages[what] = 'nothing';
    try {
      work();
    } catch (error) {
      messages[what] = String(error);
    }
  };
  const canvas = document.createElement('canvas');
  attempt('webgl1', () => createPatchRenderer(canvas.getContext('webgl') as unknown as Gl2, { width: 0.02 }));
  const gl = context();
  attempt('small frame', () => createPatchRenderer(gl, { width: 0.02, pixels: 64, frame: 100 }));
  const { renderer, contacts } = prepare(gl, name);
  attempt('nothing rendered', () => collectPatches(renderer));
  renderPatches(renderer, contacts);
  attempt('rendered twice', () => renderPatches(renderer, contacts));
  collectPatches(renderer, { finish: true });
  attempt('no such surface', () => {
    const wrong = createPatchContacts();
    addLocalContact(wrong, 7, new Float64Array(12), null, new Float64Array(12), 0);
    renderPatches(renderer, wrong);
  });
  const { mesh } = textureScenes[name]().shapes[0];
  attempt('huge map', () => {
    const width = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)) + 1;
    const slopes = new Float32Array(2 * width);
    addSurface(renderer, { mesh, map: { width, height: 1, slopes, mask: null, wrap: 'repeat', warnings: [] } });
  });
  const lost = prepare(gl, name);
  renderPatches(lost.renderer, lost.contacts);
  const isLost = new Promise((resolve) => gl.canvas.addEventListener('webglcontextlost', resolve));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  await isLost;
  attempt('lost while rendering', () => collectPatches(lost.renderer));
  attempt('lost', () => renderPatches(renderer, contacts));
  attempt('lost before', () => createPatchRenderer(gl, { width: 0.02 }));
  attempt('disposed of', () => {
    disposePatchRenderer(renderer);
    renderPatches(renderer, contacts);
  });
  return messages;
}

/** Median times of one round [ms]: submitting, polling, fetching and averaging; and the CPU's sum. */
async function time(name: string, turns: number): Promise<Record<string, number>> {
  const { scene, renderer, contacts } = prepare(context(), name);
  const { width, pixels, sharpness } = scene;
  const sampler = createSampler({ width, pixels, sharpness, directions: 4, method: 'exact' });
  const surfaces = scene.shapes.map(({ map, mapping, saliency }) => surface({ map, mapping, saliency }));
  const sample = createPairSample(sampler);
  const times: Record<string, number[]> = { draw: [], wait: [], collect: [], exact: [] };
  const depth = new Float64Array(1);
  for (let k = 0; k < turns; k++) {
    const start = performance.now();
    renderPatches(renderer, contacts);
    const drawn = performance.now();
    times.draw.push(drawn - start);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const asked = performance.now();
      if (!collectPatches(renderer)) continue;
      times.wait.push(asked - drawn);
      times.collect.push(performance.now() - asked);
      break;
    }
    const before = performance.now();
    for (const { a, b, contactA, contactB, depth: overlap } of scene.contacts) {
      depth[0] = overlap;
      const [first, second] = [a === null ? null : surfaces[a], b === null ? null : surfaces[b]];
      samplePair(sampler, first, contactA, second, contactB, depth, sample);
    }
    times.exact.push(performance.now() - before);
  }
  return Object.fromEntries(
    Object.entries(times).map(([what, all]) => [what, all.sort((x, y) => x - y)[Math.floor(all.length / 2)]]),
  );
}

const api = { render, renderLater, renderAgain, renderBlank, renderTextures, renderBetween, readImage, mistakes, time };
export type TextureWebglPage = typeof api;
(globalThis as unknown as { page: TextureWebglPage }).page = api;
