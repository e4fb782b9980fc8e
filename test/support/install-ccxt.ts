import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installOnce } from './install-once.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Installs what venues need, as an operator does, if it is not there yet. */
export function installCcxt(): Promise<void> {
  return installOnce(at('packages/service/ccxt'), async () => {
    await promisify(execFile)(process.execPath, [at('scripts/install-venues.mjs')]);
  });
}
