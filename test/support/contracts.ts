import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installNodes, NODES } from './test-nodes.ts';

const SOURCES = join(NODES, 'contracts');
/** Where nobody lints, and a new install clears it. */
const CACHE = join(NODES, 'node_modules/.cache/contracts');

/** The bytecode of each contract of `test/nodes/contracts`, by name. Compiled when the sources have changed. */
export async function compiledContracts(): Promise<Record<string, string>> {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.sol')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(SOURCES, name), 'utf8')));
  const cached = join(CACHE, `${createHash('sha256').update(texts.join()).digest('hex')}.json`);
  await installNodes();
  try {
    return JSON.parse(await readFile(cached, 'utf8'));
  } catch {
    const contracts = compile(Object.fromEntries(names.map((name, n) => [name, { content: texts[n] }])));
    await mkdir(CACHE, { recursive: true });
    await writeFile(cached, JSON.stringify(contracts));
    return contracts;
  }
}

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

function compile(sources: object): Record<string, string> {
  const solc = createRequire(join(NODES, 'package.json'))('solc') as { compile(input: string): string };
  const settings = {
    evmVersion: 'paris',
    optimizer: { enabled: true },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  };
  const output: Compiled = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  );
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.values(output.contracts).flatMap((contracts) =>
      Object.entries(contracts).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
    ),
  );
}
