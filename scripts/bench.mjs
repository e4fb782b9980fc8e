import { packageFile, ready, run } from './ready.mjs';

await ready({ dev: true });
run(process.execPath, [packageFile('typescript', 'bin/tsc'), '--build', 'bench']);
await import('../bench/dist/main.js');
