import { packageFile, ready, run } from './ready.mjs';

await ready({ dev: true });
const only = process.argv.slice(2);
if (only.length === 0) {
  run(process.execPath, [packageFile('@biomejs/biome', 'bin/biome'), 'check', '.']);
  run(process.execPath, [packageFile('typescript', 'bin/tsc'), '-p', 'tsconfig.check.json']);
  run(process.execPath, [packageFile('typescript', 'bin/tsc'), '-p', 'packages/web']);
}
run(process.execPath, [packageFile('vitest', 'vitest.mjs'), 'run', ...only]);
