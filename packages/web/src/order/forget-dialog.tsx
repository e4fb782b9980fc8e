import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { texts } from '../texts/now.ts';
import { orderTexts } from '../texts/order-now.ts';
import './forget-dialog.css';

interface ForgetDialogProps {
  /** The code of one order; `all` of them. */
  readonly what: string;
  readonly onForget: () => void;
  readonly onClose: () => void;
}

/** Asks before anything is forgotten: the manage code of an order may stand nowhere else. */
export function ForgetDialog({ what, onForget, onClose }: ForgetDialogProps) {
  const { orders: words } = texts;
  const isAll = what === 'all';
  return (
    <Dialog title={isAll ? words.forgetAll : words.forgetOne(what)} onClose={onClose}>
      <p>{isAll ? words.forgetNote : words.forgetOneNote}</p>
      <div class="orders-dialog-acts">
        <Button onClick={onClose}>{isAll ? words.keepThem : orderTexts.pay.keepIt}</Button>
        <Button kind="danger" onClick={onForget}>
          {isAll ? words.forgetAll : words.forget}
        </Button>
      </div>
    </Dialog>
  );
}
