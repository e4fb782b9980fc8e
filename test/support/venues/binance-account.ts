import { createHmac } from 'node:crypto';
import {
  type AccountAnswer,
  type AccountRequest,
  AccountServer,
  type HeldOrder,
  sumOf,
} from './account-server.ts';

const DECIMALS = 8;

/** Binance's spot account: POST, GET and DELETE /api/v3/order, GET /api/v3/myTrades, /api/v3/account and /api/v3/exchangeInfo. */
export class BinanceAccount extends AccountServer {
  readonly secret = 'a secret of letters and digits';
  protected readonly restPath = '/api/v3';

  protected isOrder({ method, path }: AccountRequest): boolean {
    return method === 'POST' && path === '/api/v3/order';
  }

  protected answer(request: AccountRequest): AccountAnswer {
    const params = new URLSearchParams(request.method === 'POST' ? request.body : request.query);
    if (request.path === '/api/v3/exchangeInfo') return this.info(params);
    const wrong = this.wrongWith(request, params);
    if (wrong !== null) return wrong;
    switch (`${request.method} ${request.path}`) {
      case 'POST /api/v3/order':
        return this.order(params);
      case 'GET /api/v3/order':
        return this.told(params, (order) => this.write(order));
      case 'DELETE /api/v3/order':
        return this.told(params, (order) => {
          order.isOver = true;
          return this.write(order);
        });
      case 'GET /api/v3/myTrades':
        return this.told(params, (order) => order.trades.map((trade) => this.writeTrade(order, trade)));
      case 'GET /api/v3/account':
        return { status: 200, body: { canTrade: true, canWithdraw: false, balances: this.writeBalances() } };
      default:
        return refused(404, -1000, 'Path does not exist');
    }
  }

  /** Signed over all that stands before the signature, by the secret, in time. */
  private wrongWith(request: AccountRequest, params: URLSearchParams): AccountAnswer | null {
    const text = request.method === 'POST' ? request.body : request.query;
    const signed = text.slice(0, text.lastIndexOf('&signature='));
    const signature = createHmac('sha256', this.secret).update(signed).digest('hex');
    if (request.headers['x-mbx-apikey'] !== this.key) return refused(401, -2014, 'API-key format invalid.');
    if (params.get('signature') !== signature)
      return refused(400, -1022, 'Signature for this request is not valid.');
    const [timestamp, window] = [Number(params.get('timestamp')), Number(params.get('recvWindow') ?? 5_000)];
    if (timestamp > this.now() + 1_000 || this.now() - timestamp > window)
      return refused(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
    return null;
  }

  private order(params: URLSearchParams): AccountAnswer {
    const read = (name: string) => params.get(name) ?? '';
    if (read('type') !== 'LIMIT' || read('timeInForce') !== 'IOC')
      return refused(400, -1116, 'Invalid orderType.');
    if (!/^[.A-Z:/a-z0-9_-]{1,36}$/.test(read('newClientOrderId')))
      return refused(400, -1100, "Illegal characters found in parameter 'newClientOrderId'.");
    if (!/^\d+(\.\d{1,5})?$/.test(read('quantity'))) return refused(400, -1013, 'Filter failure: LOT_SIZE');
    if (!/^\d+(\.\d{1,2})?$/.test(read('price'))) return refused(400, -1013, 'Filter failure: PRICE_FILTER');
    const order = this.make({
      clientId: read('newClientOrderId'),
      market: read('symbol'),
      isBuy: read('side') === 'BUY',
      amount: read('quantity'),
      price: read('price'),
    });
    const { clientId: clientOrderId, market: symbol } = order;
    return {
      status: 200,
      body: { symbol, orderId: Number(order.id), orderListId: -1, clientOrderId, transactTime: this.now() },
    };
  }

  private told(params: URLSearchParams, tell: (order: HeldOrder) => unknown): AccountAnswer {
    const [id, clientId] = [params.get('orderId'), params.get('origClientOrderId')];
    const order = this.orders.find((each) => each.id === id || each.clientId === clientId);
    if (order === undefined) return refused(400, -2013, 'Order does not exist.');
    return { status: 200, body: tell(order) };
  }

  private write(order: HeldOrder): object {
    const executedQty = sumOf(
      order.trades.map(({ amount }) => amount),
      DECIMALS,
    );
    const isFull = executedQty === sumOf([order.amount], DECIMALS);
    return {
      symbol: order.market,
      orderId: Number(order.id),
      orderListId: -1,
      clientOrderId: order.clientId,
      price: sumOf([order.price], DECIMALS),
      origQty: sumOf([order.amount], DECIMALS),
      executedQty,
      cummulativeQuoteQty: sumOf(
        order.trades.map(({ value }) => value),
        DECIMALS,
      ),
      status: !order.isOver ? 'PARTIALLY_FILLED' : isFull ? 'FILLED' : 'EXPIRED',
      timeInForce: 'IOC',
      type: 'LIMIT',
      side: order.isBuy ? 'BUY' : 'SELL',
    };
  }

  private writeTrade(order: HeldOrder, trade: HeldOrder['trades'][number]): object {
    return {
      symbol: order.market,
      id: Number(trade.id),
      orderId: Number(order.id),
      price: trade.price,
      qty: trade.amount,
      quoteQty: trade.value,
      commission: trade.fee,
      commissionAsset: order.isBuy ? order.market.replace('USDT', '') : 'USDT',
      time: 1_700_000_000_123,
      isBuyer: order.isBuy,
      isMaker: false,
      isBestMatch: true,
    };
  }

  private writeBalances(): object[] {
    return Object.entries(this.balances).map(([asset, free]) => ({ asset, free, locked: '0.10000000' }));
  }

  private info(params: URLSearchParams): AccountAnswer {
    const [symbol] = JSON.parse(params.get('symbols') ?? '[]') as string[];
    if (symbol !== 'BTCUSDT' && symbol !== 'ETHUSDT') return refused(400, -1121, 'Invalid symbol.');
    const filters = [
      {
        filterType: 'PRICE_FILTER',
        minPrice: '0.01000000',
        maxPrice: '1000000.00000000',
        tickSize: '0.01000000',
      },
      { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      { filterType: 'NOTIONAL', minNotional: '5.00000000', applyMinToMarket: true },
    ];
    return { status: 200, body: { timezone: 'UTC', symbols: [{ symbol, status: 'TRADING', filters }] } };
  }
}

function refused(status: number, code: number, msg: string): AccountAnswer {
  return { status, body: { code, msg } };
}
