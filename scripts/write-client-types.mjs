import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile, ROOT, ready, run } from './ready.mjs';

await ready({ dev: true });
const { clientTypes } = await import('./client-types.mjs');
const folder = join(ROOT, 'packages/client/src/wire');
mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(clientTypes())) writeFileSync(join(folder, file), text);
run(process.execPath, [packageFile('@biomejs/biome', 'bin/biome'), 'format', '--write', folder]);
