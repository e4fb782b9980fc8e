import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './ready.mjs';

const FOLDER = join(ROOT, 'packages/client');
const COMPILED = join(FOLDER, 'dist');
const PACKAGE = join(COMPILED, 'package');
const BUNDLE = join(PACKAGE, 'index.js');
/** Written anew when what the package is made of changes. */
const MADE_OF = join(FOLDER, 'tsconfig.tsbuildinfo');
const IMPORT = /(from '\.{1,2}\/[^']+)\.ts'/g;

/** Makes what of the client is installed elsewhere: one file for any browser and Node, and its types. */
export async function packClient() {
  if (changedAt(MADE_OF) < changedAt(BUNDLE)) return;
  rmSync(PACKAGE, { recursive: true, force: true });
  copyTypes('index');
  const made = await rolldown({ input: join(COMPILED, 'index.js'), platform: 'browser' });
  await made.write({ file: BUNDLE, format: 'esm' });
  await made.close();
}

/** The types of a file, and of all that it names. The compiler leaves the ending of the source in them, which not all understand. */
function copyTypes(name, copied = new Set()) {
  if (copied.has(name)) return;
  copied.add(name);
  const types = readFileSync(join(COMPILED, `${name}.d.ts`), 'utf8').replace(
    /^\/\/# sourceMappingURL.*\n?/m,
    '',
  );
  const file = join(PACKAGE, `${name}.d.ts`);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, types.replace(IMPORT, "$1.js'"));
  for (const [, target] of types.matchAll(/from '(\.{1,2}\/[^']+)\.ts'/g))
    copyTypes(join(name, '..', target), copied);
}

/** 0 for a file that is not there. */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
