/** What a step with Stiction should cost at most, over the stock step: contestant → scene. */
export const COST_GOALS: { readonly [contestant: string]: { readonly [scene: string]: number } } = {
  'cannon-stiction': { 'towers-1': 1.3, 'towers-20': 1.0, 'towers-100': 0.8, 'towers-100-asleep': 1 },
  'rapier-stiction': {
    'towers-1': 1.8,
    'towers-20': 1.3,
    'towers-100': 1.3,
    'towers-100-asleep': 1.1,
    'pile-200': 1.7,
    'pile-1000': 1.7,
  },
  'rapier-memory': { 'towers-1': 1.4, 'towers-20': 1.25, 'towers-100': 1.15, 'towers-100-asleep': 1.1 },
};
