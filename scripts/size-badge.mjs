// A picture with the size of a package, for its README: drawn here, because badges of other servers know only what is published.

const HEIGHT = 20;
const LETTER = 6.6;

/** @type {(text: string) => number} */
const widthOf = (text) => Math.round(LETTER * text.length) + 14;

/** `what` is imported and adds `bytes` to a bundle, minified and gzipped. @type {(what: string, bytes: number) => string} */
export function badge(what, bytes) {
  const size = `${Math.round(bytes / 1000)} kB gzip`;
  const [left, right] = [widthOf(what), widthOf(size)];
  const label = `${what}: ${size}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${label}">
  <title>${label}</title>
  <rect width="${left + right}" height="${HEIGHT}" rx="4" fill="#39424e"/>
  <path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-${right - 4}z" fill="#1d5fd0"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">${what}</text>
    <text x="${left + right / 2}" y="14">${size}</text>
  </g>
</svg>
`;
}
