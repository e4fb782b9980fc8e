import type { AddressSpace } from '../chains/family.ts';
import type { Queryable } from '../store/database.ts';

/**
 * Whether an address is one of ours, given to an order or derived ahead of need, or the treasury's. What is paid to it
 * never leaves us: a refund would come back as a deposit, and be refunded.
 */
export async function isOurAddress(
  client: Queryable,
  space: AddressSpace,
  address: string,
): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>({
    name: 'is-our-address',
    text: `
      SELECT EXISTS (SELECT 1 FROM deposit_address WHERE space = $1 AND address = $2)
          OR EXISTS (SELECT 1 FROM address_space WHERE name = $1 AND treasury = $2) AS is_ours`,
    values: [space, address],
  });
  return rows[0]?.is_ours ?? false;
}
