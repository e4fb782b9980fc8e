import type { Asset, Catalogue } from '../../catalog/catalogue.ts';
import type {
  Chain,
  CoinRequest,
  DurableRequest,
  ExpiringPayment,
  OpeningRequest,
  SignedPayment,
} from '../../chains/chain.ts';
import type { SigningPlan, SolanaPlan } from '../../chains/signer.ts';
import { type AnyRequest, signingThrough } from '../../chains/testing/signing-through.ts';

/** What a simulated payment would be as a plan on a real chain. */
export function planOf(
  chain: Chain,
  catalogue: Catalogue,
  request: AnyRequest,
  signed: SignedPayment | ExpiringPayment,
): SigningPlan {
  const { spends, feeUnits } = signed;
  const [payee] = request.payees;
  if (payee === undefined) throw new RangeError('nobody is paid');
  const asset = catalogue.get(payee.assetId);
  const { space, evmChainId } = asset.chain;
  if ('durable' in request || 'opens' in request) return solanaPlan(chain, asset, request, signed);
  if ('expiresAt' in signed) {
    return {
      kind: 'expiring',
      chainId: chain.id,
      space,
      from: signed.sources[0] as string,
      payee: payee.address,
      contract: asset.contract,
      units: payee.units,
      feeUnits,
      callFeeUnits: asset.contract === null ? 0n : feeUnits,
      expiresAt: signed.expiresAt,
      reference: '00'.repeat(32),
      salt: payee.payout ?? '',
    };
  }
  if ('nonce' in request) {
    return {
      kind: 'evm',
      chainId: chain.id,
      space,
      evmChainId: evmChainId ?? 0,
      from: request.source,
      nonce: request.nonce,
      payee: payee.address,
      contract: asset.contract,
      units: payee.units,
      gas: 1n,
      fee: { type: 'legacy', gasPrice: feeUnits },
    };
  }
  const coins = (request as CoinRequest).coins.filter(({ spend }) => spends.includes(spend));
  const total = (parts: readonly { readonly units: bigint }[]) =>
    parts.reduce((sum, { units }) => sum + units, 0n);
  const change = total(coins) - total(request.payees) - feeUnits;
  return {
    kind: 'coins',
    chainId: chain.id,
    space,
    inputs: coins.map(({ spend, units, address }) => {
      const [txid = '', index] = spend.split(':');
      return { txid, index: Number(index), units, address };
    }),
    outputs: [
      ...request.payees.map(({ address, units }) => ({ address, units })),
      ...(change > 0n ? [{ address: chain.treasury, units: change }] : []),
    ],
  };
}

/** Its rate is what compute costs, of which it takes a million. */
export function solanaPlan(
  { id: chainId, treasury: feePayer }: Pick<Chain, 'id' | 'treasury'>,
  { contract, decimals, chain: { space } }: Asset,
  request: DurableRequest | OpeningRequest,
  signed: SignedPayment | ExpiringPayment,
): SolanaPlan {
  const [{ address: payee, units }] = request.payees;
  const closesAccount = contract !== null && request.source !== feePayer;
  const others = 'gathers' in request ? (request.gathers ?? []) : [];
  return {
    kind: 'solana',
    chainId,
    space,
    feePayer,
    from: request.source,
    payee,
    contract,
    units: others.reduce((rest, other) => rest - other.units, units),
    decimals,
    isToken2022: false,
    durable: 'durable' in request ? request.durable : null,
    opens: 'opens' in request ? request.opens : [],
    createsAccount: contract !== null,
    closesAccount,
    gathers: others.map((other) => ({ from: other.source, units: other.units, closesAccount })),
    computeLimit: 1_000_000,
    priorityFee: request.feeRate,
    expiring: 'expiresAt' in signed ? { blockhash: 'newest', lastValid: signed.expiresAt } : null,
  };
}

/** The chain, but nothing is signed on it that is not allowed. */
export function askingChain(
  chain: Chain,
  catalogue: () => Catalogue,
  ask: (plan: SigningPlan, signed: SignedPayment) => Promise<void>,
): Chain {
  return Object.assign(
    Object.create(chain) as Chain,
    signingThrough(chain, async (request, sign) => {
      const signed = await sign();
      await ask(planOf(chain, catalogue(), request, signed), signed);
      return signed;
    }),
  );
}
