// The public API of each entry of each package, as text next to the package: packages/<name>/etc/*.api.md. Fails if the built declarations
// differ; `--write` updates the reports, so that API changes are visible in review.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { packages, root } from './workspace.mjs';

const write = process.argv.includes('--write');
const temporary = mkdtempSync(join(tmpdir(), 'stiction-api-'));

/** Declarations are read as in a browser app. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  strict: true,
  skipLibCheck: true,
};
const silent = { default: { logLevel: ExtractorLogLevel.None } };

/** @type {(folder: string, entry: string, declarations: string) => ExtractorConfig} */
function prepare(folder, entry, declarations) {
  const reportFileName = `${basename(folder)}${entry.slice(1).replaceAll('/', '-')}.api.md`;
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, declarations),
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions } },
      apiReport: {
        enabled: true,
        reportFileName,
        reportFolder: join(folder, 'etc'),
        reportTempFolder: join(temporary, basename(folder)),
        includeForgottenExports: true, // unexported types used by exported ones
      },
      messages: {
        // Missing comments and tags are not API changes.
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

const configs = packages.flatMap(({ folder, json }) =>
  Object.entries(json.exports).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [] : [prepare(folder, name, entry.import.types)],
  ),
);
const [first] = configs;
if (!first) throw new Error('no package has an entry');
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});

/** @type {string[]} */
const failures = [];
for (const { folder } of packages) mkdirSync(join(folder, 'etc'), { recursive: true });
for (const config of configs) {
  const report = relative(root, config.reportFilePath);
  const { succeeded, apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: write,
    messageCallback: (message) => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true; // outdated reports are reported below
    },
  });
  if (!succeeded && !apiReportChanged) failures.push(`${report}: the declarations cannot be read`);
  if (!apiReportChanged) continue;
  if (write) console.log(`written: ${report}`);
  else failures.push(`${report} is not what the package has: run \`npm run api\` and commit it\n${difference(config)}`);
}
for (const { folder } of packages) {
  const known = configs
    .filter(({ projectFolder }) => projectFolder === folder)
    .map((one) => basename(one.reportFilePath));
  for (const file of readdirSync(join(folder, 'etc'))) {
    if (!known.includes(file))
      failures.push(`${relative(root, join(folder, 'etc', file))}: no entry of the package has this name`);
  }
}
rmSync(temporary, { recursive: true });

/** @type {(config: ExtractorConfig) => string} */
function difference({ reportFilePath, reportTempFilePath }) {
  const old = existsSync(reportFilePath) ? reportFilePath : '/dev/null';
  return spawnSync('git', ['diff', '--no-index', '--unified=1', old, reportTempFilePath], { encoding: 'utf8' }).stdout;
}

for (const failure of failures) console.error(failure);
console.log(`${configs.length} entries, ${failures.length} failures`);
if (failures.length > 0) process.exit(1);
