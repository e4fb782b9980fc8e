import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { nothingPasses } from '../engine/payments/signed-before.ts';
import { SigningRecord } from '../record/signing-record.ts';
import { readUnpaid } from './unpaid-payouts.ts';

const BITCOIN = 1;
const BTC = 1;
const COLD = 'an address of the operator';

let store: TestDatabase;
let folder: string;
let record: SigningRecord;
beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-unpaid-'));
  record = await SigningRecord.open(folder);
});
afterAll(async () => {
  await record.close();
  await rm(folder, { recursive: true });
  await store.drop();
});

/** A payout that says it is a withdrawal, by a proposal in this state and of this amount. */
async function withdrawal(state: 'open' | 'confirmed', proposed: string, units: string): Promise<number> {
  const args = { chain: 'Bitcoin', coin: 'BTC', address: COLD, units: proposed, why: 'a test' };
  const decided = state === 'open' ? [null, 0] : ['b', 2];
  const { rows } = await store.database.query<{ id: number }>(
    `WITH x AS (
       INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at, state, decided_by, decided_at)
       VALUES ('treasury withdraw', 'Bitcoin BTC', $1, '[]', 'a', 'console', 1, $2, $3, $4) RETURNING id
     )
     INSERT INTO payout (order_id, reason, proposal_id, chain_id, asset_id, address, units, state, created_at)
     SELECT NULL, 'withdrawal', x.id, ${BITCOIN}, ${BTC}, $5, $6::numeric, 'ready', 1 FROM x RETURNING id`,
    [JSON.stringify({ ...args, units: proposed }), state, ...decided, COLD, units],
  );
  return rows[0]?.id as number;
}

const unpaid = async (id: number, withdrawals: string[]) =>
  (
    await readUnpaid(store.database, record, {
      chainId: BITCOIN,
      addresses: [COLD],
      withdrawals,
      cold: null,
      hasPassed: nothingPasses,
    })
  ).find((payout) => payout.id === id);
const isDue = async (id: number, allowed: string[]) => (await unpaid(id, allowed))?.isDue;

describe('a withdrawal is due to the signer', () => {
  it('only to an address that its own file names, as it was proposed, and once that is confirmed', async () => {
    const id = await withdrawal('confirmed', '40000', '40000');
    expect(await isDue(id, [COLD])).toBe(true);
    expect(await isDue(id, [])).toBe(false);
    expect(await isDue(id, ['another'])).toBe(false);
    expect(await isDue(await withdrawal('open', '40001', '40001'), [COLD])).toBe(false);
    expect(await isDue(await withdrawal('confirmed', '39999', '50000'), [COLD])).toBe(false);
  });

  it('with all that its record says was signed for it, each by its own name', async () => {
    const [first, second] = [
      await withdrawal('confirmed', '30000', '30000'),
      await withdrawal('confirmed', '30000', '30000'),
    ];
    const [one, other] = [await unpaid(first, [COLD]), await unpaid(second, [COLD])];
    expect(one?.name).toMatch(/^withdrawal\/[0-9a-f-]{36}$/);
    expect(other?.name).not.toBe(one?.name);
    const paid = { name: one?.name as string, assetId: BTC, address: COLD, units: '30000' };
    await record.note([
      {
        at: 1,
        chainId: BITCOIN,
        txid: 'signed',
        bytes: '00',
        spends: ['a:0'],
        sources: [],
        source: null,
        nonce: null,
        feeUnits: '1',
        feeRate: '1',
        purpose: 'payouts',
        moved: null,
        coins: [],
        payouts: [paid],
      },
    ]);
    expect((await unpaid(first, [COLD]))?.earlier).toEqual([['a:0']]);
    expect((await unpaid(second, [COLD]))?.earlier).toEqual([]);
  });
});
