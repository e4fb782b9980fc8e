import { formatFixed } from '../../money/fixed.ts';
import type { VenueFill } from '../trade.ts';
import { type MarketRules, OrderRefused, type TradingVenue } from '../trading-venue.ts';
import { AccountFault, type CcxtAccount, entriesOf, exactFixed, listOf, type Said } from './ccxt-account.ts';

/** Binance takes a request until so long after the time that stands in it. */
const WINDOW_MS = 10_000;
/** Its errors that leave open whether an order was made, whatever their status. */
const UNKNOWN_CODES: ReadonlySet<number> = new Set([-1000, -1001, -1006, -1007]);
const NO_MARKET = -1121;
const NO_ORDER = -2013;
const UNDER_WAY: ReadonlySet<unknown> = new Set(['NEW', 'PENDING_NEW', 'PARTIALLY_FILLED', 'PENDING_CANCEL']);
const MOST_FILLS = 1_000;

/** Trades at Binance: limit orders that are filled at once or expire (IOC), by ids of ours (newClientOrderId). */
export function binanceTrading(account: CcxtAccount): TradingVenue {
  const symbolOf = (abbr: string) => `${abbr}USDT`;

  const fillsOf = async (abbr: string, orderId: string): Promise<VenueFill[]> => {
    const asked = { symbol: symbolOf(abbr), orderId, limit: MOST_FILLS };
    const { said } = await account.ask('privateGetMyTrades', asked);
    return listOf(said).map((trade) => ({
      id: String(trade.id),
      amount: exactFixed(trade.qty),
      value: exactFixed(trade.quoteQty),
      feeAbbr: String(trade.commissionAsset),
      fee: exactFixed(trade.commission),
      at: Math.floor(Number(trade.time) / 1_000),
    }));
  };

  return {
    name: 'binance',

    async rules(abbr) {
      const symbols = JSON.stringify([symbolOf(abbr)]);
      const info = await orNull(account.ask('publicGetExchangeInfo', { symbols }), NO_MARKET);
      const market = listOf(info?.said.symbols).find(({ symbol }) => symbol === symbolOf(abbr));
      return market === undefined || market.status !== 'TRADING' ? null : rulesOf(market);
    },

    async send({ clientOrderId, abbr, side, amount, limitPrice, deadlineMs }) {
      const order = {
        symbol: symbolOf(abbr),
        side: side.toUpperCase(),
        type: 'LIMIT',
        timeInForce: 'IOC',
        quantity: formatFixed(amount),
        price: formatFixed(limitPrice),
        newClientOrderId: clientOrderId,
        newOrderRespType: 'ACK',
        timestamp: deadlineMs - WINDOW_MS,
        recvWindow: WINDOW_MS,
      };
      await account.ask('privatePostOrder', order).catch((error: unknown) => {
        throw isRefusal(error) ? new OrderRefused(error.message) : error;
      });
    },

    async ask({ clientOrderId, abbr }) {
      const asked = { symbol: symbolOf(abbr), origClientOrderId: clientOrderId };
      const answer = await account
        .ask('privateGetOrder', asked)
        .catch((error: unknown) => unknownOrder(error));
      const { said, at } = answer;
      if (said === null) return { order: null, at };
      const orderId = String(said.orderId);
      const filled = exactFixed(said.executedQty);
      const fills = filled === 0n ? [] : await fillsOf(abbr, orderId);
      return { order: { orderId, isOver: !UNDER_WAY.has(said.status), filled, fills }, at };
    },

    async cancel({ abbr, orderId }) {
      await account.ask('privateDeleteOrder', { symbol: symbolOf(abbr), orderId });
    },

    async balances() {
      const { said } = await account.ask('privateGetAccount', { omitZeroBalances: 'true' });
      return new Map(
        listOf(said.balances).map(({ asset, free, locked }) => [
          String(asset),
          exactFixed(free) + exactFixed(locked),
        ]),
      );
    },

    stop: () => account.stop(),
  };

  /** That it knows no such order is an answer, with its time. */
  function unknownOrder(error: unknown): { said: null; at: number | null } {
    if (!(error instanceof AccountFault) || codeOf(error) !== NO_ORDER) throw error;
    return { said: null, at: account.answeredAt };
  }
}

function rulesOf(market: Said): MarketRules {
  const filters = new Map(listOf(market.filters).map((filter) => [String(filter.filterType), filter]));
  const value = filters.get('NOTIONAL') ?? filters.get('MIN_NOTIONAL');
  const [price, lot] = [filters.get('PRICE_FILTER'), filters.get('LOT_SIZE')];
  return {
    amountStep: exactFixed(lot?.stepSize),
    priceStep: exactFixed(price?.tickSize),
    leastAmount: exactFixed(lot?.minQty),
    leastValue: exactFixed(value?.minNotional),
  };
}

/** Errors of the 4XX kind are ours, and the order was not made; after 5XX its documentation says that this is unknown. */
function isRefusal(error: unknown): error is AccountFault {
  if (!(error instanceof AccountFault)) return false;
  if (error.isUnsent) return true;
  const code = codeOf(error);
  const isOurs = error.status !== null && error.status >= 400 && error.status < 500;
  return isOurs && code !== null && !UNKNOWN_CODES.has(code);
}

async function orNull<T>(asked: Promise<T>, code: number): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof AccountFault && codeOf(error) === code) return null;
    throw error;
  });
}

function codeOf({ body }: AccountFault): number | null {
  try {
    const code = entriesOf(JSON.parse(body)).find(([key]) => key === 'code')?.[1];
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
