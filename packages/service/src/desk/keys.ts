import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { localSigner } from '../chains/local-signer.ts';
import type { Signer } from '../chains/signer.ts';
import type { Clock } from '../clock.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { openRecords, type Records } from '../record/open-record.ts';
import { publishCold } from '../signer/publish-cold.ts';
import { publishLimits } from '../signer/publish-limits.ts';
import { RemoteSigner } from '../signer/remote-signer.ts';
import type { Database } from '../store/database.ts';
import { findPassphrase, PASSPHRASE_VARIABLES } from '../wallet/passphrase.ts';
import { openPublicWallet } from '../wallet/public-wallet.ts';
import { type Derivers, openWallet } from '../wallet/wallet.ts';
import type { DeskOptions } from './desk.ts';

/** Who derives addresses and who signs. */
export interface Keys {
  readonly derivers: Derivers;
  readonly signer: Signer;
  /** What this node has signed; null if it does not sign. */
  readonly records: Records | null;
}

/** This node with the seed, or a signer, and then the seed is never opened here. */
export function openKeys(database: Database, options: DeskOptions, clock: Clock): Promise<Keys> {
  const { signer } = options.config;
  return signer === null
    ? openOwnKeys(database, options, clock)
    : askSigner(database, options, new RemoteSigner(signer));
}

async function askSigner(
  database: Database,
  { config, env, log }: DeskOptions,
  signer: RemoteSigner,
): Promise<Keys> {
  const derivers = await openPublicWallet(database, config.network, walletChoicesOf(config.chains));
  await tellStoppedSigner(signer, log);
  const name = PASSPHRASE_VARIABLES.find((each) => env[each] !== undefined);
  if (name !== undefined)
    log.warn(`${name} is set, but the signer holds the keys: only the signer should know it`);
  return { derivers, signer, records: null };
}

/** A node starts without its signer, as all but payouts goes on; but somebody should know. */
async function tellStoppedSigner(signer: RemoteSigner, log: Logger): Promise<void> {
  const reason = await signer.whyStopped().catch((error: Error) => error.message);
  if (reason !== null) log.warn(`payouts wait for the signer: ${reason}`);
}

async function openOwnKeys(
  database: Database,
  { config, env, log }: DeskOptions,
  clock: Clock,
): Promise<Keys> {
  const { network, dataDir } = config;
  const mayBeWeak = config.without.includes('passphrase');
  const choices = walletChoicesOf(config.chains);
  const { secret, warnings } = await findPassphrase({ env, network, dataDir, randomBytes, mayBeWeak });
  for (const warning of warnings) log.warn(warning);
  const { derivers, keyOf } = await openWallet(database, { network, passphrase: secret, clock, choices });
  // An earlier signer may have left limits and addresses; this node has none.
  await publishLimits(database, new Map());
  await publishCold(database, new Map());
  const records = await openRecords(config.recordDir, derivers.evm(0));
  return { derivers, signer: localSigner(network, keyOf), records };
}
