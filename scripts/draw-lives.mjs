import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ready } from './ready.mjs';

await ready({ dev: true });
const { DRAWINGS } = await import('../packages/service/dist/draw-lives.js');
const page = join(ROOT, 'docs/lives.md');
let text = readFileSync(page, 'utf8');
for (const [name, drawing] of Object.entries(DRAWINGS)) {
  const marks = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`);
  if (!marks.test(text))
    throw new Error(`docs/lives.md lacks its marks <!-- ${name} --> and <!-- /${name} -->`);
  text = text.replace(marks, (_, before, after) => before + drawing + after);
}
writeFileSync(page, text);
