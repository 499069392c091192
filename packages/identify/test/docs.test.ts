import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from '../src/command/run.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/identify.md`, 'utf8');

test.each([['docs/data/slide.csv', '--gyration-radius', '0.05'], ['docs/data/rig.csv']])(
  'docs/identify.md shows what the command prints for %s',
  (...args) => {
    let text = '';
    const code = runCommand([...args, '--no-report'], {
      read: (path) => readFileSync(`${root}${path}`, 'utf8'),
      write: () => {
        throw new Error('no report was asked for');
      },
      print: (printed) => {
        text += printed;
      },
      printError: (printed) => {
        throw new Error(printed);
      },
    });
    expect(code).toBe(0);
    expect(page).toContain(`npx @stiction/identify ${args.join(' ')}\n`);
    expect(page).toContain(`\`\`\`text\n${text}\`\`\`\n`);
  },
);
