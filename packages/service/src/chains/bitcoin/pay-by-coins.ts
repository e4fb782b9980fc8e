import { type CoinRequest, type Payee, type SignedPayment, Unpayable } from '../chain.ts';
import type { AddressSpace, Network } from '../family.ts';
import type { CoinsPlan, Signer } from '../signer.ts';
import type { CoreNode, OutputRef, WaitingOutput } from './core-node.ts';
import type { CoinParams } from './params.ts';
import { lockOfAddress, scriptOfLock } from './script.ts';
import { type LockedCoin, type Selection, selectCoins } from './select-coins.ts';
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
export async function payByCoins(request: CoinRequest, payer: Payer): Promise<SignedPayment> {
  const { coins, feeUnits, changeUnits } = await choose(request, payer);
  const paid = request.payees.map(({ address, units }) => ({ address, units }));
  const plan: CoinsPlan = {
    kind: 'coins',
    chainId: payer.chainId,
    space: payer.space,
    inputs: coins.map(({ spend, units, address }) => ({ ...refOf(spend), units, address })),
    outputs: changeUnits === 0n ? paid : [...paid, { address: payer.treasury, units: changeUnits }],
  };
  return {
    ...(await payer.signer.sign(plan)),
    feeUnits,
    spends: coins.map(({ spend }) => spend),
    sources: [...new Set(coins.map(({ address }) => address))],
  };
}

/** Chooses coins that the node has as we believe them to be, and that can be spent by now. */
async function choose(request: CoinRequest, payer: Payer): Promise<Selection> {
  const { coin, network } = payer;
  const change = lockOfAddress(coin, network, payer.treasury);
  const outputs = request.payees.map((payee) => outputFor(payee, payer));
  let coins = request.coins.map((each) => ({ ...each, lock: lockOfAddress(coin, network, each.address) }));
  for (;;) {
    const selection = selectCoins({
      coins,
      outputs,
      ratePerKvb: request.feeRate,
      spendAll: request.spendAll,
      change: { lock: change, leastUnits: dustLimit(coin, change) },
    });
    const immature = await immatureAmong(selection.coins, payer);
    if (immature.size === 0 || request.spendAll) return selection;
    coins = coins.filter(({ spend }) => !immature.has(spend));
  }
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
 * Asks the node for the coins once more. Their amounts above all: a P2PKH signature does not cover the amount that it
 * spends, and if a coin held more than we believe, the rest would go to the miner. Returns those that are too young:
 * new coins, which a payment would have to wait for, and with it all that it pays.
 */
async function immatureAmong(coins: readonly LockedCoin[], { node, coin }: Payer): Promise<Set<string>> {
  const outputs = await outputsOf(coins, node);
  const immature = new Set<string>();
  for (const [n, { spend, units, lock }] of coins.entries()) {
    const output = outputs[n] ?? null;
    if (output === null) throw new Error(`The node does not have the coin ${spend}, or it is spent already`);
    if (output.units !== units || output.script !== scriptOfLock(lock)) {
      throw new Error(`The coin ${spend} is not what it is believed to be: nothing is signed`);
    }
    if (output.isCoinbase && output.confirmations < coin.maturity) immature.add(spend);
  }
  return immature;
}

/** What the node has of coins: in blocks, or in the mempool for those that wait, whether something spends them there or not. */
async function outputsOf(coins: readonly LockedCoin[], node: CoreNode): Promise<(WaitingOutput | null)[]> {
  const isMined = (each: LockedCoin) => each.isWaiting !== true;
  const mined = await node.unspent(coins.filter(isMined).map(({ spend }) => refOf(spend)));
  const waiting = coins.filter((each) => !isMined(each)).map(({ spend }) => refOf(spend));
  const answers = await node.waitingOutputs(waiting);
  return coins.map((each) => (isMined(each) ? mined.shift() : answers.shift()) ?? null);
}

/** The transaction and output that `Coin.spend` names. */
export function refOf(spend: string): OutputRef {
  const [, txid, index] = /^([0-9a-f]{64}):(\d+)$/.exec(spend) ?? [];
  if (txid === undefined) throw new RangeError(`${spend} names no output of a transaction`);
  return { txid, index: Number(index) };
}
