import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { orderTexts } from '../texts/order-now.ts';
import './give-back-dialog.css';

interface GiveBackDialogProps {
  /** What arrived, what giving it back costs: each with its name. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly address: string;
  /** What is lost by it; left out if nothing is. */
  readonly warning?: string | null;
  /** False where nothing would arrive: then there is nothing to confirm. */
  readonly isWorthIt?: boolean;
  /** False while something of it is still asked for, or it is under way. */
  readonly isReady: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before anything is given back, and says what that is about. In a frame the page around could lay something over the
 * button, and whoever pressed it once would have decided.
 */
export function GiveBackDialog(props: GiveBackDialogProps) {
  const { facts, address, warning = null, isWorthIt = true, isReady, onConfirm, onClose } = props;
  const { frozen } = orderTexts;
  return (
    <Dialog title={frozen.refund} onClose={onClose}>
      <dl class="give-back-facts">
        {facts.map(([name, text], n) => (
          <div key={n}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {isWorthIt && (
          <div>
            <dt>{frozen.refundTo}</dt>
            <dd class="mono">{address}</dd>
          </div>
        )}
      </dl>
      {warning !== null && (
        <Notice tone="warning" isNews>
          {warning}
        </Notice>
      )}
      {isWorthIt && <p class="small soft">{frozen.backNote}</p>}
      <div class="pay-dialog-acts">
        <Button onClick={onClose}>{frozen.notNow}</Button>
        {isWorthIt && (
          <Button kind="primary" disabled={!isReady} onClick={onConfirm}>
            {frozen.refund}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
