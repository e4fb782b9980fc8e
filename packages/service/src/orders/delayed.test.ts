import { describe, expect, it } from 'vitest';
import { type Asset, Catalogue } from '../catalog/catalogue.ts';
import { delayedAssets } from './delayed.ts';
import type { Arrival, Departure, Order, OrderEntry } from './order.ts';

const asset = (id: number, abbr: string) =>
  ({ id, abbr, contract: null, chain: { name: 'Ethereum' } }) as Asset;
const [ETH, USDT, USDC] = [1, 2, 3];
const catalogue = new Catalogue([asset(ETH, 'ETH'), asset(USDT, 'USDT'), asset(USDC, 'USDC')]);

/** ETH for USDT and USDC. */
function order(changes: Partial<Order>): Order {
  const entry = (assetId: number) => ({ assetId, status: 1, units: 5n }) as OrderEntry;
  return {
    ...({ status: 1, mode: 'float', assetId: ETH, dustUnits: 0n, acceptedAt: 0 } as Order),
    resolution: null,
    refundAddress: null,
    arrivals: [],
    departures: [],
    entries: [entry(USDT), entry(USDC)],
    ...changes,
  };
}
const withStatus = (...statuses: number[]) =>
  order({}).entries.map((entry, n) => ({ ...entry, status: statuses[n] as number }));
const arrival = (changes: Partial<Arrival> = {}): Arrival => ({
  ...({ id: 7, assetId: ETH, units: 9n, confirmedAt: 1, use: null, isPaidBack: false } as Arrival),
  ...changes,
});
const departure = { reason: 'refund', depositId: 7, state: 'signed' } as Departure;

const delayed = (changes: Partial<Order>, ...paused: number[]) =>
  delayedAssets(order(changes), catalogue.withPaused(new Set(paused))).map(({ abbr }) => abbr);

describe('what waits of an order', () => {
  it('is nothing as long as everything is paid out', () => {
    for (const status of [1, 2, 3, 4, 5, 7, 8, 9] as const) expect(delayed({ status })).toEqual([]);
  });

  it.each([1, 2, 3, 8] as const)('is what its receivers get, in status %i', (status) => {
    expect(delayed({ status }, USDC)).toEqual(['USDC']);
    expect(delayed({ status }, ETH)).toEqual([]);
  });

  it.each([4, 5, 9] as const)('is nothing any more in status %i', (status) => {
    expect(delayed({ status }, ETH, USDT, USDC)).toEqual([]);
  });

  it('is only what has not been sent', () => {
    expect(delayed({ status: 3, entries: withStatus(2, 1) }, USDT, USDC)).toEqual(['USDC']);
    expect(delayed({ status: 3, entries: withStatus(2, 3) }, USDT, USDC)).toEqual([]);
  });

  it('is the part of the source that is given back instead of an entry', () => {
    const [first, second] = withStatus(1, 3) as [OrderEntry, OrderEntry];
    const entries = [{ ...first, units: 0n }, second];
    expect(delayed({ status: 3, acceptedAt: 1, entries }, USDT)).toEqual([]);
    expect(delayed({ status: 3, acceptedAt: 1, entries }, ETH)).toEqual(['ETH']);
  });

  it('is, of a frozen order, either way until one of them is decided', () => {
    const frozen = { status: 7, arrivals: [arrival()] } as const;
    expect(delayed(frozen, ETH, USDC)).toEqual(['USDC', 'ETH']);
    expect(delayed({ ...frozen, resolution: 'exchange' }, ETH, USDC)).toEqual(['USDC']);
    expect(delayed({ ...frozen, resolution: 'refund' }, ETH, USDC)).toEqual(['ETH']);
  });

  it('is a refund until it is sent, and none that is not worth its fee', () => {
    const refunding = { status: 7, resolution: 'refund' } as const;
    const due = arrival({ use: 'refund', isPaidBack: true });
    expect(delayed({ ...refunding, arrivals: [due] }, ETH)).toEqual(['ETH']);
    expect(delayed({ ...refunding, arrivals: [due], departures: [departure] }, ETH)).toEqual([]);
    expect(delayed({ ...refunding, arrivals: [arrival({ use: 'refund' })] }, ETH)).toEqual([]);
  });

  it('is surplus that is on its way back, of whatever asset', () => {
    const served = { status: 4, arrivals: [arrival({ assetId: USDT })] } as const;
    expect(delayed(served, USDT)).toEqual([]);
    expect(delayed({ ...served, refundAddress: '0xMine' }, USDT)).toEqual(['USDT']);
  });
});
