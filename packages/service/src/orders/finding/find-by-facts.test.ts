import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/support/database.ts';
import { loadCatalogue } from '../../catalog/load-catalogue.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../../engine/testing/world.ts';
import { deskKey } from '../../secrets/desk-key.ts';
import { manageCodes } from '../manage-code.ts';
import type { Order } from '../order.ts';
import { findByFacts } from './find-by-facts.ts';

const codes = manageCodes(deskKey(Buffer.alloc(32, 7)));
const NOT_FOUND = MESSAGE.orderNotFound;

let world: World;
let order: Order;
beforeAll(async () => {
  world = await openWorld();
  order = await world.place({ refund_address: REFUND.Bitcoin });
});
afterAll(() => world.close());

/** The code, or what was said in its place. */
const find = (fact: string, other: string): Promise<string> =>
  findByFacts(
    { database: world.database, catalogue: world.market().catalogue, network: 'test', manageCodes: codes },
    [fact, other],
  ).catch((error) => error.message);

describe('an order whose code was lost', () => {
  it('is found as long as its money is on its way, by what its client alone knows', async () => {
    const { no, address, queryCode } = order;
    for (const [fact, other] of [
      [address, RECEIVER.Ethereum],
      [RECEIVER.Ethereum.toLowerCase(), ` ${address}\n`],
      [address, REFUND.Bitcoin],
      [no.toLowerCase(), address],
      [no, RECEIVER.Ethereum],
      [address, codes.codeOf(order)],
    ] as const)
      expect(await find(fact, other), `${fact} and ${other}`).toBe(queryCode);
    for (const [fact, other] of [
      [address, address],
      [no, no],
      [address, RECEIVER.Litecoin],
      [RECEIVER.Ethereum, REFUND.Bitcoin],
      [no, '0.05'],
      ['nobody', 'nothing'],
      [queryCode, address],
    ] as const)
      expect(await find(fact, other), `${fact} and ${other}`).toBe(NOT_FOUND);
  });

  it('is not found by its facts and those of another order', async () => {
    const other = await world.place({
      to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: REFUND.Ethereum }],
    });
    expect(await find(order.address, other.no)).toBe(NOT_FOUND);
    expect(await find(other.address, RECEIVER.Ethereum)).toBe(NOT_FOUND);
    expect(await find(order.address, codes.codeOf(other))).toBe(NOT_FOUND);
    expect(await find(other.address, REFUND.Ethereum)).toBe(other.queryCode);
  });

  it('is found by what is on the chains only beside its number, once it is paid out', async () => {
    const txid = await world.pay(order);
    await world.round();
    expect(await find(txid, RECEIVER.Ethereum)).toBe(order.queryCode);
    await world.settle();
    const paidBy = (await world.order(order)).departures[0]?.txid ?? 'nothing';
    const onChain = [order.address, txid, paidBy, RECEIVER.Ethereum];
    for (const fact of onChain) {
      for (const other of onChain) expect(await find(fact, other), `${fact} and ${other}`).toBe(NOT_FOUND);
      expect(await find(fact, order.no)).toBe(order.queryCode);
    }
    const withoutPrefix = paidBy.replace(/^0x/, '').toUpperCase();
    expect(await find(withoutPrefix, order.no)).toBe(order.queryCode);
  });

  it('is given the same way while there is none at all', async () => {
    const { database, drop } = await createTestDatabase();
    const catalogue = await loadCatalogue(database);
    const parts = { database, catalogue, network: 'test', manageCodes: codes } as const;
    await expect(findByFacts(parts, ['x', 'y'])).rejects.toThrow(NOT_FOUND);
    await drop();
  });
});
