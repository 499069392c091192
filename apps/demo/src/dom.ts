/** An element that the page must have. */
export function find<T extends HTMLElement = HTMLElement>(selector: string, root: ParentNode = document): T {
  const element = root.querySelector<T>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

/** The element of a readout. */
export const readout = (name: string): HTMLElement => find(`[data-readout="${name}"]`);

export const action = (name: string): HTMLButtonElement => find<HTMLButtonElement>(`[data-action="${name}"]`);

/** Writes only changes; `value` holds the full number. */
export function write(element: HTMLElement, text: string, value?: number): void {
  if (element.textContent !== text) element.textContent = text;
  if (value !== undefined) element.setAttribute('value', String(value));
}

export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'style' | 'dataset'>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A label with its unit, for headings. */
export function withUnit(label: string, unit: string): (Node | string)[] {
  return unit ? [`${label} `, create('small', { textContent: unit })] : [label];
}
