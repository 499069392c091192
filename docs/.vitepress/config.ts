import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { outputs } from './fences.js';
import { links, repositoryFiles } from './links.js';
import { math } from './math.js';
import { search } from './search.js';
import { sidebar } from './sidebar.js';
import { slugify } from './slugify.mjs';

const { repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'Stiction',
  description: 'Accurate friction for the JavaScript physics engines you already use',
  lang: 'en',
  // Base path of the site on its server: DOCS_BASE=/stiction/ npm run docs:build
  base: process.env.DOCS_BASE || '/',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.DOCS_BASE || '/'}favicon.svg` }]],
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  srcExclude: ['test/**'],
  ignoreDeadLinks: true, // scripts/check-links.mjs also checks anchors and pictures
  metaChunk: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    attrs: { disable: true }, // keep braces, as on GitHub
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
    search: { provider: 'local', options: search },
    footer: { message: 'MIT licence' },
  },
});
