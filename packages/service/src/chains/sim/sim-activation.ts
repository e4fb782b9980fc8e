import type { Queryable } from '../../store/database.ts';
import type { SimMove, SimTransaction } from './sim-transaction.ts';

/** What it costs more to pay somebody who never had any of the native coin, and which coin that is. */
export interface Activation {
  readonly assetId: number;
  readonly units: bigint;
}

/** As on TRON: who was never used costs 1.1 coins to pay, everybody else 0.3 for the bytes. */
const PLAIN = { times: 3n, of: 11n };

/** What a payment of the native coin costs to somebody who had some before, of what one costs to anybody. */
export function plainFee(rate: bigint): bigint {
  return (rate * PLAIN.times) / PLAIN.of;
}

/** The most that the network takes beside that. */
export function activationOf(assetId: number, transferCost: bigint): Activation {
  return { assetId, units: transferCost - plainFee(transferCost) };
}

/**
 * What the network takes of whoever pays, for those who never had any: in blocks, or by what waits. Tokens make nobody known, and what
 * comes from nowhere costs nothing.
 */
export async function activations(
  client: Queryable,
  chainId: number,
  activation: Activation | null,
  { sources: [payer], takes, gives }: SimTransaction,
): Promise<SimMove[]> {
  if (activation === null || payer === undefined || takes.length === 0) return [];
  const paid = gives.filter(({ assetId }) => assetId === activation.assetId).map(({ address }) => address);
  if (paid.length === 0) return [];
  const { rows } = await client.query<{ address: string }>({
    name: 'sim-activated',
    text: `
      SELECT p.address FROM unnest($2::text[]) AS p (address)
       WHERE EXISTS (SELECT 1 FROM sim_held h WHERE h.chain_id = $1 AND h.address = p.address AND h.asset_id = $3)
          OR EXISTS (SELECT 1 FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'waiting'
                      WHERE m.chain_id = $1 AND m.address = p.address AND m.asset_id = $3 AND m.units > 0)`,
    values: [chainId, paid, activation.assetId],
  });
  const used = new Set(rows.map(({ address }) => address));
  return [...new Set(paid)]
    .filter((address) => !used.has(address))
    .map(() => ({ address: payer, assetId: activation.assetId, units: String(-activation.units) }));
}
