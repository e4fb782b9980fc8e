import { Decimal } from '@swapdesk/contract';
import type { KnownAsset } from '../chains/known/known-chain.ts';
import { assetsOf, KNOWN_CHAINS, type KnownChain } from '../chains/known/known-chains.ts';
import { toUnits } from '../money/units.ts';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';

/**
 * Brings the chains and assets that the program knows into the store, those that are new since the last start too. What
 * operators set (limits, switches, fees, confirmations) is written once and then theirs. What money is counted by never
 * changes: a store that has it otherwise is refused. Chains that only a newer program knows are left to that.
 */
export async function fillCatalogue(client: Queryable): Promise<void> {
  await fillChains(client);
  await fillAssets(client);
}

/** What decides which money is meant. */
interface ChainIdentity {
  readonly name: string;
  readonly space: string;
  readonly native: string;
  readonly evmChainId: number | null;
}

async function fillChains(client: Queryable): Promise<void> {
  const { rows } = await client.query<ChainIdentity & { id: number }>(
    `SELECT id, name, address_space AS space, native_abbr AS native, evm_chain_id AS "evmChainId" FROM chain`,
  );
  for (const known of KNOWN_CHAINS) {
    const identity = identityOf(known);
    const { name, space, native, evmChainId } = identity;
    const stored = rows.find(({ id }) => id === known.id);
    if (stored !== undefined) refuseOther(`Chain ${known.id}`, stored, identity);
    else
      await client.query(
        `INSERT INTO chain (id, name, address_space, native_abbr, evm_chain_id, confirmations)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [known.id, name, space, native, evmChainId, known.simulatedConfirmations],
      );
  }
}

function identityOf({ name, space, native, ...chain }: KnownChain): ChainIdentity {
  const evmChainId = chain.family === 'evm' ? chain.chainId : null;
  return { name, space, native: native.coin.abbr, evmChainId };
}

interface AssetIdentity {
  readonly chainId: number;
  readonly coin: string;
  readonly decimals: number;
  readonly contract: string | null;
}

/** What may be put better one day. */
interface AssetWords {
  readonly name: string;
  readonly protocol: string;
  readonly stable: boolean;
}

async function fillAssets(client: Queryable): Promise<void> {
  const { rows } = await client.query<AssetIdentity & AssetWords & { id: number }>(
    `SELECT id, chain_id AS "chainId", abbr AS coin, decimals, contract, name, protocol, stable FROM asset`,
  );
  for (const chain of KNOWN_CHAINS) {
    for (const known of assetsOf(chain)) {
      const { id, coin, protocol, decimals, contract = null } = known;
      const words = { name: coin.name, protocol, stable: coin.isStable === true };
      const stored = rows.find((row) => row.id === id);
      // One that comes to a chain in use is nobody's decision yet: an operator switches it on.
      const isNews = rows.some(({ chainId }) => chainId === chain.id);
      if (stored === undefined) await insertAsset(client, chain, isNews ? { ...known, isOff: true } : known);
      else {
        refuseOther(`Asset ${id}`, stored, { chainId: chain.id, coin: coin.abbr, decimals, contract });
        if (differences(stored, words).length > 0)
          await client.query('UPDATE asset SET name = $2, protocol = $3, stable = $4 WHERE id = $1', [
            id,
            words.name,
            words.protocol,
            words.stable,
          ]);
      }
    }
  }
}

async function insertAsset(client: Queryable, chain: KnownChain, asset: KnownAsset): Promise<void> {
  const { id, coin, protocol, decimals, contract = null, isOff = false } = asset;
  const units = (amount: string, places = decimals) => toUnits(Decimal.parse(amount) as Decimal, places);
  await client.query(
    `INSERT INTO asset (id, chain_id, abbr, name, protocol, decimals, contract, stable, can_send, can_receive,
                        min_units, max_units, dust_units, transfer_cost, treasury_units)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14)`,
    [
      ...[id, chain.id, coin.abbr, coin.name, protocol, decimals, contract, coin.isStable === true, !isOff],
      ...[units(asset.min), units(asset.max), dustOfChain(chain)],
      ...[units(asset.transferCost, chain.native.decimals), units(asset.treasury)],
    ],
  );
}

/** What the largest of plain outputs takes in a transaction, and then the input that spends it. */
const PLAIN_OUTPUT_VBYTES = 34 + 148;

/** The least that a chain carries. On chains of accounts anything can be sent. */
export function dustOfChain(chain: KnownChain): bigint {
  if (chain.family !== 'bitcoin') return 1n;
  const { dust } = chain;
  return 'units' in dust ? BigInt(dust.units) : (BigInt(dust.perKvb) * BigInt(PLAIN_OUTPUT_VBYTES)) / 1000n;
}

function refuseOther<T extends object>(what: string, stored: NoInfer<T>, known: T): void {
  const [key] = differences(stored, known);
  if (key === undefined) return;
  throw new StartupError(
    `${what} has ${String(key)} ${stored[key]} in the database, and ${known[key]} in this program. ` +
      'Amounts would mean other money. Find out which is right; nothing was changed.',
  );
}

function differences<T extends object>(stored: NoInfer<T>, known: T): (keyof T)[] {
  return (Object.keys(known) as (keyof T)[]).filter((key) => stored[key] !== known[key]);
}
