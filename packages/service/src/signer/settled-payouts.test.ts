import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAffiliate, askFor, earn, PAID_TO, settle, wishFor } from '../acts/testing/affiliate.ts';
import { dropWithdrawal } from '../acts/withdrawals.ts';
import { nothingPasses } from '../engine/payments/signed-before.ts';
import { openWorld, RECEIVER, type World } from '../engine/testing/world.ts';
import type { Order } from '../orders/order.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { transaction } from '../store/transaction.ts';
import { readUnpaid } from './unpaid-payouts.ts';

/** What the signer makes of a settlement in a store that somebody has changed by hand. */

let world: World;
let folder: string;
let record: SigningRecord;
/** Two orders of the affiliate that are settled, one that is not, and one of another account. */
let covered: Order[];
let another: Order;
let foreign: Order;
let payout: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-settled-'));
  record = await SigningRecord.open(folder);
  world = await openWorld();
  await addAffiliate(world);
  covered = [await earn(world), await earn(world)];
  another = await earn(world);
  await ofCommission(another, 'commission = 0');
  foreign = await earn(world, 'other');
});
beforeEach(async () => {
  await settle(world, wishFor('ETH'));
  const [row] = await world.rows<{ id: number }>('SELECT max(id) AS id FROM payout');
  payout = row?.id as number;
  expect(await isDue()).toBe(true);
});
afterEach(async () => {
  await transaction(world.database, (client) => dropWithdrawal(client, payout, '', world.now));
});
afterAll(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

async function isDue(address: string = PAID_TO.Ethereum): Promise<boolean | undefined> {
  const unpaid = await readUnpaid(world.database, record, {
    chainId: world.asset('Ethereum/ETH').chain.id,
    addresses: [address],
    withdrawals: [],
    cold: null,
    hasPassed: nothingPasses,
  });
  return unpaid.find(({ id }) => id === payout)?.isDue;
}

const ofPayout = (columns: string) => world.rows(`UPDATE payout SET ${columns} WHERE id = ${payout}`);
const ofSettlement = (columns: string) =>
  world.rows(
    `UPDATE settlement SET ${columns} WHERE id = (SELECT settlement_id FROM payout WHERE id = ${payout})`,
  );
const ofCommission = ({ id }: Order, columns: string) =>
  world.rows(`UPDATE referral_order SET ${columns} WHERE order_id = ${id}`);
const ofOrder = ({ id }: Order, columns: string) =>
  world.rows(`UPDATE orders SET ${columns} WHERE id = ${id}`);
const [first, second] = [() => covered[0] as Order, () => covered[1] as Order];
const THIS = `(SELECT settlement_id FROM payout WHERE id = (SELECT max(id) FROM payout))`;

describe('a settlement is not signed', () => {
  it('to another address than was confirmed', async () => {
    await ofPayout(`address = '${RECEIVER.Ethereum}'`);
    expect(await isDue(RECEIVER.Ethereum)).toBe(false);
    await ofSettlement(`address = '${RECEIVER.Ethereum}'`);
    expect(await isDue(RECEIVER.Ethereum)).toBe(false);
    await ofPayout(`address = '${PAID_TO.Ethereum}'`);
    expect(await isDue()).toBe(false);
    await ofSettlement(`address = '${PAID_TO.Ethereum}'`);
    expect(await isDue()).toBe(true);
  });

  it('with other units, at another price, or for another sum', async () => {
    for (const other of ['+ 1', '- 1']) {
      await ofPayout(`units = units ${other}`);
      expect(await isDue()).toBe(false);
      await ofSettlement(`units = units ${other}`);
      expect(await isDue()).toBe(false);
      await ofPayout(`units = units - (${other})`);
      await ofSettlement(`units = units - (${other})`);
      expect(await isDue()).toBe(true);
    }
    await ofSettlement('price = price / 2');
    expect(await isDue()).toBe(false);
    await ofSettlement('price = price * 2, usdt = usdt + 5');
    expect(await isDue()).toBe(false);
    await ofSettlement('usdt = usdt - 5');
    expect(await isDue()).toBe(true);
  });

  it.each([
    ['more than the commissions are worth', ['units'], {}],
    ['more than the commissions come to', ['units', 'usdt'], {}],
    ['another account', [], { account: 'another' }],
  ])('for %s, though somebody has written that it was confirmed', async (_, doubled, more) => {
    const [own] = await world.rows<{ id: number; arguments: Record<string, string> }>(
      'SELECT id, arguments FROM proposal WHERE id = (SELECT proposal_id FROM payout WHERE id = $1)',
      [payout],
    );
    const { id, arguments: args } = own as { id: number; arguments: Record<string, string> };
    const twice = Object.fromEntries(doubled.map((name) => [name, String(2n * BigInt(args[name] ?? 0))]));
    const [forged] = await world.rows<{ id: number }>(
      `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at, state, decided_by, decided_via, decided_at)
       VALUES ('affiliate settle', 'affiliate', $1, '[]', 'x', 'console', 1, 'confirmed', 'y', 'console', 1) RETURNING id`,
      [JSON.stringify({ ...args, ...twice, ...more })],
    );
    const doubling = doubled.map((name) => `, ${name} = ${name} * 2`).join('');
    await ofPayout(`proposal_id = ${forged?.id}${doubled.length > 0 ? ', units = units * 2' : ''}`);
    await ofSettlement(`proposal_id = ${forged?.id}${doubling}`);
    expect(await isDue()).toBe(false);
    await ofPayout(`proposal_id = ${id}${doubled.length > 0 ? ', units = units / 2' : ''}`);
    await ofSettlement(`proposal_id = ${id}${doubling.replaceAll('*', '/')}`);
    expect(await isDue()).toBe(true);
  });

  it('for commissions of another account, or for one more, or for one less', async () => {
    await ofCommission(foreign, `settlement_id = ${THIS}`);
    expect(await isDue()).toBe(false);
    await ofCommission(second(), 'settlement_id = NULL');
    expect(await isDue()).toBe(false);
    await ofCommission(foreign, 'settlement_id = NULL');
    expect(await isDue()).toBe(false);
    // Of the same affiliate, completed, of the same sum, and not what was confirmed.
    await ofCommission(another, `settlement_id = ${THIS}, commission = 5`);
    expect(await isDue()).toBe(false);
    await ofCommission(another, 'settlement_id = NULL, commission = 0');
    await ofCommission(second(), `settlement_id = ${THIS}`);
    expect(await isDue()).toBe(true);
    await ofCommission(second(), 'account_id = 6');
    expect(await isDue()).toBe(false);
    await ofCommission(second(), "account_id = 5, code_id = (SELECT id FROM ref_code WHERE code = 'other')");
    expect(await isDue()).toBe(false);
    await ofCommission(second(), "code_id = (SELECT id FROM ref_code WHERE code = 'ref')");
    await ofSettlement('account_id = 6');
    expect(await isDue()).toBe(false);
    await ofSettlement('account_id = 5');
    expect(await isDue()).toBe(true);
  });

  it('for a markup on an order that the account has not placed, or for more of one than was taken', async () => {
    const { id } = second();
    const ofEntry = (columns: string) =>
      world.rows(`UPDATE order_entry SET ${columns} WHERE order_id = ${id}`);
    await ofEntry('markup_units = 1');
    expect(await isDue()).toBe(false);
    await ofOrder(second(), 'account_id = 5');
    expect(await isDue()).toBe(true);
    const [code] = await world.rows<{ code_id: number; code_position: number }>(
      `SELECT code_id, code_position FROM referral_order WHERE order_id = ${id}`,
    );
    await ofCommission(second(), 'code_id = NULL, code_position = NULL');
    expect(await isDue()).toBe(true);
    for (const units of ['fee_units + 1', '-1', "'NaN'"]) {
      await ofEntry(`markup_units = ${units}`);
      expect(await isDue()).toBe(false);
    }
    await ofEntry('markup_units = 0');
    await ofOrder(second(), 'account_id = 0');
    expect(await isDue()).toBe(false);
    await ofCommission(second(), `code_id = ${code?.code_id}, code_position = ${code?.code_position}`);
    expect(await isDue()).toBe(true);
  });

  it('for commissions that are settled, of orders that are not completed, or beyond what was earned', async () => {
    await ofCommission(first(), 'settle_status = 2');
    expect(await isDue()).toBe(false);
    await ofCommission(first(), 'settle_status = 1');
    await ofOrder(first(), 'status = 7');
    expect(await isDue()).toBe(false);
    await ofOrder(first(), 'status = 4');
    // Of the same sum, so that nothing else is in the way.
    await ofCommission(first(), 'commission = commission + 1');
    await ofCommission(second(), 'commission = commission - 1');
    expect(await isDue()).toBe(false);
    await ofCommission(first(), 'commission = commission - 1');
    await ofCommission(second(), 'commission = commission + 1');
    expect(await isDue()).toBe(true);
  });

  it('by another proposal, or by one that nobody has confirmed', async () => {
    await transaction(world.database, (client) => dropWithdrawal(client, payout, '', world.now));
    const open = await askFor(world, wishFor('ETH'));
    await settle(world, { ...wishFor('ETH'), address: RECEIVER.Ethereum });
    const [row] = await world.rows<{ id: number; settlement_id: number; proposal_id: number }>(
      'SELECT id, settlement_id, proposal_id FROM payout ORDER BY id DESC LIMIT 1',
    );
    const made = row as { id: number; settlement_id: number; proposal_id: number };
    payout = made.id;
    expect(await isDue(RECEIVER.Ethereum)).toBe(true);
    await ofPayout(`address = '${PAID_TO.Ethereum}', proposal_id = ${open}`);
    expect(await isDue()).toBe(false);
    await ofSettlement(`address = '${PAID_TO.Ethereum}', proposal_id = ${open}`);
    expect(await isDue()).toBe(false);
    await ofSettlement(`address = '${RECEIVER.Ethereum}', proposal_id = ${made.proposal_id}`);
    expect(await isDue()).toBe(false);
    await ofPayout(`address = '${RECEIVER.Ethereum}', proposal_id = ${made.proposal_id}`);
    expect(await isDue(RECEIVER.Ethereum)).toBe(true);
  });
});
