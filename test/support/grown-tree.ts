import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BitcoinEntry, EvmEntry } from '../../packages/service/src/chains/known/known-chain.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SERVICE = 'packages/service';

/** A built service of its own, with more entries than ours. */
export interface GrownTree {
  readonly program: string;
  /** Loads a module of it. */
  load<T>(path: string): Promise<T>;
  remove(): Promise<void>;
}

/** Copies what the compiler wrote, and adds an entry for a chain of each family, as whoever adds a chain does. */
export async function growTree(evm: EvmEntry, bitcoin: BitcoinEntry): Promise<GrownTree> {
  const root = await mkdtemp(join(tmpdir(), 'swapdesk-grown-'));
  const at = (path: string) => join(root, SERVICE, path);
  for (const path of ['bin', 'dist', 'package.json']) {
    // Without the bundle, which would run in the place of what is changed here.
    const filter = (file: string) => !/\/dist\/bundle$|\.(map|d\.ts)$/.test(file);
    await cp(join(ROOT, SERVICE, path), at(path), { recursive: true, filter });
  }
  await symlink(join(ROOT, SERVICE, 'migrations'), at('migrations'));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  await addEntry(at('dist/chains/known/evm-chains.js'), evm);
  await addEntry(at('dist/chains/known/bitcoin-chains.js'), bitcoin);
  return {
    program: at('bin/swapdesk.mjs'),
    load: (path) => import(at(`dist/${path}`)),
    remove: () => rm(root, { recursive: true }),
  };
}

async function addEntry(file: string, entry: object): Promise<void> {
  const [before, after, ...more] = (await readFile(file, 'utf8')).split('const ENTRIES = [');
  if (after === undefined || more.length > 0) throw new Error(`${file} has no list of entries`);
  await writeFile(file, `${before}const ENTRIES = [${JSON.stringify(entry)},${after}`);
}
