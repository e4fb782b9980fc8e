import { whyNoProgram } from './debian-program.ts';
import { findProgram } from './find-program.ts';

/** Why there is no litecoind to test with, or null if there is. On Debian, root installs it. */
export async function whyNoLitecoind(): Promise<string | null> {
  return (await findProgram('litecoind')) === null ? whyNoProgram('/usr/bin/litecoind', 'litecoind') : null;
}
