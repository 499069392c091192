// The few shapes that the pictures of the guide are made of. The ground is white, so that they can be read on a dark page too.

export const COLOURS = { engine: '#e8eaee', ours: '#d7e8fb', answer: '#dff1e0', line: '#5b6470', text: '#1b2026' };

/** @param {string} text */
function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A box with lines of text in its middle; a line that starts with a backquote is set as code.
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {string} fill @param {readonly string[]} lines
 */
export function box(x, y, width, height, fill, lines) {
  const top = y + height / 2 - 9 * (lines.length - 1);
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}" stroke="${COLOURS.line}"/>`,
    ...lines.map((line, k) => label(x + width / 2, top + 18 * k + 4.5, line, 'middle')),
  ].join('\n');
}

/** @param {number} x @param {number} y @param {string} line @param {'start' | 'middle' | 'end'} [anchor] */
export function label(x, y, line, anchor = 'start') {
  const code = line.startsWith('`');
  const font = code ? ' font-family="ui-monospace, monospace" font-size="12.5"' : '';
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${font}>${escapeText(line.replaceAll('`', ''))}</text>`;
}

/** @param {readonly (readonly [number, number])[]} points */
export function arrow(points) {
  const path = points.map(([x, y]) => `${x},${y}`).join(' ');
  return `<polyline points="${path}" fill="none" stroke="${COLOURS.line}" stroke-width="1.4" marker-end="url(#tip)"/>`;
}

/** @param {number} width @param {number} height @param {string} title @param {readonly string[]} parts */
export function picture(width, height, title, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="system-ui, sans-serif" font-size="13.5" fill="${COLOURS.text}">
<title>${escapeText(title)}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="${COLOURS.line}"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
