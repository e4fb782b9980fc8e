import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/now.ts';
import { Button } from './button.tsx';

const THANKS_MS = 2_000;

/** Copies a text, and says that it did, or could not. The label says what is copied: `Copy the address`. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState<boolean | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), THANKS_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const { copy, copied, notCopied } = texts.shell;
  const said = done === null ? '' : done ? copied : notCopied;
  return (
    <>
      <Button
        size="small"
        icon={done === true ? 'done' : 'copy'}
        title={label}
        onClick={async ({ currentTarget }) => setDone(await write(text, currentTarget))}
      >
        <span class="unseen">{label}</span>
        <span aria-hidden="true">{said || copy}</span>
      </Button>
      <span class="unseen" role="status">
        {said}
      </span>
    </>
  );
}

/**
 * A page without TLS, as on a desk in one's own network, has no clipboard of its own, and one in a frame may be refused it: there
 * the old way is the way. That needs the focus, which an open dialog gives to nothing outside of it. False: it was not copied.
 */
async function write(text: string, button: HTMLElement): Promise<boolean> {
  if (
    await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
  )
    return true;
  const field = document.createElement('textarea');
  field.value = text;
  (button.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  button.focus();
  return isCopied;
}
