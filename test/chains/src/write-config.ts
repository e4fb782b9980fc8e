import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../packages/service/src/store/database.ts';
import type { CoreNode } from '../../support/core-node.ts';

/** A bitcoin costs as much as a litecoin here: so the same amounts do for both. */
const PRICES = {
  LTC: 100,
  ETH: 4000,
  USDT: 1,
  USDC: 1,
  BTC: 100,
  DOGE: 0.2,
  BNB: 600,
  POL: 0.3,
  TRX: 0.25,
  SOL: 150,
  ARB: 1,
};
const CONFIRMATIONS = 2;

/** Settings of chains, by their names. */
export type ChainSettings = Readonly<Record<string, object>>;

/** The chains of a configuration file: one of coins, and Ethereum behind these endpoints. */
export function chainsOf(core: CoreNode, endpoints: readonly string[], usdt: string): object {
  return {
    [core.kind.chain]: { family: 'bitcoin', ...core.endpoint, confirmations: CONFIRMATIONS },
    Ethereum: {
      family: 'evm',
      chainId: 31_337,
      finality: 'confirmations',
      confirmations: CONFIRMATIONS,
      endpoints,
      tokens: { USDT: usdt },
    },
  };
}

/** Writes what an operator would into a data folder; returns the environment that names it. */
export async function writeConfig(
  folder: string,
  chains: object,
  hasSigner: boolean,
): Promise<{ SWAPDESK_PRICES_FILE: string }> {
  const prices = join(folder, 'prices.json');
  await writeFile(prices, JSON.stringify(PRICES));
  await writeFile(
    join(folder, 'swapdesk.config.json'),
    JSON.stringify({
      network: 'regtest',
      sweep: { interval: 1 },
      chains,
      signer: hasSigner ? { socket: 'signer/signer.sock' } : null,
    }),
  );
  return { SWAPDESK_PRICES_FILE: prices };
}

/** Changes the settings of chains in a data folder's configuration file. */
export async function changeConfig(folder: string, settings: ChainSettings): Promise<void> {
  const file = join(folder, 'swapdesk.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as { chains: Record<string, object> };
  for (const [name, more] of Object.entries(settings)) {
    config.chains[name] = { ...config.chains[name], ...more };
  }
  await writeFile(file, JSON.stringify(config));
}

/** What an operator of such chains would set. */
export async function prepareStore(database: Database): Promise<void> {
  // The file is written once: its prices are good for as long as a test takes.
  await database.query("INSERT INTO setting (name, value) VALUES ('price_max_age_s', 86400)");
  await database.query('UPDATE wallet SET written_down_at = created_at');
  // A bitcoin costs as much as a litecoin, so as many of them are exchanged.
  await database.query(
    `UPDATE asset b SET min_units = l.min_units, max_units = l.max_units FROM asset l WHERE b.abbr = 'BTC' AND l.abbr = 'LTC'`,
  );
}
