// Writes the laws, the page and the picture of the presets: `npm run generate -w @stiction/materials`.
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './files.js';

for (const { name, path, text } of generatedFiles()) {
  writeFileSync(path, text);
  console.log(name);
}
