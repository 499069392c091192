#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit, stderr, stdout } from 'node:process';
import { runCommand } from './command/run.js';

exit(
  runCommand(argv.slice(2), {
    read: (path) => readFileSync(path, 'utf8'),
    write: (path, text) => writeFileSync(path, text),
    print: (text) => void stdout.write(text),
    printError: (text) => void stderr.write(text),
  }),
);
