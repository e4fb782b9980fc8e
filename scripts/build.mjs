import { ready } from './ready.mjs';

await ready({ dev: false });
