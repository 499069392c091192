import type { MarkdownRenderer } from 'vitepress';

/** Attaches a ```text output block to the snippet above it. */
export function outputs(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = fence?.(tokens, index, options, env, self) ?? '';
    return /^text\s+output\b/.test(tokens[index].info.trim()) ? `<div class="prints">${html}</div>` : html;
  };
}
