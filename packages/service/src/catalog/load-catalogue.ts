import type { AddressSpace } from '../chains/family.ts';
import { KNOWN_CHAINS } from '../chains/known/known-chains.ts';
import type { Queryable } from '../store/database.ts';
import { type Asset, Catalogue, type CatalogueChain } from './catalogue.ts';

interface Row {
  id: number;
  chain_id: number;
  chain_name: string;
  address_space: AddressSpace;
  native_abbr: string;
  evm_chain_id: number | null;
  treasury: string | null;
  confirmations: number;
  abbr: string;
  name: string;
  protocol: string;
  decimals: number;
  contract: string | null;
  stable: boolean;
  can_send: boolean;
  can_receive: boolean;
  min_units: string;
  max_units: string;
  dust_units: string;
  transfer_cost: string;
  treasury_units: string;
  target: string | null;
  hot_limit: string | null;
  float_fee_ppm: number | null;
  fixed_fee_ppm: number | null;
  payout_limit: string | null;
}

const KNOWN: ReadonlySet<number> = new Set(KNOWN_CHAINS.map(({ id }) => id));
/** On a chain that only a newer version knows: its orders are shown here, and none is taken. */
const NOT_HERE = { canSend: false, canReceive: false, treasuryUnits: 0n, isAbsent: true };

/** Reads the catalogue as it is now. */
export async function loadCatalogue(database: Queryable): Promise<Catalogue> {
  const { rows } = await database.query<Row>(`
    SELECT asset.id, chain.id AS chain_id, chain.name AS chain_name, chain.address_space, native_abbr, evm_chain_id, treasury,
           confirmations, abbr, asset.name, protocol, decimals, contract, stable, can_send, can_receive,
           min_units, max_units, dust_units, transfer_cost, treasury_units, target, hot_limit, float_fee_ppm, fixed_fee_ppm,
           least(per_transaction, per_hour) AS payout_limit
      FROM asset JOIN chain ON chain.id = asset.chain_id
      LEFT JOIN address_space ON address_space.name = chain.address_space
      LEFT JOIN treasury_target ON treasury_target.asset_id = asset.id
      LEFT JOIN signer_limit ON signer_limit.asset_id = asset.id
     ORDER BY asset.id`);
  const chains = new Map<number, CatalogueChain>();
  return new Catalogue(rows.map((row) => toAsset(row, chains)));
}

function toAsset(row: Row, chains: Map<number, CatalogueChain>): Asset {
  const chain = chains.get(row.chain_id) ?? toChain(row);
  chains.set(chain.id, chain);
  return {
    id: row.id,
    chain,
    abbr: row.abbr,
    name: row.name,
    protocol: row.protocol,
    decimals: row.decimals,
    contract: row.contract,
    stable: row.stable,
    canSend: row.can_send,
    canReceive: row.can_receive,
    minUnits: BigInt(row.min_units),
    maxUnits: BigInt(row.max_units),
    dustUnits: BigInt(row.dust_units),
    transferCost: BigInt(row.transfer_cost),
    treasuryUnits: BigInt(row.treasury_units),
    ...(row.target === null || row.target === '0' ? {} : { targetUnits: BigInt(row.target) }),
    ...(row.hot_limit === null ? {} : { hotLimitUnits: BigInt(row.hot_limit) }),
    ...(row.payout_limit === null ? {} : { payoutLimitUnits: BigInt(row.payout_limit) }),
    feePpm: { float: row.float_fee_ppm, fixed: row.fixed_fee_ppm },
    ...(KNOWN.has(chain.id) ? {} : NOT_HERE),
  };
}

function toChain(row: Row): CatalogueChain {
  return {
    id: row.chain_id,
    name: row.chain_name,
    space: row.address_space,
    nativeAbbr: row.native_abbr,
    evmChainId: row.evm_chain_id,
    confirmations: row.confirmations,
    ...(row.treasury === null ? {} : { treasury: row.treasury }),
  };
}
