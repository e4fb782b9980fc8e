import { listReferralOrders } from '../../affiliates/list.ts';
import type { World } from '../../engine/testing/world.ts';
import { confirmProposal, propose } from '../../operators/proposals.ts';
import type { Order } from '../../orders/order.ts';
import { transaction } from '../../store/transaction.ts';
import { ACTS } from '../index.ts';
import { settleCommissions } from '../settle-commissions.ts';

/** An affiliate of a world, and what operators do for them. */

const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const AFFILIATE = {
  id: 5,
  name: 'affiliate',
  ordersRollId: 20,
  referralRollId: 21,
  fees: { float: null, fixed: null },
};
/** Theirs. */
export const PAID_TO = {
  Bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  Ethereum: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
};

/** They have a code, `ref`, by which they earn a fifth of the fee; so has another account, with `other`. */
export async function addAffiliate(world: World): Promise<void> {
  await world.rows('INSERT INTO roll (id) VALUES (20), (21), (22), (30), (31), (32)');
  await world.rows(
    `INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at)
     VALUES (5, 'affiliate', 20, 21, 0), (6, 'another', 30, 31, 0)`,
  );
  await world.rows(
    `INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at)
     VALUES ('ref', 5, 200000, 22, 0), ('other', 6, 200000, 32, 0)`,
  );
}

/** An order that earns them 5 USDT: 5,000 USDT × 0.5 % × 20 %. */
export async function earn(world: World, refCode = 'ref'): Promise<Order> {
  const order = await world.place({ refCode });
  await world.pay(order);
  await world.settle();
  return order;
}

export const contextOf = (world: World) => ({
  market: world.market(),
  network: 'test' as const,
  screen: world.screen,
  withdrawals: {},
});

export function wishFor(coin: string, chain: keyof typeof PAID_TO = 'Ethereum'): Record<string, string> {
  return { account: AFFILIATE.name, chain, coin, address: PAID_TO[chain] };
}

export const askFor = (world: World, wish: Readonly<Record<string, string>>): Promise<number> =>
  transaction(world.database, async (client) => {
    const asked = await propose(client, settleCommissions, wish, ROOT, contextOf(world), world.now);
    return asked.result;
  });

export const confirm = (world: World, id: number) =>
  transaction(world.database, (client) =>
    confirmProposal(client, ACTS, id, ROOT, contextOf(world), 0, world.now),
  );

/** Proposed and confirmed. Returns the proposal. */
export async function settle(world: World, wish: Readonly<Record<string, string>>): Promise<number> {
  const id = await askFor(world, wish);
  await confirm(world, id);
  return id;
}

/** What the affiliate sees: of all, of what is not settled, and of what is. */
export async function listed(world: World) {
  const page = async (facet: number | null) => {
    const { orders, total, totalCommission } = await listReferralOrders(
      world.database,
      world.market().catalogue,
      { account: AFFILIATE, code: null },
      { facet, createdStart: null, createdEnd: null, newestFirst: true, page: 1, pageSize: 50 },
    );
    return { orders, total, sum: totalCommission };
  };
  return { all: await page(null), open: await page(1), settled: await page(2) };
}

/** Lists whose tallies are not what their members say, by settle status. */
export const wrongTallies = (world: World) =>
  world.rows(`
    WITH counted AS (
      SELECT roll_id, facet, sum(members) AS members, sum(amount) AS amount FROM (
        SELECT roll_id, facet, members, amount FROM roll_tally WHERE level = 0
        UNION ALL SELECT roll_id, facet, members, amount FROM roll_delta) AS part
       WHERE roll_id IN (SELECT referral_roll_id FROM account UNION SELECT roll_id FROM ref_code) GROUP BY roll_id, facet
    ), members AS (
      SELECT roll_id, facet, count(*) AS members, sum(commission) AS amount FROM (
        SELECT a.referral_roll_id AS roll_id, r.settle_status AS facet, r.commission
          FROM referral_order r JOIN account a ON a.id = r.account_id
        UNION ALL SELECT c.roll_id, r.settle_status, r.commission
          FROM referral_order r JOIN ref_code c ON c.id = r.code_id) AS part
       GROUP BY roll_id, facet
    )
    SELECT * FROM counted c FULL JOIN members m USING (roll_id, facet)
     WHERE coalesce(c.members, 0) <> coalesce(m.members, 0) OR coalesce(c.amount, 0) <> coalesce(m.amount, 0)`);
