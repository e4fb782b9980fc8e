import {
  type ChainAsset,
  type DurableRequest,
  type ExpiringPayment,
  NotEnough,
  type OpeningRequest,
  type SignedPayment,
  Unpayable,
} from '../chain.ts';
import { durableSpend } from '../durable.ts';
import { ownSpend } from '../expiry.ts';
import { type Endpoints, NotTheNode } from '../rpc/endpoints.ts';
import type { SignedBytes, SolanaPlan } from '../signer.ts';
import { mintFacts } from './check-token.ts';
import { costOf, MOST_COMPUTE, OPENING_COMPUTE, USUAL_COMPUTE } from './cost.ts';
import { associatedAccount } from './derived-address.ts';
import type { PlannedMessage } from './plan-message.ts';
import { isTokenProgram, TOKEN_2022 } from './program-ids.ts';
import { littleEndian, readAccounts } from './read-accounts.ts';
import { NONCE_RENT, WALLET_RENT } from './rent.ts';
import { simulate } from './simulate.ts';
import type { Rpc } from './solana-rpc.ts';
import { base58Text, count } from './values.ts';

/** Who holds the keys, as far as plans of this family go. */
export interface SolanaSigner {
  sign(plan: SolanaPlan): Promise<SignedBytes>;
}

export interface SolanaRules {
  readonly chainId: number;
  readonly treasury: string;
  readonly assetOf: (assetId: number) => ChainAsset;
}

/** Signs what is asked for. What is wrong with a payment itself is no node's fault. */
export async function signRequest(
  endpoints: Endpoints<Rpc>,
  request: DurableRequest | OpeningRequest,
  signer: SolanaSigner,
  rules: SolanaRules,
): Promise<SignedPayment | ExpiringPayment> {
  const plan = await endpoints.first((rpc) =>
    ('opens' in request ? planOpening(rpc, request, rules) : planPayment(rpc, request, rules)).catch(
      blameless,
    ),
  );
  const signed = await signer.sign(plan);
  const { from, gathers, feePayer, durable, expiring } = plan;
  const sources = [from, ...gathers.map((other) => other.from)];
  const payment = {
    ...signed,
    feeUnits: costOf(plan),
    sources: from === feePayer ? [feePayer] : [...sources, feePayer],
  };
  if (expiring !== null) {
    return { ...payment, spends: [ownSpend(feePayer, signed.txid)], expiresAt: expiring.lastValid };
  }
  return { ...payment, spends: durable === null ? [] : [durableSpend(durable)] };
}

function blameless(error: unknown): never {
  throw error instanceof NotEnough || error instanceof Unpayable ? new NotTheNode(error) : error;
}

/**
 * The plan of a payment, after looking whether it can succeed: one that fails costs its fee, and what its nonce account held. One
 * node's word is enough for that: if it is wrong, the worst is a payment that is not made, or fails.
 */
export async function planPayment(
  rpc: Rpc,
  request: DurableRequest,
  rules: SolanaRules,
): Promise<SolanaPlan> {
  const [{ address: payee, assetId, units }] = request.payees;
  const { contract } = rules.assetOf(assetId);
  const { gathers = [] } = request;
  const others = gathers.map((other) => ({ from: other.source, units: other.units, closesAccount: false }));
  const common = {
    feePayer: rules.treasury,
    from: request.source,
    payee,
    contract,
    units: others.reduce((rest, other) => rest - other.units, units),
    gathers: others,
    durable: request.durable,
    opens: [],
    priorityFee: request.feeRate,
    expiring: null,
  };
  const parts = 1 + others.length;
  const [most, usual] = [MOST_COMPUTE, USUAL_COMPUTE].map(
    ({ native, token }) => parts * (contract === null ? native : token),
  ) as [number, number];
  const planned: PlannedMessage = {
    ...common,
    ...(contract === null ? NATIVE : await tokenParts(rpc, { ...common, contract })),
    computeLimit: most,
  };
  await refusePoor(rpc, planned);
  const computeLimit = await simulate(rpc, planned, usual);
  return { kind: 'solana', chainId: rules.chainId, space: 'solana', ...planned, computeLimit };
}

const NATIVE = { decimals: 0, isToken2022: false, createsAccount: false, closesAccount: false } as const;

