import type { Database } from '../../packages/service/src/store/database.ts';

/** Addresses that affiliates have named count from now on: the days are over for which they wait. Nobody else may make one count sooner. */
export async function letAddressesCount(database: Database): Promise<void> {
  await database.query(
    `ALTER TABLE payout_address DISABLE TRIGGER USER;
     UPDATE payout_address SET effective_at = named_at WHERE undone_at = 0;
     ALTER TABLE payout_address ENABLE TRIGGER USER`,
  );
}
