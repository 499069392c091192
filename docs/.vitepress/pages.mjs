// Every page of the site, in the order of the sidebar: the one place to add a page to. `npm run check:links` compares it with docs/.

/**
 * A page's path in docs/ without `.md`; its text in the sidebar is its heading unless given.
 * @typedef {string | { page: string, text: string }} Page
 */

/**
 * @typedef {object} Group
 * @property {string} text
 * @property {Page[]} pages
 * @property {true} [collapsed]  Shut until a page of it is open.
 */

/** @type {Group[]} */
export const groups = [
  {
    text: 'Start',
    pages: [
      'engines-today',
      { page: 'quick-start/cannon-es', text: 'Quick start: cannon-es' },
      { page: 'quick-start/rapier', text: 'Quick start: Rapier' },
      { page: 'quick-start/react', text: 'Quick start: React' },
      { page: 'quick-start/worker', text: 'Quick start: worker' },
      { page: 'quick-start/no-engine', text: 'Quick start: no engine' },
      'choosing-a-law',
      { page: 'demo', text: 'The demo' },
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
      'sets/turned',
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
      { page: 'migrating-rapier', text: 'Migrating from Rapier' },
      { page: 'use-cannon', text: 'use-cannon' },
      'react-three-rapier',
      { page: 'cannon-examples', text: 'The examples of cannon-es' },
      { page: 'rapier-stress', text: 'Rapier under stress' },
      'engine-versions',
    ],
  },
  {
    text: 'Understand',
    pages: [
      'how-a-step-works',
      'tuning',
      'determinism',
      'errors',
      'architecture',
      { page: 'lcp-solver', text: 'Solvers' },
      'notation',
      'papers',
    ],
  },
  { text: 'Proof', pages: ['accuracy', 'cost', 'size'] },
  {
    text: 'Extend',
    pages: ['adding-a-law', 'adding-an-adapter', 'releasing'],
  },
  {
    text: 'Packages',
    pages: ['packages/friction-core', 'packages/limit-surface', 'packages/texture-friction', 'packages/lcp-solver'],
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
      'decisions/0007-contacts-that-carry',
      'decisions/0008-joints-at-once',
      'decisions/0009-rapier-reads-little',
      'decisions/0010-foresee-no-more-than-friction-can',
      'decisions/0011-crashcat-by-three-numbers',
      'decisions/0012-peers-in-the-league',
      'decisions/0013-solved-is-a-proof',
      'decisions/0014-scenes-of-others',
      'decisions/0015-rapier-native-first',
    ],
  },
];

/** Pages that the sidebar leaves out. */
export const leftOut = ['index'];
