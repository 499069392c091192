import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { outputs } from './fences.js';
import { links, repositoryFiles } from './links.js';
import { math } from './math.js';
import { sidebar } from './sidebar.js';
import { slugify } from './slugify.mjs';

const { repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'Stiction',
  description: 'True friction for the physics engines that web developers already use',
  lang: 'en',
  // The folder of the server that the site will be in: DOCS_BASE=/stiction/ npm run docs:build
  base: process.env.DOCS_BASE || '/',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.DOCS_BASE || '/'}favicon.svg` }]],
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  srcExclude: ['test/**'],
  ignoreDeadLinks: true, // scripts/check-links.mjs looks at anchors and pictures too
  metaChunk: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    attrs: { disable: true }, // braces are braces, as on GitHub
    image: { lazyLoading: true },
    anchor: { slugify },
    config(md) {
      md.use(math);
      md.use(links, repositoryFiles(repository));
      md.use(outputs);
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Quick start', link: '/quick-start/cannon-es', activeMatch: '/quick-start/' },
      { text: 'Laws', link: '/laws/', activeMatch: '/laws/' },
      { text: 'Accuracy', link: '/accuracy' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        _render(source, env, md) {
          md.options.highlight = null; // colours cannot be searched for
          const html = md.render(source, Object.assign(env, { plainMath: true }));
          // One entry per export of a package, not one per list of parameters.
          return env.relativePath.startsWith('api/') ? html.replace(/<(\/?)h[4-6]\b/g, '<$1p') : html;
        },
      },
    },
    footer: { message: 'MIT licence' },
  },
});
