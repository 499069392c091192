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
  budget('friction-core: coulomb and the contact solver', '12.2 kB', {
    'friction-core':
      '{ coulomb, createContactSolver, createMaterialPairs, createPatchStore, gatherPatches, solveContacts }',
  }),
  budget('friction-core: coulomb against given normals', '6.1 kB', {
    'friction-core':
      '{ coulomb, createMaterialPairs, createPatchStore, finishFrictionPass, gatherPatches, prepareFrictionPass, sweepFrictionPass }',
  }),
  budget('friction-core: every law and modifier, and the contact solver', '21 kB', {
    'friction-core':
      '{ anisotropic, asymmetric, bristle, coulomb, createContactSolver, createMaterialPairs, createPatchStore, custom, dahl, elastoPlastic, fixedStep, frictionTensor, gatherPatches, lugre, maxwellSlip, polygonCone, rolling, scaled, solveContacts, spinning, stribeck, surfaceVelocity, viscoElastic }',
  }),
  budget('friction-core: simulate with coulomb', '4.5 kB', { 'friction-core': '{ coulomb, simulate }' }),
  budget('friction-core: point models', '2.7 kB', {
    'friction-core': '{ compoundModel, fixedStepModel, karnoppModel, quinnModel, viscoElasticModel }',
  }),
  budget('cannon-adapter with coulomb', '26.5 kB', {
    'cannon-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
  budget('cannon-adapter with coulomb and patch', '37.5 kB', {
    'cannon-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
    'limit-surface': '{ patch }',
  }),
  budget('texture-friction: textured on boxes and planes', '18 kB', {
    'texture-friction': '{ textured, surface, boxMapping, planeMapping, normalMap }',
  }),
  budget('cannon-adapter: fixInertia', '3 kB', { 'cannon-adapter': '{ fixInertia }' }),
  budget('rapier-adapter with coulomb', '46 kB', {
    'rapier-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
];
