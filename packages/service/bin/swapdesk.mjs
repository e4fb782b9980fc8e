#!/usr/bin/env -S node --max-semi-space-size=32 --no-parallel-scavenge
import { pathToFileURL } from 'node:url';
import { program } from './bundled.mjs';

const main = program();
if (main === null) {
  console.error('Swapdesk is not built yet. Run: npm run build');
  process.exit(1);
}
await import(pathToFileURL(main).href);
