// Budgets of what a user's bundle pays, minified and gzipped, engines external. About 3 % above what is measured; docs/size.md lists them.
/**
 * The entry of a package, e.g. 'friction-core', or of one of its parts, e.g. 'friction-core/adapter'.
 * @type {(name: string) => string}
 */
const dist = (name) => {
  const [folder, part] = name.split('/');
  return `packages/${folder}/dist/${part ? `${part}/` : ''}index.js`;
};

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
  ignore: [
    'cannon-es',
    'crashcat',
    '@dimforge/rapier3d',
    '@dimforge/rapier3d-compat',
    '@dimforge/rapier2d',
    '@dimforge/rapier2d-compat',
    'planck',
    'matter-js',
    'three',
    'react',
    '@react-three/rapier',
  ],
  // Else esbuild follows the `paths` of our tsconfig into the sources.
  modifyEsbuildConfig: (/** @type {object} */ config) => ({ ...config, tsconfigRaw: {} }),
});

export default [
  budget('lcp-solver: sets', '2.1 kB', { 'lcp-solver': '{ ellipsoidSet, polygonSet, quarterEllipseSet }' }),
  budget('lcp-solver: solveMlcp', '11.0 kB', { 'lcp-solver': '{ solveMlcp }' }),
  budget('lcp-solver: solveContact', '13.1 kB', { 'lcp-solver': '{ solveContact }' }),
  budget('friction-core: coulomb and the contact solver', '19.7 kB', {
    'friction-core': '{ coulomb }',
    'friction-core/adapter':
      '{ createContactSolver, createMaterialPairs, createPatchStore, gatherPatches, solveContacts }',
  }),
  budget('friction-core: coulomb against given normals', '8.4 kB', {
    'friction-core': '{ coulomb }',
    'friction-core/adapter':
      '{ createMaterialPairs, createPatchStore, finishFrictionPass, gatherPatches, prepareFrictionPass, sweepFrictionPass }',
  }),
  budget('friction-core: every law and modifier, and the contact solver', '29.8 kB', {
    'friction-core':
      '{ anisotropic, asymmetric, bristle, coulomb, custom, dahl, elastoPlastic, fixedStep, frictionTensor, lugre, maxwellSlip, polygonCone, rolling, scaled, spinning, stribeck, surfaceVelocity, viscoElastic }',
    'friction-core/adapter':
      '{ createContactSolver, createMaterialPairs, createPatchStore, gatherPatches, solveContacts }',
  }),
  budget('friction-core: simulate with coulomb', '5.6 kB', { 'friction-core': '{ coulomb, simulate }' }),
  budget('friction-core: point models', '2.5 kB', {
    'friction-core': '{ compoundModel, fixedStepModel, karnoppModel, quinnModel, viscoElasticModel }',
  }),
  budget('cannon-adapter with coulomb', '48.6 kB', {
    'cannon-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
  budget('cannon-adapter with coulomb and patch', '60.3 kB', {
    'cannon-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
    'limit-surface': '{ patch }',
  }),
  budget('materials: one preset', '2.6 kB', { materials: '{ woodOnWood }' }),
  budget('materials: all presets as a table, and glTF files', '9.0 kB', {
    materials: '{ presets, presetLaw, lawsFromGltf }',
  }),
  budget('limit-surface: tables of a disc and a polygon', '11.9 kB', {
    'limit-surface': '{ disc, polygon, limitSurface, lookUpWrench }',
  }),
  budget('limit-surface: the law patch', '12.9 kB', { 'limit-surface': '{ patch }' }),
  budget('limit-surface: pusherSlider', '12.1 kB', { 'limit-surface': '{ pusherSlider }' }),
  budget('identify: identifySlider', '11.6 kB', { identify: '{ identifySlider }' }),
  budget('identify: identifyLaw', '9.3 kB', { identify: '{ identifyLaw }' }),
  budget('texture-friction: textured on boxes and planes', '18.9 kB', {
    'texture-friction': '{ textured, surface, boxMapping, planeMapping, normalMap }',
  }),
  budget('three: FrictionHelper', '2.8 kB', { three: '{ FrictionHelper }' }),
  budget('three: SkidMarks', '2.2 kB', { three: '{ SkidMarks }' }),
  budget('three: ContactDecals', '1.2 kB', { three: '{ ContactDecals }' }),
  budget('react-three-cannon: the worker with coulomb', '52.6 kB', {
    'react-three-cannon/worker': '{ startPhysics }',
    'friction-core': '{ coulomb }',
  }),
  budget('react-three-rapier with coulomb', '72.0 kB', {
    'react-three-rapier': '{ Friction, FrictionMaterial, FrictionPair }',
    'friction-core': '{ coulomb }',
  }),
  budget('vehicle: createVehicle of cannon-es', '18.6 kB', { 'vehicle/cannon': '{ createVehicle }' }),
  budget('vehicle: createVehicle of Rapier', '17.7 kB', { 'vehicle/rapier': '{ createVehicle }' }),
  budget('vehicle: tyre and magicFormula', '2.1 kB', { vehicle: '{ tyre, magicFormula }' }),
  budget('top-down: installFloor of Planck, with coulomb', '29.3 kB', {
    'top-down/planck': '{ installFloor }',
    'friction-core': '{ coulomb }',
  }),
  budget('top-down: installFloor of Rapier 2D, with coulomb', '29.9 kB', {
    'top-down/rapier': '{ installFloor }',
    'friction-core': '{ coulomb }',
  }),
  budget('top-down: installFloor of Matter.js, with coulomb', '29.9 kB', {
    'top-down/matter': '{ installFloor }',
    'friction-core': '{ coulomb }',
  }),
  budget('cannon-adapter: fixInertia', '2.7 kB', { 'cannon-adapter': '{ fixInertia }' }),
  budget('rapier-adapter with coulomb', '70.0 kB', {
    'rapier-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
  budget('rapier-adapter with coulomb and patch', '81.6 kB', {
    'rapier-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
    'limit-surface': '{ patch }',
  }),
  budget('crashcat-adapter with coulomb', '36.8 kB', {
    'crashcat-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
  }),
  budget('crashcat-adapter with coulomb and patch', '47.4 kB', {
    'crashcat-adapter': '{ installFriction }',
    'friction-core': '{ coulomb }',
    'limit-surface': '{ patch }',
  }),
];
