import { createHash, createHmac } from 'node:crypto';
import {
  type AccountAnswer,
  type AccountRequest,
  AccountServer,
  type HeldOrder,
  sumOf,
} from './account-server.ts';

const DECIMALS = 8;

/** Kraken's account: POST /0/private/AddOrder, OpenOrders, ClosedOrders, QueryTrades, CancelOrder and BalanceEx; AssetPairs. */
export class KrakenAccount extends AccountServer {
  readonly secret = Buffer.from('a secret that is base64').toString('base64');
  protected readonly restPath = '';
  private lastNonce = 0;

  protected isOrder({ path }: AccountRequest): boolean {
    return path === '/0/private/AddOrder';
  }

  protected answer(request: AccountRequest): AccountAnswer {
    if (request.path === '/0/public/AssetPairs') return pairs(new URLSearchParams(request.query));
    const params = new URLSearchParams(request.body);
    const wrong = this.wrongWith(request, params);
    if (wrong !== null) return says(wrong);
    switch (request.path.replace('/0/private/', '')) {
      case 'AddOrder':
        return this.order(params);
      case 'OpenOrders':
        return this.list('open', params, false);
      case 'ClosedOrders':
        return this.list('closed', params, true);
      case 'QueryTrades':
        return this.trades(params);
      case 'CancelOrder':
        for (const order of this.orders) if (order.id === params.get('txid')) order.isOver = true;
        return gives({ count: 1 });
      case 'BalanceEx':
        return gives(
          Object.fromEntries(
            Object.entries(this.balances).map(([coin, balance]) => [coin, { balance, hold_trade: '0.0000' }]),
          ),
        );
      default:
        return says('EGeneral:Unknown method');
    }
  }

  /** HMAC-SHA512 of path and SHA256 of nonce and body, by the secret; the nonce is higher than every one before. */
  private wrongWith({ path, body, headers }: AccountRequest, params: URLSearchParams): string | null {
    const nonce = params.get('nonce') ?? '';
    const digest = createHash('sha256')
      .update(nonce + body)
      .digest();
    const signed = Buffer.concat([Buffer.from(path), digest]);
    const signature = createHmac('sha512', Buffer.from(this.secret, 'base64'))
      .update(signed)
      .digest('base64');
    if (headers['api-key'] !== this.key) return 'EAPI:Invalid key';
    if (headers['api-sign'] !== signature) return 'EAPI:Invalid signature';
    if (Number(nonce) <= this.lastNonce) return 'EAPI:Invalid nonce';
    this.lastNonce = Number(nonce);
    return null;
  }

  private order(params: URLSearchParams): AccountAnswer {
    const read = (name: string) => params.get(name) ?? '';
    if (read('ordertype') !== 'limit' || read('timeinforce') !== 'IOC' || read('oflags') !== 'fciq')
      return says('EGeneral:Invalid arguments:ordertype');
    const deadline = Date.parse(read('deadline'));
    if (!(deadline <= this.now() + 60_000)) return says('EGeneral:Invalid arguments:deadline');
    if (deadline < this.now()) return says('EOrder:Deadline elapsed');
    if (!/^([0-9a-f]{32}|.{1,18})$/.test(read('cl_ord_id')))
      return says('EGeneral:Invalid arguments:cl_ord_id');
    if (!/^\d+(\.\d)?$/.test(read('price'))) return says('EOrder:Invalid price');
    const order = this.make({
      clientId: read('cl_ord_id'),
      market: read('pair'),
      isBuy: read('type') === 'buy',
      amount: read('volume'),
      price: read('price'),
    });
    const descr = { order: `${read('type')} ${order.amount} ${order.market} @ limit ${order.price}` };
    return gives({ descr, txid: [order.id] });
  }

  private list(where: string, params: URLSearchParams, areOver: boolean): AccountAnswer {
    const found = this.orders.filter(
      ({ isOver, clientId }) => isOver === areOver && clientId === params.get('cl_ord_id'),
    );
    const written = Object.fromEntries(found.map((order) => [order.id, write(order)]));
    return gives({ [where]: written, ...(areOver && { count: found.length }) });
  }

  private trades(params: URLSearchParams): AccountAnswer {
    const wanted = (params.get('txid') ?? '').split(',');
    const told = this.orders.flatMap((order) =>
      order.trades
        .filter(({ id }) => wanted.includes(id))
        .map(({ id, amount, price, value, fee }) => [
          id,
          {
            ordertxid: order.id,
            pair: order.market,
            time: 1_700_000_000.1234,
            type: order.isBuy ? 'buy' : 'sell',
            ordertype: 'limit',
            price,
            cost: value,
            fee,
            vol: amount,
            margin: '0.00000',
            misc: '',
          },
        ]),
    );
    return gives(Object.fromEntries(told));
  }
}

function write({ clientId, market, isBuy, amount, price, isOver, trades }: HeldOrder): object {
  const sum = (part: 'amount' | 'value' | 'fee') =>
    sumOf(
      trades.map((trade) => trade[part]),
      DECIMALS,
    );
  const isFull = sum('amount') === sumOf([amount], DECIMALS);
  return {
    refid: null,
    userref: null,
    cl_ord_id: clientId,
    status: !isOver ? 'open' : isFull ? 'closed' : 'canceled',
    opentm: 1_700_000_000.1,
    descr: { pair: market, type: isBuy ? 'buy' : 'sell', ordertype: 'limit', price },
    vol: sumOf([amount], DECIMALS),
    vol_exec: sum('amount'),
    cost: sum('value'),
    fee: sum('fee'),
    oflags: 'fciq',
    trades: trades.map(({ id }) => id),
  };
}

function pairs(params: URLSearchParams): AccountAnswer {
  const pair = params.get('pair') ?? '';
  if (pair !== 'XBTUSDT' && pair !== 'ETHUSDT') return says('EQuery:Unknown asset pair');
  const rules = { lot_decimals: 8, pair_decimals: 1, ordermin: '0.00005', costmin: '0.5', tick_size: '0.1' };
  return gives({ [pair]: { altname: pair, status: 'online', ...rules } });
}

function gives(result: object): AccountAnswer {
  return { status: 200, body: { error: [], result } };
}

function says(error: string): AccountAnswer {
  return { status: 200, body: { error: [error] } };
}
