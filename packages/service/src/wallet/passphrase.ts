import { join } from 'node:path';
import type { Network } from '../chains/family.ts';
import { createSecretFile, exists, readSecretFile } from '../secrets/secret-file.ts';
import { StartupError } from '../startup-error.ts';
import { bitsOf, ENOUGH_BITS } from './passphrase-strength.ts';
import type { RandomBytes } from './seed.ts';

export interface Passphrase {
  secret: string;
  /** Where it came from, to be shown: the name of a variable, or a path. */
  source: string;
  warnings: string[];
}

export interface PassphraseSurroundings {
  env: Readonly<Record<string, string | undefined>>;
  network: Network;
  dataDir: string;
  randomBytes: RandomBytes;
  /** True where the operator has said that a weak one will do. */
  mayBeWeak?: boolean;
}

const VARIABLE = 'SWAPDESK_PASSPHRASE';
const FILE_VARIABLE = 'SWAPDESK_PASSPHRASE_FILE';
/** Where an operator may have put it. */
export const PASSPHRASE_VARIABLES = [VARIABLE, FILE_VARIABLE] as const;
const GENERATED_BYTES = 32;
const GENERATED_FILE = 'passphrase';

/** The passphrase that protects the wallet seed: from the environment, a file, or on test networks one made up and kept. */
export async function findPassphrase(where: PassphraseSurroundings): Promise<Passphrase> {
  const found = await find(where);
  const bits = Math.floor(bitsOf(found.secret));
  if (where.network === 'main' && !where.mayBeWeak && bits < ENOUGH_BITS) {
    throw new StartupError(
      `the passphrase in ${found.source} is too weak for real money, about ${bits} bits of ${ENOUGH_BITS}: take six random words or more, ` +
        'or 20 random characters with digits among them. To do without, say so in swapdesk.config.json: "without": ["passphrase"]',
    );
  }
  return found;
}

async function find({ env, network, dataDir, randomBytes }: PassphraseSurroundings): Promise<Passphrase> {
  const secret = env[VARIABLE];
  const file = env[FILE_VARIABLE];
  for (const name of PASSPHRASE_VARIABLES) {
    if (env[name] === '') throw new StartupError(`${name} is set but empty`);
  }
  if (secret !== undefined && file !== undefined) {
    throw new StartupError(`set ${VARIABLE} or ${FILE_VARIABLE}, not both`);
  }
  if (secret !== undefined) return { secret, source: VARIABLE, warnings: [] };
  if (file !== undefined) return fromFile(file, network);
  if (network === 'main') {
    throw new StartupError(
      `the wallet seed needs a passphrase on the main network: set ${FILE_VARIABLE} to a file that only its owner can read, or set ${VARIABLE}`,
    );
  }
  const generated = join(dataDir, GENERATED_FILE);
  if (!(await exists(generated))) {
    const made = Buffer.from(randomBytes(GENERATED_BYTES)).toString('base64url');
    await createSecretFile(generated, made, 'passphrase file');
  }
  return fromFile(generated, network);
}

/** True if there is a passphrase here, or should be: nodes that hold no keys have none. */
export async function isPassphraseHere({
  env,
  dataDir,
}: Pick<PassphraseSurroundings, 'env' | 'dataDir'>): Promise<boolean> {
  if (PASSPHRASE_VARIABLES.some((name) => env[name] !== undefined)) return true;
  return exists(join(dataDir, GENERATED_FILE));
}

async function fromFile(path: string, network: Network): Promise<Passphrase> {
  const { secret, exposed } = await readSecretFile(path, 'passphrase file');
  if (!exposed) return { secret, source: path, warnings: [] };
  const warning = `the passphrase file ${path} is open to other users; run: chmod 600 '${path}'`;
  if (network === 'main') throw new StartupError(warning);
  return { secret, source: path, warnings: [warning] };
}
