import { formatFixed } from '../../money/fixed.ts';
import { powerOfTen } from '../../money/units.ts';
import type { VenueFill } from '../trade.ts';
import { type FoundOrder, type MarketRules, OrderRefused, type TradingVenue } from '../trading-venue.ts';
import { AccountFault, type CcxtAccount, entriesOf, exactFixed, type Said } from './ccxt-account.ts';

/** What it calls coins in names of markets, and in balances. */
const IN_MARKETS: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
const IN_BALANCES: Readonly<Record<string, string>> = {
  XXBT: 'BTC',
  XBT: 'BTC',
  XXDG: 'DOGE',
  XDG: 'DOGE',
  XETH: 'ETH',
  XLTC: 'LTC',
  XXRP: 'XRP',
  XXLM: 'XLM',
  XXMR: 'XMR',
  XZEC: 'ZEC',
  XETC: 'ETC',
};

/** With these it says that an order was not made. Whatever else it says leaves that open. */
const REFUSALS = /^(EOrder:|EAPI:|EFunding:|EQuery:|EGeneral:(Invalid arguments|Permission denied))/;
const NO_MARKET = 'EQuery:Unknown asset pair';
const OVER: ReadonlySet<unknown> = new Set(['closed', 'canceled', 'expired']);
/** So many trades are told at a time. */
const MOST_ASKED = 20;

/** Trades at Kraken: limit orders that are filled at once or end (IOC), with ids of ours (cl_ord_id) and a deadline. */
export function krakenTrading(account: CcxtAccount): TradingVenue {
  const pairOf = (abbr: string) => `${IN_MARKETS[abbr] ?? abbr}USDT`;

  const fillsOf = async (ids: readonly string[]): Promise<VenueFill[]> => {
    const fills: VenueFill[] = [];
    for (let n = 0; n < ids.length; n += MOST_ASKED) {
      const txid = ids.slice(n, n + MOST_ASKED).join(',');
      const { said } = await account.ask('privatePostQueryTrades', { txid });
      fills.push(...entriesOf(said.result).map(([id, trade]) => fillOf(id, trade)));
    }
    return fills;
  };

  return {
    name: 'kraken',

    async rules(abbr) {
      const answer = await account
        .ask('publicGetAssetPairs', { pair: pairOf(abbr) })
        .catch((error: unknown) => {
          if (errorsOf(error).includes(NO_MARKET)) return null;
          throw error;
        });
      const market = entriesOf(answer?.said.result)[0]?.[1];
      return market === undefined || market.status !== 'online' ? null : rulesOf(market);
    },

    async send({ clientOrderId, abbr, side, amount, limitPrice, deadlineMs }) {
      const order = {
        pair: pairOf(abbr),
        type: side,
        ordertype: 'limit',
        volume: formatFixed(amount),
        price: formatFixed(limitPrice),
        timeinforce: 'IOC',
        cl_ord_id: clientOrderId,
        // The fee in USDT, whichever side it is.
        oflags: 'fciq',
        deadline: new Date(deadlineMs).toISOString(),
      };
      await account.ask('privatePostAddOrder', order).catch((error: unknown) => {
        throw isRefusal(error) ? new OrderRefused(error.message) : error;
      });
    },

    async ask({ clientOrderId }) {
      // First what is open: what is closed in between is found by the second.
      for (const where of ['open', 'closed'] as const) {
        const endpoint = where === 'open' ? 'privatePostOpenOrders' : 'privatePostClosedOrders';
        const { said } = await account.ask(endpoint, { trades: 'true', cl_ord_id: clientOrderId });
        const orders = entriesOf((said.result as Said | undefined)?.[where]);
        const found = orders.find(([, order]) => order.cl_ord_id === clientOrderId);
        if (found === undefined) continue;
        const [orderId, order] = found;
        const ids = Array.isArray(order.trades) ? order.trades.map(String) : [];
        const known: FoundOrder = {
          orderId,
          isOver: OVER.has(order.status),
          filled: exactFixed(order.vol_exec),
          fills: await fillsOf(ids),
        };
        return { order: known, at: account.answeredAt };
      }
      return { order: null, at: account.answeredAt };
    },

    async cancel({ orderId }) {
      await account.ask('privatePostCancelOrder', { txid: orderId });
    },

    async balances() {
      const { said } = await account.ask('privatePostBalanceEx');
      const held = new Map<string, bigint>();
      for (const [name, { balance }] of entriesOf(said.result)) {
        const abbr = IN_BALANCES[name] ?? name;
        held.set(abbr, (held.get(abbr) ?? 0n) + exactFixed(balance));
      }
      return held;
    },

    stop: () => account.stop(),
  };
}

function rulesOf(market: Said): MarketRules {
  const fine = (decimals: unknown) => powerOfTen(18 - Number(decimals));
  return {
    amountStep: fine(market.lot_decimals),
    priceStep: market.tick_size === undefined ? fine(market.pair_decimals) : exactFixed(market.tick_size),
    leastAmount: exactFixed(market.ordermin),
    leastValue: exactFixed(market.costmin),
  };
}

function fillOf(id: string, { vol, cost, fee, time }: Said): VenueFill {
  return {
    id,
    amount: exactFixed(vol),
    value: exactFixed(cost),
    feeAbbr: 'USDT',
    fee: exactFixed(fee),
    at: Math.floor(Number(time)),
  };
}

function isRefusal(error: unknown): error is AccountFault {
  if (error instanceof AccountFault && error.isUnsent) return true;
  const errors = errorsOf(error);
  return errors.length > 0 && errors.every((each) => REFUSALS.test(each));
}

function errorsOf(error: unknown): string[] {
  if (!(error instanceof AccountFault)) return [];
  try {
    const errors = entriesOf(JSON.parse(error.body)).find(([key]) => key === 'error')?.[1];
    return Array.isArray(errors) ? errors.map(String) : [];
  } catch {
    return [];
  }
}
