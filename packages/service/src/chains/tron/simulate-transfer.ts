import { transferOf } from '../evm/erc20.ts';
import { toHex, wordOf } from './account.ts';
import { data, list, whole, words } from './answers.ts';
import type { TronNode } from './tron-node.ts';

export interface SimulatedTransfer {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

export type Simulated =
  | { readonly outcome: 'arrives'; readonly units: bigint; readonly energy: number }
  | { readonly outcome: 'refused'; readonly reason: string };

interface ConstantResult {
  readonly result?: { readonly result?: boolean; readonly message?: string };
  readonly energy_used?: number;
  readonly logs?: readonly { readonly address: string; readonly topics?: string[]; readonly data?: string }[];
  readonly transaction?: { readonly ret?: readonly { readonly ret?: string }[] };
}

/** What a token's transfer would do now, and the energy that it takes, with what a busy contract pays more. */
export async function simulateTransfer(node: TronNode, transfer: SimulatedTransfer): Promise<Simulated> {
  const { contract, from, to, units } = transfer;
  const answer = await node.wallet<ConstantResult>('triggerconstantcontract', {
    owner_address: toHex(from),
    contract_address: toHex(contract),
    function_selector: 'transfer(address,uint256)',
    parameter: `${wordOf(to)}${units.toString(16).padStart(64, '0')}`,
  });
  const isFailed = answer.transaction?.ret?.[0]?.ret === 'FAILED';
  if (answer.result?.result !== true || isFailed || answer.result.message !== undefined)
    return { outcome: 'refused', reason: words(answer.result?.message) || 'it does not say why' };
  const payee = `0x${toHex(to).slice(2)}`;
  const moves = list(answer.logs).flatMap((log) => {
    const address = data(log.address);
    return (
      transferOf({
        address: `0x${address.slice(-40)}`,
        topics: list(log.topics).map((topic) => `0x${data(topic)}`),
        data: `0x${data(log.data)}`,
      }) ?? []
    );
  });
  const token = `0x${toHex(contract).slice(2)}`;
  const arrived = moves.filter((move) => move.contract === token && move.to === payee);
  return {
    outcome: 'arrives',
    units: arrived.reduce((sum, move) => sum + move.units, 0n),
    energy: whole(answer.energy_used),
  };
}
