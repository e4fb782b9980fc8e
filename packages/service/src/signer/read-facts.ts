import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { durableSpend } from '../chains/durable.ts';
import type { KeyOf, SigningPlan } from '../chains/signer.ts';
import { DEPOSIT, depositIs } from '../deposits/life.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Queryable } from '../store/database.ts';
import { NotOurs } from '../wallet/key-ring.ts';
import type { Treasuries } from '../wallet/publish.ts';
import type { LenderRule, NonceWord, PlanFacts } from './facts.ts';
import { PlanRefused } from './refusals.ts';
import { readUnpaid } from './unpaid-payouts.ts';
import type { Witnesses, WitnessWord } from './witness.ts';

/** Where the signer's knowledge comes from. */
export interface FactSources {
  readonly record: SigningRecord;
  readonly catalogue: Catalogue;
  readonly treasuries: Treasuries;
  readonly keyOf: KeyOf;
  /** By chain, the addresses to which withdrawals are signed. */
  readonly withdrawals: ReadonlyMap<number, readonly string[]>;
  /** By chain, where what is above hot limits goes. */
  readonly cold: ReadonlyMap<number, string>;
  /** By chain, whose energy may be lent. */
  readonly lenders: ReadonlyMap<number, LenderRule>;
  readonly witnesses: Witnesses;
  /** What they have said. */
  readonly said: WitnessWord;
}

/** No chain takes what expires later than a day from now; nodes' clocks may differ a little. */
const LONGEST_MS = 25 * 3_600 * 1_000;

/** Gathers what the signer knows of the things that a plan names. */
export async function readFacts(
  client: Queryable,
  plan: SigningPlan,
  sources: FactSources,
  now: number,
): Promise<PlanFacts> {
  const assets = sources.catalogue.assets.filter(
    ({ chain, isAbsent }) => chain.id === plan.chainId && !isAbsent,
  );
  const [first] = assets;
  if (first === undefined) throw new PlanRefused(`chain ${plan.chainId} is not one that is followed`);
  const { chain } = first;
  const treasury = sources.treasuries[chain.space];
  const ours = await depositAddresses(plan, treasury, sources.keyOf);
  return {
    chain,
    treasury,
    nativeAssetId: sources.catalogue.native(chain).id,
    tokens: tokensOf(assets),
    ours,
    holders: await holdersOf(client, chain.id, ours),
    coins: await coinsOf(client, plan),
    waiting: await waitingOf(client, plan),
    lender: sources.lenders.get(chain.id),
    isWitnessed: sources.witnesses.has(chain.id),
    nonce: await nonceWord(plan, sources),
    latestExpiry: now * 1_000 + LONGEST_MS,
    payouts: await readUnpaid(client, sources.record, {
      hasPassed: sources.said.hasPassed,
      chainId: chain.id,
      addresses: payeesOf(plan),
      withdrawals: sources.withdrawals.get(chain.id) ?? [],
      cold: sources.cold.get(chain.id) ?? null,
    }),
  };
}

/** A value that was seen once stays one: it is never anything else, whatever its account holds since. */
async function nonceWord(
  plan: SigningPlan,
  { record, witnesses, said }: FactSources,
): Promise<NonceWord | null> {
  if (plan.kind !== 'solana' || plan.durable === null) return null;
  const { chainId, durable } = plan;
  if (record.nonceUse(chainId, durableSpend(durable)).isWitnessed) return 'witnessed';
  if (witnesses.get(chainId)?.holds === undefined) return 'unasked';
  return (await said.holds(chainId, durable)) ? 'witnessed' : 'contradicted';
}

function tokensOf(assets: readonly Asset[]): Map<string, number> {
  return new Map(assets.flatMap(({ id, contract }) => (contract === null ? [] : [[contract, id]])));
}

function payeesOf(plan: SigningPlan): string[] {
  return plan.kind === 'coins' ? plan.outputs.map(({ address }) => address) : [plan.payee];
}

/** On chains of coins nothing depends on whose an address is: inputs that are not ours cannot be signed for. */
async function depositAddresses(plan: SigningPlan, treasury: string, keyOf: KeyOf): Promise<Set<string>> {
  const ours = new Set<string>();
  if (plan.kind === 'coins') return ours;
  const others = plan.kind === 'solana' ? plan.gathers.map(({ from }) => from) : [];
  for (const address of new Set([plan.from, plan.payee, ...others])) {
    if (address !== treasury && (await isOurs(plan, address, keyOf))) ours.add(address);
  }
  return ours;
}

/** The store may claim anything: it is ours if its key is. */
async function isOurs({ space }: SigningPlan, address: string, keyOf: KeyOf): Promise<boolean> {
  try {
    await keyOf(space, address);
    return true;
  } catch (error) {
    if (error instanceof NotOurs) return false;
    throw error;
  }
}

async function holdersOf(
  client: Queryable,
  chainId: number,
  addresses: ReadonlySet<string>,
): Promise<Set<string>> {
  const { rows } = await client.query<{ address: string }>({
    name: 'signer-holders',
    text: 'SELECT address FROM holder WHERE chain_id = $1 AND address = ANY ($2::text[])',
    values: [chainId, [...addresses]],
  });
  return new Set(rows.map(({ address }) => address));
}

async function coinsOf(client: Queryable, plan: SigningPlan): Promise<PlanFacts['coins']> {
  if (plan.kind !== 'coins') return new Map();
  const { rows } = await client.query<CoinRow>({
    name: 'signer-coins',
    text: 'SELECT spend, address, units::text FROM coin WHERE chain_id = $1 AND spend = ANY ($2::text[])',
    values: [plan.chainId, plan.inputs.map(({ txid, index }) => `${txid}:${index}`)],
  });
  return byName(rows);
}

/** Deposits of orders that wait for a block. */
async function waitingOf(client: Queryable, plan: SigningPlan): Promise<PlanFacts['waiting']> {
  if (plan.kind !== 'coins') return new Map();
  const { rows } = await client.query<CoinRow>({
    name: 'signer-waiting',
    text: `
      SELECT d.txid || ':' || d.index AS spend, d.address, d.units::text
        FROM unnest($2::text[], $3::int[]) AS t (txid, index)
        JOIN deposit d ON d.chain_id = $1 AND d.txid = t.txid AND d.index = t.index
       WHERE ${depositIs('d', DEPOSIT.seen)} AND d.order_id IS NOT NULL`,
    values: [plan.chainId, plan.inputs.map(({ txid }) => txid), plan.inputs.map(({ index }) => index)],
  });
  return byName(rows);
}

interface CoinRow {
  spend: string;
  address: string;
  units: string;
}

function byName(rows: readonly CoinRow[]): PlanFacts['coins'] {
  return new Map(rows.map(({ spend, address, units }) => [spend, { address, units: BigInt(units) }]));
}
