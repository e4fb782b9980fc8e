import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ENTRY = fileURLToPath(new URL('src/index.ts', import.meta.url));
const DIST = fileURLToPath(new URL('dist/', import.meta.url));

/**
 * Bundles the simulation with the engine's source and loads it. With an edit, the source of the engine is changed on
 * its way: each text is replaced by the other, and must be there exactly once.
 */
export async function loadSimulation(edit = null) {
  const file = `${DIST}simulation-${randomUUID()}.mjs`;
  const done = new Set();
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      {
        name: 'edit',
        transform(code, id) {
          const edits = edit?.filter(({ file }) => id.endsWith(`/packages/service/src/${file}`)) ?? [];
          return edits.reduce((text, each) => {
            done.add(each);
            return replaceOnce(text, each);
          }, code);
        },
      },
    ],
  });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const missed = edit?.find((each) => !done.has(each));
  if (missed !== undefined) throw new Error(`${missed.file} is not part of the simulation`);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file);
  }
}

function replaceOnce(code, { file, from, to }) {
  const parts = code.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} of: ${from}`);
  return parts.join(to);
}
