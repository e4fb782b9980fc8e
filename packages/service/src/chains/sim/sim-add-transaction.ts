import type { Queryable } from '../../store/database.ts';
import { type Activation, activations } from './sim-activation.ts';
import { firstRents, type TokenRent } from './sim-rent.ts';
import { type SimTransaction, spendsOf } from './sim-transaction.ts';

interface Network {
  readonly chainId: number;
  readonly tokenRent: TokenRent | null;
  readonly activation: Activation | null;
}

/** Stores a transaction that waits, with all that it moves. */
export async function addTransaction(
  client: Queryable,
  { chainId, tokenRent, activation }: Network,
  txid: string,
  tx: SimTransaction,
): Promise<void> {
  // One that says what it moves beside transfers moves nothing else.
  const activated = tx.rents === undefined ? await activations(client, chainId, activation, tx) : [];
  const taken = activated.reduce((sum, { units }) => sum - BigInt(units), BigInt(tx.rentUnits ?? 0));
  await client.query({
    name: 'sim-add-transaction',
    text: `
      INSERT INTO sim_tx (chain_id, txid, sources, spends, fee_units, rent_units, expires_at, state)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting')`,
    values: [chainId, txid, tx.sources, spendsOf(tx, txid), tx.feeUnits, String(taken), tx.expiresAt ?? null],
  });
  const rents = tx.rents ?? (await firstRents(client, chainId, tokenRent, tx.gives));
  const moves = [
    ...[...rents, ...activated].map((rent) => ({ index: null, ...rent })),
    ...tx.takes.map(({ address, assetId, units }) => ({
      index: null,
      address,
      assetId,
      units: `-${units}`,
    })),
    ...tx.gives.map((give, index) => ({ index, ...give })),
  ];
  await client.query({
    name: 'sim-add-moves',
    text: `
      INSERT INTO sim_move (chain_id, txid, index, address, asset_id, units, is_ours)
      SELECT $1, $2, m.index, m.address, m.asset_id, m.units,
             EXISTS (SELECT 1 FROM chain c JOIN address_space s ON s.name = c.address_space
                      WHERE c.id = $1 AND (s.treasury = m.address
                         OR EXISTS (SELECT 1 FROM deposit_address d WHERE d.space = s.name AND d.address = m.address)
                         OR EXISTS (SELECT 1 FROM nonce_account n WHERE n.chain_id = $1 AND n.address = m.address)))
        FROM unnest($3::int[], $4::text[], $5::int[], $6::numeric[]) AS m (index, address, asset_id, units)`,
    values: [
      chainId,
      txid,
      moves.map(({ index }) => index),
      moves.map(({ address }) => address),
      moves.map(({ assetId }) => assetId),
      moves.map(({ units }) => units),
    ],
  });
}