/** The plan that opens nonce accounts. It expires with a block that is final: no fork takes that away. */
export async function planOpening(
  rpc: Rpc,
  request: OpeningRequest,
  rules: SolanaRules,
): Promise<SolanaPlan> {
  const { value } = await rpc.call<{ value: { blockhash: unknown; lastValidBlockHeight: unknown } }>(
    'getLatestBlockhash',
    [{ commitment: 'finalized' }],
  );
  const [{ address, units }] = request.payees;
  const planned: PlannedMessage = {
    ...NATIVE,
    feePayer: rules.treasury,
    from: request.source,
    payee: address,
    contract: null,
    units,
    gathers: [],
    durable: null,
    opens: request.opens,
    computeLimit: OPENING_COMPUTE * request.opens.length + USUAL_COMPUTE.native,
    priorityFee: request.feeRate,
    expiring: { blockhash: base58Text(value.blockhash), lastValid: count(value.lastValidBlockHeight) },
  };
  if (units !== NONCE_RENT * BigInt(request.opens.length)) {
    throw new RangeError(`${request.opens.length} nonce accounts keep another rent than ${units}`);
  }
  await refusePoor(rpc, planned);
  return { kind: 'solana', chainId: rules.chainId, space: 'solana', ...planned };
}

type Common = Omit<
  PlannedMessage,
  'decimals' | 'isToken2022' | 'createsAccount' | 'closesAccount' | 'computeLimit'
>;

type TokenParts = Pick<
  PlannedMessage,
  'decimals' | 'isToken2022' | 'createsAccount' | 'closesAccount' | 'gathers'
>;

/** What a token's payment needs beside the transfer: accounts that it empties are closed. */
async function tokenParts(
  rpc: Rpc,
  { feePayer, from, payee, units, gathers, contract: mint }: Common & { readonly contract: string },
): Promise<TokenParts> {
  const [minted] = await readAccounts(rpc, [mint], 'confirmed');
  const program = minted?.account?.owner ?? '';
  const data = minted?.account?.data ?? new Uint8Array();
  const facts = isTokenProgram(program) ? mintFacts(program, data) : null;
  if (facts === null) throw new Unpayable(`there is no token at ${mint}: correct its contract`);
  if (facts.isRefused) {
    throw new Unpayable(
      `${mint} is not paid: ${facts.takesFee ? 'it takes a fee on transfers' : facts.oddity}. It cannot be exchanged; disable the asset`,
    );
  }
  const parts = [{ from, units }, ...gathers];
  const owners = [payee, ...parts.map((part) => part.from)];
  const accounts = owners.map((owner) => associatedAccount(owner, mint, facts.program));
  const [target, ...sources] = await readAccounts(rpc, accounts, 'confirmed', { offset: 64, length: 8 });
  const [closesAccount = false, ...others] = parts.map((part, n) => {
    const account = sources[n]?.account;
    const held = account ? littleEndian(account.data, 0, 8) : 0n;
    if (held < part.units)
      throw new NotEnough(`${part.from} has ${held} units of ${mint}, not ${part.units}`);
    return part.from !== feePayer && held === part.units;
  });
  return {
    decimals: facts.decimals,
    isToken2022: facts.program === TOKEN_2022,
    createsAccount: (target?.account ?? null) === null,
    closesAccount,
    gathers: gathers.map((other, n) => ({ ...other, closesAccount: others[n] === true })),
  };
}

/** Whoever pays must have it, and an account keeps nothing or the least that it can be with. */
async function refusePoor(rpc: Rpc, planned: PlannedMessage): Promise<void> {
  const { feePayer, from, payee, contract, units, gathers } = planned;
  const parts = [{ from, units }, ...gathers];
  const named = [feePayer, payee, ...parts.map((part) => part.from)];
  const found = await readAccounts(rpc, named, 'confirmed', { offset: 0, length: 0 });
  const [treasury = 0n, target = 0n, ...sources] = found.map(({ account }) => account?.lamports ?? 0n);
  const cost = costOf(planned);
  const given = contract === null && from === feePayer && payee !== feePayer ? units : 0n;
  if (treasury < given + cost + WALLET_RENT) {
    throw new NotEnough(
      `${feePayer} has ${treasury} lamports, not ${given} and ${cost} for the fee, beside the ${WALLET_RENT} that it keeps`,
    );
  }
  if (contract !== null) return;
  for (const [n, part] of parts.entries()) {
    const left = (sources[n] ?? 0n) - part.units;
    if (part.from !== feePayer && (left < 0n || (left > 0n && left < WALLET_RENT)))
      throw new NotEnough(`${part.from} has ${sources[n]} lamports: ${part.units} of them cannot be taken`);
  }
  if (planned.opens.length === 0 && target + units < WALLET_RENT) {
    throw new Unpayable(
      `${payee} has ${target} lamports, and with ${units} more it cannot be opened: an account keeps ${WALLET_RENT}`,
    );
  }
}
