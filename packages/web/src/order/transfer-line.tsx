import { TRANSACTION_STATUS } from '@swapdesk/contract/plain';
import { useContext } from 'preact/hooks';
import { showAmount } from '../design/amounts.ts';
import { Copy } from '../design/copy.tsx';
import { Icon } from '../design/icon.tsx';
import { Known } from '../design/known.ts';
import { texts } from '../texts/now.ts';
import { explorerUrl } from './explorers.ts';
import type { Transfer } from './timeline.ts';

/** More decimals than any asset has: what arrived is shown to the last digit. */
const ALL_DECIMALS = 30;

/** A transfer: how much, how deep, and its transaction. */
export function TransferLine({ transfer }: { transfer: Transfer }) {
  const { timeline } = texts.order;
  const { asset, amount, txid, depth, address } = transfer;
  const url = explorerUrl(useContext(Known), asset.chain, txid);
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
      {address !== null && <p class="transfer-text mono">{address}</p>}
      <div class="transfer-txid">
        <span class="mono transfer-text" title={timeline.txid}>
          {txid}
        </span>
        <Copy text={txid} label={timeline.copyTxid} />
        {url !== null && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={timeline.look}
            title={timeline.look}
          >
            <Icon name="out" size={16} />
          </a>
        )}
      </div>
    </div>
  );
}

function stateOf({ depth, status }: Transfer): string {
  const { timeline } = texts.order;
  if (depth !== null) {
    return depth.confirmations === 0
      ? timeline.waitingForBlock
      : timeline.confirmations(depth.confirmations, depth.required);
  }
  if (status === TRANSACTION_STATUS.rolledBack) return timeline.rolledBack;
  return status === TRANSACTION_STATUS.confirming ? timeline.confirming : timeline.arrived;
}
