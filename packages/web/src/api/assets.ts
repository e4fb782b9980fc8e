import type { ListedAsset } from '@swapdesk/contract';
import { type Exact, get } from './call.ts';

type WireAsset = Exact<ListedAsset, 'decimal' | 'min' | 'max' | 'confirmations'>;

/** A coin on a chain. */
export interface Asset {
  /** Chain and coin, e.g. `TRON/USDT`: what links name it by. */
  readonly key: string;
  readonly abbr: string;
  /** What people call the coin, e.g. Tether USD. */
  readonly name: string;
  /** What else they call it, in small letters. */
  readonly aliases: readonly string[];
  readonly chain: string;
  readonly protocol: string;
  readonly decimals: number;
  /** Can be sent to the service. */
  readonly canSend: boolean;
  /** Can be received from the service. */
  readonly canReceive: boolean;
  /** True if nothing was paid out in it when the list was read. */
  readonly isPaused: boolean;
  readonly confirmations: number;
}

/** Everything that can be exchanged. */
export async function loadAssets(): Promise<Asset[]> {
  const listed = (await get('/openapi/abbr/lists')) as readonly WireAsset[];
  return listed.map(
    ({ abbr, name, aliases, chain, type, decimal, send, recv, payouts_paused, confirmations }) => ({
      key: `${chain}/${abbr}`,
      abbr,
      name,
      aliases,
      chain,
      protocol: type,
      decimals: decimal.toInteger() as number,
      canSend: send,
      canReceive: recv,
      isPaused: payouts_paused,
      confirmations: confirmations.toInteger() as number,
    }),
  );
}
