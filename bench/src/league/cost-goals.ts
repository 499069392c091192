/** Goal for the step time with Stiction over the stock step time: contestant → scene. */
export const COST_GOALS: { readonly [contestant: string]: { readonly [scene: string]: number } } = {
  'cannon-stiction': { 'towers-1': 1.3, 'towers-20': 1.0, 'towers-100': 0.8, 'towers-100-asleep': 1 },
  // Rapier solves Coulomb friction itself; Stiction reads no contacts.
  'rapier-stiction': {
    'towers-20': 1.02,
    'towers-100': 1.02,
    'towers-100-asleep': 1.02,
    'pile-200': 1.02,
    'pile-1000': 1.02,
  },
  'rapier-all': { 'towers-100': 1.7, 'towers-100-asleep': 1.02, 'pile-200': 2.2, 'pile-1000': 2.2 },
};
