import { ready } from './ready.mjs';

await ready({ dev: false });
console.log('Swapdesk is ready, and nothing was started. What there is to run: npx swapdesk help');
