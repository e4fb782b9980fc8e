import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/now.ts';
import { Button } from './button.tsx';

const THANKS_MS = 2_000;

/** Copies a text, and says that it did. The label says what is copied: `Copy the address`. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await write(text);
    setCopied(true);
  };
  return (
    <>
      <Button size="small" icon={isCopied ? 'done' : 'copy'} title={label} onClick={() => void copy()}>
        <span class="unseen">{label}</span>
        <span aria-hidden="true">{isCopied ? texts.shell.copied : texts.shell.copy}</span>
      </Button>
      <span class="unseen" role="status">
        {isCopied ? texts.shell.copied : ''}
      </span>
    </>
  );
}

/**
 * A page without TLS, as on a desk in one's own network, has no clipboard of its own, and one in a frame may be refused it: there
 * the old way is the way.
 */
async function write(text: string): Promise<void> {
  if (
    await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
  )
    return;
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
