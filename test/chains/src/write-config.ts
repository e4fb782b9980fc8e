import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Litecoind } from '../../support/litecoind.ts';

const PRICES = {
  ...{ LTC: 100, ETH: 4000, USDT: 1, USDC: 1, BTC: 100_000, DOGE: 0.2 },
  ...{ BNB: 600, POL: 0.3, TRX: 0.25, SOL: 150, ARB: 1 },
};
const CONFIRMATIONS = 2;

/** The chains of a configuration file: a Litecoin node with more settings, and an EVM node as these settings reach it. */
export function chainsOf(litecoin: Litecoind, settings: object, endpoints: object, usdt: string): object {
  return {
    Litecoin: { family: 'bitcoin', ...litecoin.endpoint, confirmations: CONFIRMATIONS, ...settings },
    Ethereum: {
      ...{ family: 'evm', chainId: 31_337, finality: 'confirmations', confirmations: CONFIRMATIONS },
      ...endpoints,
      tokens: { USDT: usdt },
    },
  };
}

/** Writes what an operator would into a data folder; returns the environment that names it. */
export async function writeConfig(
  folder: string,
  chains: object,
  hasSigner: boolean,
): Promise<{ SWAPDESK_DATA_DIR: string; SWAPDESK_PRICES_FILE: string }> {
  const prices = join(folder, 'prices.json');
  await writeFile(prices, JSON.stringify(PRICES));
  await writeFile(
    join(folder, 'swapdesk.config.json'),
    JSON.stringify({
      ...{ network: 'regtest', sweep: { interval: 1 }, chains },
      signer: hasSigner ? { socket: 'signer/signer.sock' } : null,
    }),
  );
  return { SWAPDESK_DATA_DIR: folder, SWAPDESK_PRICES_FILE: prices };
}
