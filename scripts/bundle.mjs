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
    // The first is not installed, and the library does without; the other is 4 MB, and few ever look at its page.
    external: [/^node:/, 'pg-native', '@scalar/fastify-api-reference'],
  });
  // Names without a hash: what was bundled before is overwritten, and does not pile up.
  await made.write({ dir: BUNDLE, format: 'esm', chunkFileNames: '[name].js' });
  await made.close();
}
