// Every page of the site, in the order of the sidebar. Add new pages here; `npm run check:links` compares the list with docs/.

/**
 * A page's path in docs/ without `.md`; its text in the sidebar is its heading unless given.
 * @typedef {string | { page: string, text: string }} Page
 */

/**
 * @typedef {object} Group
 * @property {string} text
 * @property {Page[]} pages
 * @property {true} [collapsed]  Closed until one of its pages is open.
 */

/** @type {Group[]} */
export const groups = [
  {
    text: 'Start',
    pages: [
      'quick-start/cannon-es',
      'quick-start/rapier',
      'quick-start/react',
      'quick-start/worker',
      'quick-start/no-engine',
      'quick-start/cdn',
      'quick-start/rapier-2d',
      'quick-start/planck',
      'quick-start/matter',
      'choosing-a-law',
      'materials',
      'materials-by-place',
      { page: 'vehicle', text: 'Vehicles' },
      'wheels-on-hinges',
      'top-down',
      'joint-friction',
      'contacts',
      'three',
      'tuning',
      'engines-today',
      'demo',
    ],
  },
  {
    text: 'Laws',
    pages: [
      { page: 'laws/README', text: 'All laws' },
      'laws/coulomb',
      'laws/stribeck',
      'laws/fixed-step',
      'laws/anisotropic',
      'laws/asymmetric',
      'laws/polygon-cone',
      'laws/friction-tensor',
      'laws/visco-elastic',
      'laws/bristle',
      'laws/maxwell-slip',
      'laws/dahl',
      'laws/lugre',
      'laws/elasto-plastic',
      'laws/patch',
      'laws/ecp',
      'laws/lugre-patch',
      'laws/textured',
      { page: 'laws/modifiers', text: 'Modifiers' },
      'laws/rolling',
      'laws/spinning',
      'laws/surface-velocity',
      'laws/adhesive',
      'laws/scaled',
      'laws/custom',
      { page: 'laws/point-models', text: 'Point models' },
    ],
  },
  {
    text: 'Sets',
    pages: [
      { page: 'sets/README', text: 'All sets' },
      'sets/ellipsoid',
      'sets/quarter-ellipse',
      'sets/polygon',
      'sets/limit-surface',
      'sets/cone',
      'sets/rotated',
      'sets/radial',
      'sets/speed',
      'sets/offset',
    ],
  },
  {
    text: 'Surfaces',
    pages: [
      { page: 'surfaces/README', text: 'All surfaces' },
      'surfaces/disc',
      'surfaces/ring',
      'surfaces/hertz',
      'surfaces/power-law',
      'surfaces/rectangle',
      'surfaces/polygon',
      'surfaces/line',
      'surfaces/grid',
      'surfaces/sum',
      'surfaces/load-dependent',
      'surfaces/contact-points',
      'surfaces/ellipsoid',
      'surfaces/ecp',
      { page: 'planar-sliding', text: 'Planar sliding in ten minutes' },
      { page: 'pushing', text: 'Pushing' },
      { page: 'identify', text: 'Identification' },
      { page: 'limit-surface', text: 'Patches that slide and spin' },
      'texture-friction',
    ],
  },
  {
    text: 'Engines',
    pages: [
      { page: 'packages/cannon-adapter', text: 'cannon-es' },
      { page: 'packages/rapier-adapter', text: 'Rapier' },
      { page: 'packages/crashcat-adapter', text: 'crashcat' },
      { page: 'migrating-cannon', text: 'Migrating from cannon-es' },
      { page: 'migrating-rapier', text: 'Adding it to a Rapier scene' },
      { page: 'use-cannon', text: 'use-cannon' },
      'react-three-rapier',
      'engine-versions',
      { page: 'upgrading', text: 'Upgrading from 0.1' },
    ],
  },
  {
    text: 'Understand',
    pages: [
      'how-a-step-works',
      'determinism',
      'errors',
      'architecture',
      { page: 'lcp-solver', text: 'Solvers' },
      'notation',
      'papers',
    ],
  },
  {
    text: 'Evidence',
    pages: [
      'accuracy',
      'cost',
      'size',
      { page: 'cannon-examples', text: 'cannon-es examples' },
      { page: 'rapier-stress', text: 'Rapier stress test' },
    ],
  },
  {
    text: 'Extend',
    pages: ['adding-a-law', 'adding-an-adapter', 'releasing', 'changelog'],
  },
  {
    text: 'Packages',
    pages: [
      'packages/friction-core',
      'packages/materials',
      'packages/limit-surface',
      'packages/texture-friction',
      'packages/three',
      'packages/react-three-cannon',
      'packages/react-three-rapier',
      'packages/vehicle',
      'packages/top-down',
      'packages/identify',
      'packages/lcp-solver',
    ],
  },
  {
    text: 'Decisions',
    collapsed: true,
    pages: [
      'decisions/0001-ellipsoid-patch-for-coulomb',
      'decisions/0002-small-soft-steps',
      'decisions/0003-engines-are-types-only',
      'decisions/0004-rapier-predict-and-correct',
      'decisions/0005-sets-carry-direction-and-speed',
      'decisions/0006-bristles-follow-the-displacement',
      'decisions/0007-stiffer-contacts',
      'decisions/0008-connected-joints',
      'decisions/0009-rapier-reads-little',
      'decisions/0010-clamp-the-prediction',
      'decisions/0011-crashcat-by-three-numbers',
      'decisions/0012-benchmark-against-peers',
      'decisions/0013-solved-is-a-proof',
      'decisions/0014-other-peoples-scenes',
      'decisions/0015-rapier-native-first',
      'decisions/0016-layout-and-language',
      'decisions/0017-materials-by-place',
    ],
  },
];

/** Pages that are not in the sidebar. */
export const leftOut = ['index'];
