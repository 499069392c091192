/**
 * Tables with one typed array per quantity. A quantity is declared once, in an object that maps its name to the entries per item: the arrays, their
 * types and the columns of a snapshot follow from it.
 */
export type Columns<Strides, A> = { [Name in keyof Strides]: A };

/** Calls `act` with each array, and with its length for `items` items. */
export function eachColumn(
  table: object,
  strides: Readonly<Record<string, number>>,
  items: number,
  act: (array: Float64Array | Int32Array | Uint8Array, length: number) => void,
): void {
  const arrays = table as Record<string, Float64Array>;
  for (const name in strides) act(arrays[name], strides[name] * items);
}
