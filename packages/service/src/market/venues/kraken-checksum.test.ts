import { describe, expect, it } from 'vitest';
import { KrakenChecksum } from './kraken-checksum.ts';

/** The example of Kraken's documents. */
const ASKS =
  '45285.2 0.00100000,45286.4 1.54571953,45286.6 1.54571109,45289.6 1.54560911,45290.2 0.15890660,45291.8 1.54553491,45294.7 0.04454749,45296.1 0.35380000,45297.5 0.09945542,45299.5 0.18772827';
const BIDS =
  '45283.5 0.10000000,45283.4 1.54582015,45282.1 0.10000000,45281.0 0.10000000,45280.3 1.54592586,45279.0 0.07990000,45277.6 0.03310103,45277.5 0.30000000,45277.3 1.54602737,45276.6 0.15445238';
const SUM = 3310070434;

const levels = (text: string) =>
  text
    .split(',')
    .map((level) => level.split(' '))
    .map(([price, amount]) => `{"price":${price},"qty":${amount}}`);
const message = (type: string, bids: string[], asks: string[], checksum: number) =>
  `{"channel":"book","type":"${type}","data":[{"symbol":"BTC/USD","bids":[${bids}],"asks":[${asks}],"checksum":${checksum}}]}`;

describe("Kraken's checksum", () => {
  it('is that of the book, digit for digit', () => {
    const snapshot = message('snapshot', levels(BIDS), levels(ASKS), SUM);
    expect(new KrakenChecksum().hear(snapshot)).toBe(true);
    expect(new KrakenChecksum().hear(snapshot.replace('0.00100000', '0.00100001'))).toBe(false);
    expect(new KrakenChecksum().hear(snapshot.replace('0.00100000', '0.001'))).toBe(false);
  });

  it('is of what changes leave, beyond the depth nothing', () => {
    const books = new KrakenChecksum();
    const [bestBid = '', ...otherBids] = levels(BIDS);
    const worse = '{"price":1.5,"qty":3.00000000}';
    expect(books.hear(message('snapshot', [...otherBids, worse], levels(ASKS), 0))).toBe(false);
    expect(books.hear(message('update', [bestBid], [], SUM))).toBe(true);
    const better = '{"price":45284.0,"qty":0.50000000}';
    expect(books.hear(message('update', [better], [], SUM))).toBe(false);
    expect(books.hear(message('update', [better.replace('0.50000000', '0.00000000')], [], SUM))).toBe(false);
    const last = levels(BIDS).at(-1) as string;
    expect(books.hear(message('update', [last], [], SUM))).toBe(true);
  });

  it('is not asked for of what is no book, and fails for a change of a book that never came', () => {
    const books = new KrakenChecksum();
    for (const text of ['', '{', '{"channel":"heartbeat"}', '{"channel":"book"}', 'null', '["book"]'])
      expect(books.hear(text)).toBe(true);
    expect(books.hear(message('update', [], [], SUM))).toBe(false);
    expect(books.hear('{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD","bids":[7]}]}')).toBe(
      false,
    );
  });
});
