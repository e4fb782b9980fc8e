import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS } from '../acts/index.ts';
import { redirectPayout } from '../acts/redirect-payout.ts';
import { refundEntry } from '../acts/refund-entry.ts';
import { returnSurplus } from '../acts/return-surplus.ts';
import { type Chain, Unpayable } from '../chains/chain.ts';
import { nothingPasses } from '../engine/payments/signed-before.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../engine/testing/world.ts';
import { confirmProposal, type ProposedAct, propose } from '../operators/proposals.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { transaction } from '../store/transaction.ts';
import { readUnpaid } from './unpaid-payouts.ts';

/** Where a payout goes elsewhere than its order says, the signer goes by what was confirmed, and by nothing else. */

let world: World;
let folder: string;
let record: SigningRecord;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-proposed-'));
  record = await SigningRecord.open(folder);
  world = await openWorld();
  world.chains = world.chains.map((chain) =>
    Object.assign(Object.create(chain), {
      async sign() {
        throw new Unpayable('nothing is paid here');
      },
    } satisfies Partial<Chain>),
  );
});
afterAll(async () => {
  await world.close();
  await record.close();
  await rm(folder, { recursive: true });
});

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const THIRD = '0xde709f2102306220921060314715629080e2fb77';
const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
type Act = typeof redirectPayout extends ProposedAct<infer Context> ? ProposedAct<Context> : never;

/** With a reason, as the console asks for one. */
async function confirmed(act: Act, payout: number, address: string): Promise<void> {
  await confirmedFor(act, { payout: String(payout), address, why: 'asked by mail' });
}

async function confirmedFor(act: Act, args: Readonly<Record<string, string>>): Promise<void> {
  const context = { market: world.market(), network: 'test' as const, withdrawals: {}, screen: world.screen };
  await transaction(world.database, async (client) => {
    const { result } = await propose(client, act, args, ROOT, context, world.now);
    await confirmProposal(client, ACTS, result, ROOT, context, 0, world.now);
  });
}

/** A payout that waits to be signed. */
async function ready(): Promise<number> {
  const order = await world.place({ refund_address: REFUND.Bitcoin });
  await world.pay(order);
  await world.settle();
  const [payout] = await world.rows<{ id: number }>('SELECT id FROM payout WHERE order_id = $1', [order.id]);
  return payout?.id as number;
}

async function isDue(payout: number): Promise<boolean | undefined> {
  const [row] = await world.rows<{ chain_id: number; address: string }>(
    'SELECT chain_id, address FROM payout WHERE id = $1',
    [payout],
  );
  const { chain_id, address } = row as { chain_id: number; address: string };
  const unpaid = await readUnpaid(world.database, record, {
    chainId: chain_id,
    addresses: [address],
    withdrawals: [],
    cold: null,
    hasPassed: nothingPasses,
  });
  return unpaid.find(({ id }) => id === payout)?.isDue;
}

const change = (payout: number, columns: string) =>
  world.rows(`UPDATE payout SET ${columns} WHERE id = ${payout}`);

describe('an output', () => {
  it('that goes to another address is due only if that was proposed for it and confirmed', async () => {
    const payout = await ready();
    expect(await isDue(payout)).toBe(true);
    await change(payout, `address = '${OTHER}'`);
    expect(await isDue(payout)).toBe(false);
    await change(payout, `address = '${RECEIVER.Ethereum}'`);
    await confirmed(redirectPayout, payout, OTHER);
    expect(await isDue(payout)).toBe(true);
    await change(payout, `address = '${THIRD}'`);
    expect(await isDue(payout)).toBe(false);
  });

  it('is not sent elsewhere by the proposal about another, nor by one that nobody confirmed', async () => {
    const [payout, other] = [await ready(), await ready()];
    await confirmed(redirectPayout, other, OTHER);
    await change(
      payout,
      `address = '${OTHER}', proposal_id = (SELECT proposal_id FROM payout WHERE id = ${other})`,
    );
    expect(await isDue(payout)).toBe(false);
    const [open] = await world.rows<{ id: number }>(
      `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at)
       VALUES ('order redirect', 'x', jsonb_build_object('payout', $1::text, 'address', $2::text), '[]', 'x', 'console', 0)
       RETURNING id`,
      [String(payout), OTHER],
    );
    await change(payout, `proposal_id = ${open?.id}`);
    expect(await isDue(payout)).toBe(false);
  });
});

describe('what came in surplus', () => {
  it('is due to the address that was confirmed for it, which is not the order’s', async () => {
    const to_address = [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }];
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address,
    });
    await world.pay(order, '500', 'Ethereum/USDT');
    await world.settle();
    const [came] = await world.rows<{ id: number }>('SELECT id FROM deposit WHERE order_id = $1', [order.id]);
    const wish = { deposit: String(came?.id), address: OTHER, why: 'asked by mail' };
    await confirmedFor(returnSurplus, wish);
    const [refund] = await world.rows<{ id: number }>('SELECT id FROM payout WHERE order_id = $1', [
      order.id,
    ]);
    const id = refund?.id as number;
    expect(await isDue(id)).toBe(true);
    await change(id, `address = '${THIRD}'`);
    expect(await isDue(id)).toBe(false);
    await change(id, `address = '${OTHER}', proposal_id = NULL`);
    expect(await isDue(id)).toBe(false);
  });
});

describe('what is given back instead of an output', () => {
  it('is due up to its part, to the address that was confirmed, while the output is not made', async () => {
    const output = await ready();
    await confirmed(refundEntry, output, REFUND.Bitcoin);
    const [refund] = await world.rows<{ id: number; units: string }>(
      "SELECT r.id, r.units::text FROM payout r JOIN payout p USING (order_id) WHERE p.id = $1 AND r.reason = 'entry_refund'",
      [output],
    );
    const { id, units } = refund as { id: number; units: string };
    expect(await isDue(id)).toBe(true);
    await change(id, 'units = 5000001');
    expect(await isDue(id)).toBe(false);
    await change(id, `units = ${units}, address = '${RECEIVER.Bitcoin}'`);
    expect(await isDue(id)).toBe(false);
    await change(id, `address = '${REFUND.Bitcoin}'`);
    await change(output, "state = 'ready'");
    expect(await isDue(id)).toBe(false);
    await change(output, "state = 'refunded'");
    expect(await isDue(id)).toBe(true);
  });
});
