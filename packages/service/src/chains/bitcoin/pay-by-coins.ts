import { type Payee, type PaymentRequest, type SignedPayment, Unpayable } from '../chain.ts';
import type { AddressSpace, Network } from '../family.ts';
import type { CoinsPlan, Signer } from '../signer.ts';
import type { CoreNode, OutputRef } from './core-node.ts';
import type { CoinParams } from './params.ts';
import { lockOfAddress, scriptOfLock } from './script.ts';
import { type LockedCoin, selectCoins } from './select-coins.ts';
import { dustLimit } from './size.ts';

/** Who pays, and how. */
export interface Payer {
  readonly chainId: number;
  readonly space: AddressSpace;
  readonly assetId: number;
  readonly coin: CoinParams;
  readonly network: Network;
  readonly treasury: string;
  readonly signer: Signer;
  readonly node: CoreNode;
}

/** Pays all payees in one transaction: their outputs in the order given, then the change to the treasury. */
export async function payByCoins(request: PaymentRequest, payer: Payer): Promise<SignedPayment> {
  const { coin, network, treasury } = payer;
  const change = lockOfAddress(coin, network, treasury);
  const { coins, feeUnits, changeUnits } = selectCoins({
    coins: request.coins.map((each) => ({ ...each, lock: lockOfAddress(coin, network, each.address) })),
    outputs: request.payees.map((payee) => outputFor(payee, payer)),
    change: { lock: change, leastUnits: dustLimit(coin, change) },
    ratePerKvb: request.feeRate,
    spendAll: request.spendAll,
  });
  await checkAmounts(coins, payer.node);
  const paid = request.payees.map(({ address, units }) => ({ address, units }));
  const plan: CoinsPlan = {
    kind: 'coins',
    chainId: payer.chainId,
    space: payer.space,
    inputs: coins.map(({ spend, units, address }) => ({ ...refOf(spend), units, address })),
    outputs: changeUnits === 0n ? paid : [...paid, { address: treasury, units: changeUnits }],
  };
  return {
    ...(await payer.signer.sign(plan)),
    feeUnits,
    spends: coins.map(({ spend }) => spend),
    sources: [...new Set(coins.map(({ address }) => address))],
  };
}

function outputFor({ address, units, assetId }: Payee, { coin, network, ...payer }: Payer) {
  if (assetId !== payer.assetId) throw new RangeError(`${coin.name} pays its own coin only`);
  const lock = lockOfAddress(coin, network, address);
  const least = dustLimit(coin, lock);
  if (units < least) {
    throw new Unpayable(
      `${units} units to ${address} are dust: nodes relay no output below ${least}. Set the asset's least amount above that`,
    );
  }
  return { lock, units };
}

/**
 * The signatures of P2PKH coins do not cover their amounts: one that holds more than we believe would give the rest to
 * the miner. So the node is asked once more what they hold; other kinds need no such care.
 */
async function checkAmounts(coins: readonly LockedCoin[], node: CoreNode): Promise<void> {
  const legacy = coins.filter(({ lock }) => lock.kind === 'p2pkh');
  const outputs = await node.unspent(legacy.map(({ spend }) => refOf(spend)));
  for (const [n, { spend, units, lock }] of legacy.entries()) {
    const output = outputs[n] ?? null;
    if (output === null) throw new Error(`The node does not have the coin ${spend}, or it is spent already`);
    if (output.units !== units || output.script !== scriptOfLock(lock)) {
      throw new Error(`The coin ${spend} is not what it is believed to be: nothing is signed`);
    }
  }
}

/** The transaction and output that `Coin.spend` names. */
export function refOf(spend: string): OutputRef {
  const [, txid, index] = /^([0-9a-f]{64}):(\d+)$/.exec(spend) ?? [];
  if (txid === undefined) throw new RangeError(`${spend} names no output of a transaction`);
  return { txid, index: Number(index) };
}
