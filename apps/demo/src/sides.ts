/** The two worlds side by side. */
export type Side = 'stock' | 'stiction';
export const SIDES: readonly Side[] = ['stock', 'stiction'];
export type PerSide<T> = Record<Side, T>;
export const SIDE_LABELS: PerSide<string> = { stock: 'stock', stiction: 'Stiction' };
