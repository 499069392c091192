import type { Recipe } from './generate.js';

/** Friction coefficients of the contacts. */
const frictions: Record<string, Recipe['mu']> = {
  'no friction': () => 0,
  'mu 0.05': () => 0.05,
  'mu 0.5': () => 0.5,
  'mu 2': () => 2,
  'mu 0 to 5, mixed': (random) => [0, 0.01, 0.3, 1, 5][Math.floor(random() * 5)],
  'mu 50': () => 50,
};

/** Every kind of generated problem, without seed and size. */
export function recipes(): { name: string; recipe: Omit<Recipe, 'seed' | 'bodies'> }[] {
  const list = [];
  for (const dim of [2, 3] as const) {
    for (const kind of ['pile', 'tower'] as const) {
      for (const massRatio of [1, 1000]) {
        for (const [friction, mu] of Object.entries(frictions)) {
          list.push({
            name: `${dim}-D ${kind}, masses 1:${massRatio}, ${friction}`,
            recipe: { dim, kind, massRatio, mu },
          });
        }
      }
    }
  }
  return list;
}

/** The seed determines the size: 1 to 12 bodies. */
export function bodiesOf(seed: number): number {
  return 1 + (seed % 12);
}
