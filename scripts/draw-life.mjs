import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ready } from './ready.mjs';

await ready({ dev: true });
const { drawLife } = await import('../packages/service/dist/orders/draw-life.js');
const page = join(ROOT, 'ARCHITECTURE.md');
const text = readFileSync(page, 'utf8');
const marks = /(<!-- life -->\n)[\s\S]*?(\n<!-- \/life -->)/;
if (!marks.test(text)) throw new Error('ARCHITECTURE.md lacks its marks <!-- life --> and <!-- /life -->');
writeFileSync(
  page,
  text.replace(marks, (_, before, after) => before + drawLife() + after),
);
