import type { Database } from '../../../packages/service/src/store/database.ts';
import type { World } from './world.ts';

export const AFFILIATE = { id: 5, ordersRollId: 10, referralRollId: 11 };
/** What they put on top of their own orders. */
export const ACCOUNT_MARKUP = { markup: { ppm: 17_500, accountId: AFFILIATE.id } };
export const REF_CODES = ['one', 'two'];
const RATES_PPM = [0, 1, 200_000, 333_333, 1_000_000];

/** An affiliate with two codes. */
export async function addAffiliates(database: Database): Promise<void> {
  await database.query(`
    INSERT INTO roll (id) VALUES (${AFFILIATE.ordersRollId}), (${AFFILIATE.referralRollId}), (12), (13);
    INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at)
    VALUES (${AFFILIATE.id}, 'affiliate', ${AFFILIATE.ordersRollId}, ${AFFILIATE.referralRollId}, 0);
    INSERT INTO ref_code (id, code, account_id, commission_ppm, roll_id, created_at) OVERRIDING SYSTEM VALUE
    VALUES (1, '${REF_CODES[0]}', ${AFFILIATE.id}, 200000, 12, 0), (2, '${REF_CODES[1]}', ${AFFILIATE.id}, 333333, 13, 0);`);
}

/** An operator agrees on another rate with an affiliate: it counts for the orders that come after. */
export async function changeCommissions({ random, database, log }: World): Promise<void> {
  const [code, ppm] = [random.pick(REF_CODES), random.pick(RATES_PPM)];
  await database.query('UPDATE ref_code SET commission_ppm = $2 WHERE code = $1', [code, ppm]);
  log.say(`code ${code} earns ${ppm} ppm`);
}
