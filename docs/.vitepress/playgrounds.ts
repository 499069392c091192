import type { MarkdownRenderer } from 'vitepress';

/** Pages of laws with a playground; `patch` needs a shape there. */
const PAGES = [
  ...['coulomb', 'stribeck', 'lugre', 'elasto-plastic', 'dahl', 'maxwell-slip', 'visco-elastic', 'bristle'],
  ...['anisotropic', 'asymmetric', 'polygon-cone', 'spinning', 'patch', 'ecp'],
];
const lawOf = (page: string): string => (page === 'patch' ? 'patch-disc' : page);

/** Puts the playground of a law above the first picture of its page. */
export function playgrounds(md: MarkdownRenderer): void {
  md.core.ruler.push('playgrounds', (state) => {
    const [, page = ''] = /^laws\/(.+)\.md$/.exec(state.env.relativePath ?? '') ?? [];
    if (!PAGES.includes(page)) return;
    const at = state.tokens.findIndex(
      ({ type }, k) => type === 'heading_open' && /^(Pictures?|Equation)$/.test(state.tokens[k + 1]?.content ?? ''),
    );
    if (at < 0) throw new Error(`docs/laws/${page}.md has no section "Picture" or "Equation"`);
    const html = new state.Token('html_block', '', 0);
    html.content = `<h2 id="try-it" tabindex="-1">Try it <a class="header-anchor" href="#try-it">&ZeroWidthSpace;</a></h2>
<LawPlayground law="${lawOf(page)}" />\n`;
    state.tokens.splice(at, 0, html);
  });
}
