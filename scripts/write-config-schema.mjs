import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ready } from './ready.mjs';

await ready({ dev: true });
const { publishedSchema } = await import('../packages/service/dist/configuration/published-schema.js');
writeFileSync(join(ROOT, 'swapdesk.config.schema.json'), publishedSchema());
