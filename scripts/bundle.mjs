import { rolldown } from 'rolldown';
import { BUNDLE, COMPILED, isBundleCurrent } from '../packages/service/bin/bundled.mjs';

/**
 * Puts the service and the libraries that it uses together in a few files. Read from more than a thousand, they take
 * longer to load than all else that a start does.
 */
export async function bundle() {
  if (isBundleCurrent()) return;
  const made = await rolldown({
    input: COMPILED,
    platform: 'node',
    // The last is not installed, and the library does without.
    external: [/^node:/, 'pg-native'],
  });
  // Names without a hash: what was bundled before is overwritten, and does not pile up.
  await made.write({ dir: BUNDLE, format: 'esm', chunkFileNames: '[name].js' });
  await made.close();
}
