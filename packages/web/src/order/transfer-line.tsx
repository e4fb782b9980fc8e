import { TRANSACTION_STATUS } from '@swapdesk/contract/plain';
import { showAmount } from '../design/amounts.ts';
import { Copy } from '../design/copy.tsx';
import { ExplorerLink } from '../design/explorer-link.tsx';
import { orderTexts } from '../texts/order-now.ts';
import type { Transfer } from './timeline.ts';

/** More decimals than any asset has: what arrived is shown to the last digit. */
const ALL_DECIMALS = 30;

/** A transfer: how much, how deep, and its transaction. */
export function TransferLine({ transfer }: { transfer: Transfer }) {
  const { timeline } = orderTexts;
  const { asset, amount, txid, depth, address } = transfer;
  return (
    <div class="transfer">
      <p>
        <strong>
          {showAmount(amount, ALL_DECIMALS)} {asset.abbr}
        </strong>{' '}
        <span class="soft">{stateOf(transfer)}</span>
      </p>
      {depth !== null && (
        <progress
          max={depth.required}
          value={Math.min(depth.confirmations, depth.required)}
          aria-label={timeline.confirmations(depth.confirmations, depth.required)}
        />
      )}
      {address !== null && (
        <p class="transfer-text mono">
          {address} <ExplorerLink chain={asset.chain} kind="address" text={address} label={timeline.look} />
        </p>
      )}
      <div class="transfer-txid">
        <span class="mono transfer-text" title={timeline.txid}>
          {txid}
        </span>
        <Copy text={txid} label={timeline.copyTxid} />
        <ExplorerLink chain={asset.chain} kind="transaction" text={txid} label={timeline.look} />
      </div>
    </div>
  );
}

function stateOf({ depth, status }: Transfer): string {
  const { timeline } = orderTexts;
  if (depth !== null) {
    return depth.confirmations === 0
      ? timeline.waitingForBlock
      : timeline.confirmations(depth.confirmations, depth.required);
  }
  if (status === TRANSACTION_STATUS.rolledBack) return timeline.rolledBack;
  return status === TRANSACTION_STATUS.confirming ? timeline.confirming : timeline.arrived;
}
