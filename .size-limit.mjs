// Budgets of what a user's bundle pays, minified and gzipped, engines external.
/** @type {(name: string) => string} */
const dist = (name) => `packages/${name}/dist/index.js`;

/**
 * A bundle that imports `names` per package, e.g. { 'lcp-solver': '{ ellipsoidSet }' }.
 * @type {(name: string, limit: string, names: Record<string, string>) => object}
 */
const budget = (name, limit, names) => ({
  name,
  limit,
  gzip: true,
  path: Object.keys(names).map(dist),
  import: Object.fromEntries(Object.entries(names).map(([key, value]) => [dist(key), value])),
  ignore: ['cannon-es', '@dimforge/rapier3d', '@dimforge/rapier3d-compat'],
  // Else esbuild follows the `paths` of our tsconfig into the sources.
  modifyEsbuildConfig: (/** @type {object} */ config) => ({ ...config, tsconfigRaw: {} }),
});

export default [
  budget('lcp-solver: sets', '2 kB', { 'lcp-solver': '{ ellipsoidSet, polygonSet, quarterEllipseSet }' }),
  budget('lcp-solver: solveMlcp', '10 kB', { 'lcp-solver': '{ solveMlcp }' }),
  budget('lcp-solver: solveContact', '8 kB', { 'lcp-solver': '{ solveContact }' }),
  budget('friction-core: coulomb and the contact solver', '8 kB', {
    'friction-core':
      '{ coulomb, createContactSolver, createMaterialPairs, createPatchStore, gatherPatches, solveContacts }',
  }),
  budget('friction-core: coulomb against given normals', '6 kB', {
    'friction-core':
      '{ coulomb, createMaterialPairs, createPatchStore, finishFrictionPass, gatherPatches, prepareFrictionPass, sweepFrictionPass }',
  }),
  budget('cannon-adapter with coulomb', '20 kB', {
    'cannon-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
  budget('rapier-adapter with coulomb', '20 kB', {
    'rapier-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
];
