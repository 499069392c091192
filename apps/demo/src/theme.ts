/** The page's colours, from the custom properties of styles/base.css, so that canvas and page agree in light and dark. */
export interface Theme {
  text: string;
  grid: string;
  stock: string;
  stiction: string;
  theory: string;
  /** Fixed bodies, and marks on them. */
  ramp: string;
  rampMark: string;
  /** Moving bodies. */
  carrier: string;
  /** Behind the scene, and below it. */
  sky: string;
  floor: string;
  /** At the top of each half. */
  backdrops: { stock: string; stiction: string };
  /** Light from above, from the sides and from the floor. */
  skyTop: string;
  skyEdge: string;
  skyFloor: string;
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
    carrier: read('carrier'),
    sky: read('stage-sky'),
    floor: read('stage-floor'),
    backdrops: { stock: read('stock-sky'), stiction: read('stiction-sky') },
    skyTop: read('sky-top'),
    skyEdge: read('sky-edge'),
    skyFloor: read('sky-floor'),
    wire: read('text'),
    shadow: Number(read('shadow')),
  };
}

const KEY = 'stiction-theme';
const listeners = new Set<() => void>();

/** The user's choice; '' to follow the system. */
function chosen(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function apply(theme: string): void {
  document.documentElement.dataset.theme = theme;
  for (const callback of listeners) callback();
}

const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => apply(chosen() || (dark.matches ? 'dark' : 'light')));

export function onThemeChange(callback: () => void): void {
  listeners.add(callback);
}

/** Toggles the theme. */
export function toggleTheme(): void {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  apply(next);
}
