import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const WAYS = [
  { from: 'Bitcoin/BTC', amount: 0.05, to: 'Ethereum/ETH' },
  { from: 'Ethereum/ETH', amount: 2, to: 'BSC/USDT' },
  { from: 'BSC/BNB', amount: 10, to: 'Polygon/USDC' },
  { from: 'Litecoin/LTC', amount: 10, to: 'Ethereum/USDT' },
];
const REQUEST_MS = 30_000;
const NOT_THERE = /not found|not exist/i;
/** Between two tries of the same order. */
const AGAIN_MS = 300;

/**
 * Clients that place orders, pay most of them, and keep a list of what was acknowledged. One that gets no answer, or a busy
 * one, asks the other node under the same key, as the guide for integrators says.
 */
export class Load {
  constructor(urls, { clients, everyMs, random }) {
    this.urls = urls;
    this.everyMs = everyMs;
    this.random = random;
    /** What was acknowledged, with when it was asked for first and when it was answered. */
    this.acknowledged = [];
    this.refusals = new Map();
    /** Orders that were acknowledged by one node and that another did not know, and how many it was asked for. */
    this.unseen = [];
    this.looked = 0;
    this.paid = 0;
    this.isOver = false;
    this.running = Array.from({ length: clients }, (_, n) => this.client(n));
  }

  async stop() {
    this.isOver = true;
    await Promise.all(this.running);
  }

  async client(n) {
    for (let turn = n; !this.isOver; turn++) {
      const way = WAYS[Math.floor(this.random() * WAYS.length)];
      await this.place(way, turn).catch((error) => this.note(String(error)));
      await pause(this.everyMs * (0.5 + this.random()));
    }
  }

  async place(way, turn) {
    const body = bodyOf(way);
    const headers = { 'idempotency-key': randomUUID() };
    for (let tries = 0; !this.isOver; tries++) {
      const url = this.urls[(turn + tries) % this.urls.length];
      const askedAt = Date.now();
      const answer = await send(url, '/openapi/order/place', body, headers);
      if (answer.code === 0) {
        const { no, order_no, query_code, address } = answer.data;
        this.acknowledged.push({ no: order_no ?? no, query_code, address, askedAt, at: Date.now() });
        await this.look(this.urls[(turn + tries + 1) % this.urls.length], query_code);
        if (this.random() < 0.8) await this.pay(url, query_code);
        return;
      }
      this.note(answer.msg);
      await pause(AGAIN_MS);
    }
  }

  /** What was acknowledged is there at once, at the other node too, which reads at a replica. It may be busy, but not wrong. */
  async look(url, query_code) {
    const { code, msg } = await send(url, `/openapi/order/query?query_code=${query_code}`);
    if (code === 0) this.looked++;
    else if (NOT_THERE.test(msg)) this.unseen.push(query_code);
    else this.note(`query: ${msg}`);
  }

  /** Once: whether a payment that was cut off has been made, only the chain knows. */
  async pay(url, query_code) {
    const { code, msg } = await send(url, '/testnet/pay', { query_code }, {});
    if (code === 0) this.paid++;
    else this.note(`pay: ${msg}`);
  }

  note(msg) {
    this.refusals.set(msg, (this.refusals.get(msg) ?? 0) + 1);
  }

  /** How long after a moment the first order was acknowledged that was asked for since; null if none was yet. */
  firstAfter(ms) {
    const first = this.acknowledged
      .filter(({ askedAt }) => askedAt >= ms)
      .reduce((least, { at }) => Math.min(least, at), Infinity);
    return first === Infinity ? null : first - ms;
  }

  /** The longest time between two moments in which nothing was acknowledged. */
  longestGap(from, to) {
    const times = this.acknowledged
      .map(({ at }) => at)
      .filter((at) => at > from && at < to)
      .sort((a, b) => a - b);
    const all = [from, ...times, to];
    return Math.max(...all.slice(1).map((at, n) => at - all[n]));
  }
}

function bodyOf({ from, amount, to }) {
  const [from_chain, from_abbr] = from.split('/');
  const [to_chain, to_abbr] = to.split('/');
  // A receiver of its own for each order: what it is paid twice is seen there.
  const to_address = `0x${randomBytes(20).toString('hex')}`;
  const receivers = [{ to_chain, to_abbr, to_address }];
  return { exchange_mode: 'float', from_chain, from_abbr, from_quantity: amount, to_address: receivers };
}

/** With a body it is posted. */
async function send(url, path, body, headers) {
  const posting = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  try {
    const answer = await fetch(url + path, {
      ...(body !== undefined && { ...posting, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    return await answer.json();
  } catch (error) {
    return { code: -1, msg: `no answer (${error.cause?.code ?? error.name})` };
  }
}
