import { toHex } from './account.ts';
import { data, list, whole, words } from './answers.ts';
import { movementIn, transferArguments } from './trc20.ts';
import type { TronNode } from './tron-node.ts';

export interface SimulatedTransfer {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

export type TransferOutcome =
  | { readonly outcome: 'arrives'; readonly units: bigint; readonly energy: number }
  | { readonly outcome: 'refused'; readonly reason: string };

interface ConstantResult {
  readonly result?: { readonly result?: boolean; readonly message?: string };
  readonly energy_used?: number;
  readonly logs?: readonly { readonly address: string; readonly topics?: string[]; readonly data?: string }[];
  readonly transaction?: { readonly ret?: readonly { readonly ret?: string }[] };
}

/** What a token's transfer would do now, and the energy that it takes, with what a busy contract pays more. */
export async function simulateTransfer(
  node: TronNode,
  transfer: SimulatedTransfer,
): Promise<TransferOutcome> {
  const { contract, from, to, units } = transfer;
  const answer = await node.wallet<ConstantResult>('triggerconstantcontract', {
    owner_address: toHex(from),
    contract_address: toHex(contract),
    function_selector: 'transfer(address,uint256)',
    parameter: transferArguments(toHex(to), units),
  });
  const isFailed = answer.transaction?.ret?.[0]?.ret === 'FAILED';
  if (answer.result?.result !== true || isFailed || answer.result.message !== undefined)
    return { outcome: 'refused', reason: words(answer.result?.message) || 'it does not say why' };
  const arrived = list(answer.logs).flatMap((log) => {
    // The account of a log is without its first byte, or with it.
    const isTokens = data(log.address).slice(-40) === toHex(contract).slice(2);
    const move = movementIn({ topics: list(log.topics).map(data), data: data(log.data) });
    return isTokens && move !== null && move.to === toHex(to) ? [move] : [];
  });
  return {
    outcome: 'arrives',
    units: arrived.reduce((sum, move) => sum + move.units, 0n),
    energy: whole(answer.energy_used),
  };
}
