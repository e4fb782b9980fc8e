import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installOnce, stampOf } from './install-once.ts';

/** The package of nodes and compilers: apart from the others, because it is large and only tests of chains need it. */
export const NODES = fileURLToPath(new URL('../nodes', import.meta.url));

/** Installs the package if it is not there yet. */
export function installNodes(): Promise<void> {
  return installOnce(NODES, async () => {
    await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: NODES });
    await copyFile(join(NODES, 'package-lock.json'), stampOf(NODES));
  });
}
