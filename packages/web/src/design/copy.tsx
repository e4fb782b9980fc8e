import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/en.ts';
import { Button } from './button.tsx';

const THANKS_MS = 2_000;

/** Copies a text, and says that it did. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Button
        size="small"
        icon={isCopied ? 'done' : 'copy'}
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        {isCopied ? texts.shell.copied : texts.shell.copy}
      </Button>
      <span class="unseen" role="status">
        {isCopied ? texts.shell.copied : ''}
      </span>
    </>
  );
}
