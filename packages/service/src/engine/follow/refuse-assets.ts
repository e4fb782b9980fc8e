import type { Queryable } from '../../store/database.ts';

/**
 * Takes assets out of trade, in both directions, until an operator says otherwise: of one that keeps a part of each
 * transfer nobody gets what was promised. Orders that have been paid in it go on with what arrived.
 */
export async function refuseAssets(client: Queryable, assetIds: readonly number[]): Promise<void> {
  if (assetIds.length === 0) return;
  await client.query({
    name: 'refuse-assets',
    text: `
      UPDATE asset SET can_send = false, can_receive = false WHERE id = ANY ($1::int[]) AND (can_send OR can_receive)`,
    values: [assetIds],
  });
}
