import { loadCatalogue } from '../../catalog/load-catalogue.ts';
import { DEFAULT_SETTINGS } from '../../catalog/settings.ts';
import { testFeed } from '../../pricing/feeds/test-feed.ts';
import { Rates } from '../../pricing/rates.ts';
import { agree, type ExchangeRequest, type Terms } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import { newOrderNo, newQueryCode } from '../codes.ts';
import type { NewOrder } from '../insert-orders.ts';

/** What a request is agreed to at the test feed's prices, without special fees. */
export async function termsAt(now: number, database: Queryable, request: ExchangeRequest): Promise<Terms> {
  const { prices } = await testFeed('seed').read(now);
  const market = {
    catalogue: await loadCatalogue(database),
    rates: new Rates(prices.map((price) => ({ ...price, at: now, source: 'test' }))),
    settings: DEFAULT_SETTINGS,
    now,
  };
  return agree(market, request, { float: null, fixed: null });
}

/** Of the requests that plain orders came with. */
export const FINGERPRINT = Buffer.alloc(32, 1);

/** An anonymous order with nothing special about it, ready to be stored, whose deposit address is the nth. */
export function plainOrder(terms: Terms, nth: number): NewOrder {
  return {
    no: newOrderNo(),
    queryCode: newQueryCode(),
    account: { id: 0, ordersRollId: 0 },
    terms,
    receivers: terms.entries.map((_, n) => ({ address: `0xdAC${n}`, memo: null })),
    deposit: { id: nth, address: `tb1q${nth}` },
    toleranceUnits: 0n,
    dustUnits: 0n,
    lifetimeS: 600,
    lateWindowS: 0,
    onMismatch: 'ask',
    refundAddress: null,
    refundMemo: null,
    clientOrderId: null,
    caller: null,
    claims: [],
    fingerprint: FINGERPRINT,
    referral: null,
    caps: { perAsset: null, perCaller: null, inAll: null, sharePct: null, keylessPct: null },
    days: [],
    trace: null,
  };
}
