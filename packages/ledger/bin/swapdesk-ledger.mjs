#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (!existsSync(fileURLToPath(main))) {
  console.error('It is not built yet. Run in the project: npm run build');
  process.exit(1);
}
await import(main.href);
