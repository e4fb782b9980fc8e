import type { ComponentChildren, TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { isMissing, isToConfirm, type Proof, ProofFields } from './proof.tsx';
import './confirm.css';
import { failureText } from './loaded.tsx';

interface Props {
  readonly title: string;
  /** What the button says: the act itself, never just "OK". */
  readonly act: string;
  readonly isDangerous?: boolean;
  /** False while something is missing or wrong. */
  readonly isReady?: boolean;
  /** What it leads to, and fields for what has to be known. */
  readonly children: ComponentChildren;
  readonly onConfirm: () => Promise<unknown>;
  /** After it was done. The dialog closes by itself, unless something else takes its place. */
  readonly onDone?: () => void;
  readonly staysOpen?: boolean;
  readonly done?: string;
  readonly onClose: () => void;
}

/** Asks before anything is done: shows what it leads to and under whose name it is recorded. What is refused is said here. */
export function Confirm(props: Props) {
  const {
    title,
    act,
    isDangerous = false,
    isReady = true,
    staysOpen = false,
    children,
    done,
    onClose,
  } = props;
  const desk = useDesk();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** What proves once more who is there; null as long as nobody asks for it. */
  const [proof, setProof] = useState<Proof | null>(null);
  // Closed as Escape closes it, so that the focus goes back to where it was.
  const close = () => form.current?.closest('dialog')?.close();
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady || isBusy || isMissing(proof)) return;
    setBusy(true);
    setFailure(null);
    try {
      if (proof !== null) await desk.act('/session/confirm', { ...proof, code: proof.code.trim() });
      setProof(null);
      await props.onConfirm();
      if (done !== undefined) toast(done);
      props.onDone?.();
      if (!staysOpen) close();
    } catch (error) {
      if (isToConfirm(error)) setProof({ password: '', code: '' });
      else setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} class="confirm" onSubmit={(event) => void submit(event)}>
        {children}
        {proof !== null && <ProofFields proof={proof} onProof={setProof} />}
        {failure !== null && (
          <Notice tone="danger" isNews>
            {failureText(failure)}
          </Notice>
        )}
        <div class="confirm-foot">
          <p class="soft small">{texts.console.recordedAs(desk.session.name)}</p>
          <Button onClick={close}>{texts.console.cancel}</Button>
          <Button
            type="submit"
            kind={isDangerous ? 'danger' : 'primary'}
            disabled={!isReady || isBusy || isMissing(proof)}
          >
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
