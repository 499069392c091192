/** Every page of the site, in the order of the sidebar: the one place to add a page to. `npm run check:links` compares it with docs/. */

/** A page's path in docs/ without `.md`; its text in the sidebar is its heading unless given. */
export type Page = string | { page: string; text: string };

export interface Group {
  text: string;
  pages: Page[];
  /** Shut until a page of it is open. */
  collapsed?: true;
}

export const groups: Group[] = [
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
      'laws/modifiers',
      'laws/point-models',
    ],
  },
  { text: 'Sets', pages: [] },
  { text: 'Surfaces', pages: ['limit-surface', 'texture-friction'] },
  {
    text: 'Engines',
    pages: [
      'packages/cannon-adapter',
      'packages/rapier-adapter',
      { page: 'migrating-cannon', text: 'Migrating from cannon-es' },
      { page: 'migrating-rapier', text: 'Migrating from Rapier' },
      { page: 'use-cannon', text: 'use-cannon' },
      'react-three-rapier',
      { page: 'cannon-examples', text: 'The examples of cannon-es' },
      { page: 'rapier-stress', text: 'Rapier under stress' },
    ],
  },
  {
    text: 'Understand',
    pages: ['how-a-step-works', 'tuning', 'determinism', 'errors', 'architecture', 'lcp-solver', 'notation', 'papers'],
  },
  { text: 'Proof', pages: ['accuracy', 'cost'] },
  {
    text: 'Extend',
    pages: ['adding-a-law', 'adding-an-adapter', 'releasing'],
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
    ],
  },
];

/** Pages that the sidebar leaves out. */
export const leftOut = ['index'];

/** Folders whose pages are made by `npm run docs:build`, and listed by what makes them. */
export const generated = ['api', 'packages'];
