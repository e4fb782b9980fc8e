import { type QuantityLimits, SwapdeskError } from '@swapdesk/client';
import { chainIdOf, type NamedAsset } from '../currency.ts';
import type { Face, Route } from '../face.ts';
import { pageOf } from '../page.ts';

/** As many pairs are asked about side by side. */
const AT_ONCE = 8;
/** Below what anybody may send, so that the answer says the limits. */
const NEXT_TO_NOTHING = '0.00000001';

interface AssetPair {
  readonly from: NamedAsset;
  readonly to: NamedAsset;
}

/** GET /pairs: those that can be exchanged now, with the limits of now. A page may be shorter than its limit, also empty before the last. */
export const pairs: Route = async ({ query }, face) => {
  const all = await face.assets();
  const { items, next } = pageOf(pairsOf(all), keyOf, query, { usual: 50, most: 100 });
  const found: object[] = [];
  for (let n = 0; n < items.length; n += AT_ONCE) {
    const few = await Promise.all(items.slice(n, n + AT_ONCE).map((pair) => listed(pair, face)));
    found.push(...few.flat());
  }
  return { pairs: found, next_cursor: next };
};

function pairsOf(assets: readonly NamedAsset[]): AssetPair[] {
  const sources = assets.filter(({ send, disabled, disabled_send }) => send && !disabled && !disabled_send);
  const targets = assets.filter(({ recv, disabled, disabled_recv }) => recv && !disabled && !disabled_recv);
  return sources.flatMap((from) => targets.filter((to) => to !== from).map((to) => ({ from, to })));
}

/** Sorts as the list does: by the source, then by what is received. A space is before all that ids are made of. */
const keyOf = ({ from, to }: AssetPair) => `${from.caip19} ${to.caip19}`;

async function listed({ from, to }: AssetPair, face: Face): Promise<object[]> {
  const limits = await limitsOf({ from, to }, face);
  if (limits === null) return [];
  return [
    {
      from: from.caip19,
      to: to.caip19,
      tradeMethod: face.terms.methods,
      minSwapAmount: limits.min_from_quantity,
      maxSwapAmount: limits.max_from_quantity,
    },
  ];
}

/** Null: it cannot be exchanged at the moment. */
async function limitsOf({ from, to }: AssetPair, { client }: Face): Promise<QuantityLimits | null> {
  try {
    return await client.calculate({
      exchange_mode: 'float',
      from_chain: chainIdOf(from.caip19),
      from_abbr: from.caip19,
      from_quantity: NEXT_TO_NOTHING,
      to_address: [{ to_chain: chainIdOf(to.caip19), to_abbr: to.caip19 }],
    });
  } catch (error) {
    if (!(error instanceof SwapdeskError)) throw error;
    if (error.is('from quantity too small', 'from quantity too large')) return error.limits;
    return null;
  }
}
