export {
  addContact,
  addLocalContact,
  createPatchContacts,
  type PatchContacts,
  type PlacedSurface,
  type WorldContact,
} from './contacts.js';
export type { Gl2, GlObject } from './gl.js';
export type { PatchMesh } from './mesh-vertices.js';
export { collectPatches, renderPatches } from './render.js';
export {
  contactsPerFrame,
  createPatchRenderer,
  disposePatchRenderer,
  type PatchCoefficients,
  type PatchRenderer,
  type PatchRendererOptions,
} from './renderer.js';
export { addSurface, type NormalTexture, type PatchSurfaceOptions, removeSurface } from './surfaces.js';
