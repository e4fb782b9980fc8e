import { post } from '../ledger/post.ts';
import { takeFromTreasury } from '../ledger/withdrawals.ts';
import { recordAct } from '../operators/audit.ts';
import { writeCold } from '../payouts/write-payouts.ts';
import type { Queryable } from '../store/database.ts';
import { amountText } from './holding.ts';
import type { ColdStep } from './plan-treasury.ts';

const ENGINE = { name: 'engine', via: 'engine', address: '' } as const;

/**
 * What is above a hot limit leaves the treasury for the cold address: the decision, the payout, the posting and the word in the
 * log of acts, in the caller's transaction, which has locked the treasury. The number makes it once: whoever else decides on the
 * same treasury takes the same.
 */
export async function decideCold(
  client: Queryable,
  { holding, units, why }: ColdStep,
  address: string,
  at: number,
): Promise<void> {
  const { asset } = holding;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO cold_transfer (asset_id, number, why, decided_at)
     SELECT $1, coalesce(max(number), 0) + 1, $2, $3 FROM cold_transfer WHERE asset_id = $1 RETURNING id`,
    [asset.id, why, at],
  );
  const coldTransferId = rows[0]?.id as number;
  const chainId = asset.chain.id;
  const payoutId = await writeCold(
    client,
    { chainId, assetId: asset.id, address, units, coldTransferId },
    at,
  );
  await post(client, [takeFromTreasury('withdrawal', payoutId, asset.id, units)], at);
  const changes = [
    { what: 'sent to the cold address', before: null, after: `${amountText(holding, units)} to ${address}` },
    { what: 'why', before: null, after: why },
  ];
  const subject = `${asset.chain.name} ${asset.abbr}`;
  await recordAct(client, ENGINE, { act: 'treasury cold', subject, changes }, at);
}

/** What a signing record knows of one that the store has forgotten. */
export interface ForgottenCold {
  readonly chainId: number;
  readonly assetId: number;
  readonly address: string;
  readonly units: bigint;
  /** As in `payout_name`. */
  readonly name: string;
}

const NAME = /^cold\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * A store that has gone back does not know of one that was signed since. It was decided, and nobody else can say by whom: it is
 * written anew under its own name, so that what was signed for it is taken up and not lost. Does nothing where the store has it.
 */
export async function restoreCold(
  client: Queryable,
  { chainId, assetId, address, units, name }: ForgottenCold,
  at: number,
): Promise<void> {
  const uuid = NAME.exec(name)?.[1];
  if (uuid === undefined) return;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO cold_transfer (name, asset_id, number, why, decided_at)
     SELECT $1, $2, coalesce(max(number), 0) + 1, 'decided before the store went back', $3 FROM cold_transfer WHERE asset_id = $2
         ON CONFLICT (name) DO NOTHING RETURNING id`,
    [uuid, assetId, at],
  );
  const coldTransferId = rows[0]?.id;
  if (coldTransferId === undefined) return;
  const payoutId = await writeCold(client, { chainId, assetId, address, units, coldTransferId }, at);
  await post(client, [takeFromTreasury('withdrawal', payoutId, assetId, units)], at);
}
