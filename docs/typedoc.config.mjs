// The API pages as Markdown in docs/api (git-ignored): one per entry point of the published packages, which
// .vitepress/split-api.mjs then splits by name.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from '../scripts/workspace.mjs';

/** Source of an entry of `exports`: './testing' is src/testing/index.ts. */
const entryPoints = packages.flatMap(({ folder, json }) =>
  Object.keys(json.exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => join(folder, 'src', entry, 'index.ts')),
);
for (const entry of entryPoints) if (!existsSync(entry)) throw new Error(`no such entry point: ${entry}`);

/** @type {Partial<import('typedoc').TypeDocOptions> & import('typedoc-plugin-markdown').PluginOptions} */
export default {
  plugin: ['typedoc-plugin-markdown', './.vitepress/typedoc-plugin.mjs'],
  name: 'API',
  tsconfig: './.vitepress/tsconfig.api.json',
  entryPoints,
  sort: ['alphabetical'],
  groupOrder: ['Functions', 'Interfaces', 'Type Aliases', 'Variables', '*'],
  out: join(root, 'docs/api'),
  readme: 'none',
  treatWarningsAsErrors: true,
  skipErrorChecking: true, // `npm run typecheck` does that
  disableSources: true,
  disableGit: true,
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  excludeExternals: true, // no members of three.js classes
  excludeScopesInPaths: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandParameters: true,
  useHTMLAnchors: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideInherited: true, hideModifiers: true },
};
