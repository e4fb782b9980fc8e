import { ready } from './ready.mjs';

await ready({ dev: false });
process.argv.splice(2, 0, 'start');
await import('../packages/service/bin/swapdesk.mjs');
