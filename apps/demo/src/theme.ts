/** The page's colours, from the custom properties of style.css, so that canvas and page agree in light and dark. */
export interface Theme {
  text: string;
  grid: string;
  stock: string;
  stiction: string;
  theory: string;
  ramp: string;
  rampMark: string;
  /** Edges of bodies on the debug page. */
  wire: string;
  /** Opacity of the shadow on the floor. */
  shadow: number;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: read('muted'),
    grid: read('grid'),
    stock: read('stock'),
    stiction: read('stiction'),
    theory: read('theory'),
    ramp: read('ramp'),
    rampMark: read('ramp-mark'),
    wire: read('text'),
    shadow: Number(read('shadow')),
  };
}

export function onThemeChange(callback: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', callback);
}
