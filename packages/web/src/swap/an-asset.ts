import type { Asset } from '../api/assets.ts';

/** An asset for tests, by its key: `TRON/USDT`. */
export function asset(key: string, changes: Partial<Asset> = {}): Asset {
  const [chain = '', abbr = ''] = key.split('/');
  return {
    key,
    abbr,
    name: abbr,
    aliases: [],
    chain,
    protocol: abbr,
    decimals: 8,
    canSend: true,
    canReceive: true,
    isPaused: false,
    confirmations: 1,
    ...changes,
  };
}
