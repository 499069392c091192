import type { DefaultTheme } from 'vitepress';

type LocalSearch = NonNullable<DefaultTheme.LocalSearchOptions>;

/**
 * The local search. It indexes one entry per heading. A page's `<!-- keywords: ... -->` goes with its first heading: words that people
 * type and the page does not use. The functions also run in the browser and are sent there as text, so they must not use anything
 * outside themselves.
 */
export const search: LocalSearch = {
  _render(source, env, md) {
    md.options.highlight = null; // colours are not text
    const html = md.render(source, Object.assign(env, { plainMath: true }));
    const [, keywords] = /^<!-- keywords: (.+) -->$/m.exec(source) ?? [];
    return keywords ? html.replace('</h1>', `</h1><p>${keywords}</p>`) : html;
  },
  miniSearch: {
    options: {
      processTerm(term) {
        const word = term.toLowerCase();
        const isStopWord = /^(a|an|and|as|at|by|for|in|is|it|of|on|or|the|to|with|how|do|does|i|my|why|what)$/.test(
          word,
        );
        return isStopWord ? null : word;
      },
    },
    searchOptions: {
      prefix: true,
      // A short word with a typo is another word: "ice" is not "dice".
      fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
      boost: { title: 4, text: 2, titles: 1 },
      weights: { prefix: 0.07, fuzzy: 0.05 },
      // Every page is about friction.
      boostTerm: (term: string) => (/^(friction|stiction)$/.test(term) ? 0.2 : 1),
      // An entry that is named by the word comes first, then guides, then the API; records of measurements and decisions last.
      boostDocument(id: string, term: string, fields?: Record<string, unknown>) {
        const name = String(fields?.title ?? '').replace(/\(\)$/, '');
        if (name.toLowerCase() === term) return /\/api\/.*\/(adapter|testing)\//.test(id) ? 2 : 4;
        if (/\/(choosing-a-law|tuning|quick-start)/.test(id)) return 1.6;
        if (/\/(decisions|sets|surfaces|accuracy|cost|papers|cannon-examples|rapier-stress|size|architecture)/.test(id))
          return 0.5;
        if (/\/api\//.test(id)) return 0.6;
        return 1;
      },
    },
  },
};
