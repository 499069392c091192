import katex from 'katex';
import type { MarkdownRenderer } from 'vitepress';

/** Environment of the Markdown renderer; `plainMath` leaves equations as text, for the search index. */
interface Environment {
  relativePath?: string;
  plainMath?: boolean;
}

/** Renders `$...$`, `$$...$$` and ```math blocks, as on GitHub, to HTML at build time. */
export function math(md: MarkdownRenderer): void {
  md.inline.ruler.before('escape', 'math_inline', (state, silent) => {
    const rest = state.src.slice(state.pos);
    // A digit after the closing sign means a price, not mathematics.
    const found =
      /^\$\$(?<display>(?:\\.|[^$\\])+)\$\$|^\$(?<inline>(?![\s$])(?:\\.|[^$\\])*?(?:\\.|[^$\\\s]))\$(?!\d)/s.exec(
        rest,
      );
    if (!found?.groups) return false;
    if (!silent) {
      const { display, inline } = found.groups;
      const token = state.push('math_inline', 'math', 0);
      token.block = display !== undefined;
      token.content = display ?? inline ?? '';
    }
    state.pos += found[0].length;
    return true;
  });

  md.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, silent) => {
      const line = (k: number): string => state.src.slice(state.bMarks[k] + state.tShift[k], state.eMarks[k]).trim();
      if (!line(startLine).startsWith('$$')) return false;
      let last = startLine;
      const closes = (k: number): boolean => line(k).endsWith('$$') && (k > startLine || line(k).length > 3);
      while (last < endLine && !closes(last)) {
        if (line(last) === '' || ++last === endLine) return false;
      }
      if (silent) return true;
      const lines = Array.from({ length: last - startLine + 1 }, (_, k) => line(startLine + k));
      const token = state.push('math_block', 'math', 0);
      token.block = true;
      token.content = lines.join('\n').slice(2, -2);
      token.map = [startLine, last + 1];
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );

  for (const type of ['math_inline', 'math_block'])
    md.renderer.rules[type] = (tokens, index, _options, env: Environment) =>
      render(tokens[index].content, tokens[index].block, env);

  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env: Environment, self) =>
    tokens[index].info.trim() === 'math'
      ? render(tokens[index].content, true, env)
      : (fence?.(tokens, index, options, env, self) ?? '');
}

/** Throws on TeX that KaTeX cannot parse, so that a broken equation stops the build. */
function render(tex: string, displayMode: boolean, { relativePath, plainMath }: Environment): string {
  if (plainMath) return tex.replaceAll('<', '&lt;');
  try {
    const html = katex.renderToString(tex.trim(), { displayMode, throwOnError: true, strict: 'error' });
    return displayMode ? `<div v-pre class="math">${html}</div>` : `<span v-pre>${html}</span>`;
  } catch (error) {
    throw new Error(`${relativePath}: ${error instanceof Error ? error.message : error}\n${tex}`);
  }
}
