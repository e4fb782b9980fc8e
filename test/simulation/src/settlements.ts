import { ACTS } from '../../../packages/service/src/acts/index.ts';
import { settleCommissions } from '../../../packages/service/src/acts/settle-commissions.ts';
import { dropWithdrawal, retryWithdrawal } from '../../../packages/service/src/acts/withdrawals.ts';
import { confirmProposal, propose } from '../../../packages/service/src/operators/proposals.ts';
import type { Subject } from '../../../packages/service/src/screening/screen.ts';
import { transaction } from '../../../packages/service/src/store/transaction.ts';
import { tried, validAddress } from './people.ts';
import { Random } from './random.ts';
import { ScheduledSettlements } from './scheduled-settlements.ts';
import { apart } from './trials.ts';
import type { World } from './world.ts';

const OPERATOR = { name: 'operator', via: 'command line', address: '', role: null } as const;
/** Beyond all that orders name. */
const FIRST_ADDRESS = 50_000;

/** SQL: a payout `p` pays commissions of an order that has come undone. */
const WAITS = `EXISTS (SELECT 1 FROM referral_order r JOIN orders o ON o.id = r.order_id
                        WHERE r.settlement_id = p.settlement_id AND o.status <> 4)`;

/** Operators pay the affiliate now and then, whatever is due, or what a schedule proposes, and decide about what is not paid. */
export class Settlements {
  private readonly world: World;
  private readonly random: Random;
  private made = 0;
  private readonly isByHand: boolean;
  private readonly scheduled: ScheduledSettlements | null;

  constructor(world: World) {
    this.world = world;
    this.random = new Random(apart(world.seed + 12));
    this.isByHand = world.trials.has('settlements');
    this.scheduled = world.trials.has('schedule') ? new ScheduledSettlements(world) : null;
  }

  async step(often = 0.02): Promise<void> {
    if (this.isByHand && this.random.chance(often)) await this.settle();
    await this.scheduled?.step(often);
    if (this.random.chance(often)) await this.tend(false);
  }

  async settle(): Promise<void> {
    const { database, chains, catalogue, clock, screening, log } = this.world;
    const chain = this.random.pick(chains);
    const asset = this.random.pick(catalogue.assets.filter((each) => each.chain.id === chain.chain.id));
    const wish = {
      account: 'affiliate',
      chain: asset.chain.name,
      coin: asset.abbr,
      address: validAddress(chain, FIRST_ADDRESS + this.made++),
    };
    const context = {
      market: this.world.market(),
      network: 'test' as const,
      withdrawals: {},
      screen: async (subject: Subject) => screening.ask(subject),
    };
    const outcome = await tried(() =>
      transaction(database, async (client) => {
        const { result } = await propose(client, settleCommissions, wish, OPERATOR, context, clock.now());
        await confirmProposal(client, ACTS, result, OPERATOR, context, 0, clock.now());
        return 'done';
      }),
    );
    log.say(`an operator settles in ${wish.coin} on ${wish.chain}: ${outcome}`);
  }

  /** Pays anew what failed, or drops it; in the end also what waits for an order in vain. */
  async tend(isEnd: boolean): Promise<void> {
    const { database, clock, log } = this.world;
    const { rows } = await database.query<{ id: number; is_failed: boolean }>(
      `SELECT p.id, p.state = 'failed' AS is_failed FROM payout p
        WHERE p.settlement_id IS NOT NULL AND (p.state = 'failed' OR p.state = 'ready' AND $1 AND ${WAITS}) ORDER BY p.id`,
      [isEnd],
    );
    for (const { id, is_failed } of rows) {
      const isDropped = !is_failed || this.random.chance(0.5);
      const outcome = await tried(() =>
        transaction(database, async (client) => {
          if (isDropped) await dropWithdrawal(client, id, '', clock.now());
          else await retryWithdrawal(client, id, '');
          return 'done';
        }),
      );
      log.say(`an operator ${isDropped ? 'drops' : 'pays anew'} settlement ${id}: ${outcome}`);
    }
  }
}

/** Chains on which a settlement is to be paid. */
export async function settlingChains({ database }: World): Promise<number[]> {
  const { rows } = await database.query<{ chain_id: number }>(
    `SELECT DISTINCT p.chain_id FROM payout p WHERE p.settlement_id IS NOT NULL
        AND (p.state IN ('ready', 'signed', 'failed'))`,
  );
  return rows.map(({ chain_id }) => chain_id);
}
