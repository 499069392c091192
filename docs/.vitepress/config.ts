import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { addressesOf } from '../../scripts/addresses.mjs';
import { outputs } from './fences.js';
import { links } from './links.js';
import { writeLlms } from './llms.mjs';
import { math } from './math.js';
import { playgrounds } from './playgrounds.js';
import { MARKER, makeRelocatable } from './relocatable.mjs';
import { search } from './search.js';
import { sidebar } from './sidebar.js';
import { slugify } from './slugify.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { repository } = addressesOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const description = 'Accurate friction for the JavaScript physics engines you already use';
/** The built site works in any folder, see relocatable.mjs. */
const isBuild = process.argv.includes('build');
const base = isBuild ? MARKER : '/';

export default defineConfig({
  title: 'Stiction',
  description,
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  srcExclude: ['test/**'],
  ignoreDeadLinks: true, // scripts/check-links.mjs also checks anchors and pictures
  metaChunk: true,
  vite: {
    build: { chunkSizeWarningLimit: 2000 },
    define: { __DEV__: 'false' },
    // The playgrounds evaluate the packages' sources.
    resolve: { alias: [{ find: /^@stiction\/([\w-]+)$/, replacement: join(root, 'packages/$1/src/index.ts') }] },
  },
  buildEnd({ outDir, srcDir }) {
    writeLlms(srcDir, outDir, description);
    makeRelocatable(outDir);
    cpSync(join(root, 'apps/demo/dist'), join(outDir, 'live'), { recursive: true });
  },
  markdown: {
    attrs: { disable: true }, // keep braces, as on GitHub
    image: { lazyLoading: true },
    anchor: { slugify },
    config(md) {
      md.use(math);
      md.use(links, repository && `${repository}/blob/main/`);
      md.use(outputs);
      md.use(playgrounds);
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Quick start', link: '/quick-start/cannon-es', activeMatch: '/quick-start/' },
      { text: 'Laws', link: '/laws/', activeMatch: '/laws/' },
      { text: 'Accuracy', link: '/accuracy' },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
      { text: 'Changes', link: '/changelog' },
      { text: 'Demo', link: '/live/', target: '_self' },
      ...(repository ? [{ text: 'Source', link: repository }] : []),
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: 'local', options: search },
    footer: { message: 'MIT licence' },
  },
});
