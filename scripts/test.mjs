import { packageFile, ready, run } from './ready.mjs';

await ready({ dev: true });
const LONG = '--long';
const only = process.argv.slice(2).filter((each) => each !== LONG);
if (process.argv.includes(LONG)) process.env.SWAPDESK_TEST_VOLUME = 'long';
if (only.length === 0) {
  run(process.execPath, [packageFile('@biomejs/biome', 'bin/biome'), 'check', '.']);
  run(process.execPath, [packageFile('typescript', 'bin/tsc'), '-p', 'tsconfig.check.json']);
  run(process.execPath, [packageFile('typescript', 'bin/tsc'), '-p', 'packages/web']);
}
run(process.execPath, [packageFile('vitest', 'vitest.mjs'), 'run', ...only]);
