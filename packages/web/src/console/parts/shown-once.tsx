import { Notice } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Copy } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { texts } from '../../texts/console.ts';
import './shown-once.css';

interface Props {
  readonly title: string;
  readonly secrets: readonly { readonly name: string; readonly text: string }[];
  readonly onClose: () => void;
}

/** Secrets that nobody can look up later: only their hashes are stored. Nothing but its button closes it. */
export function ShownOnce({ title, secrets, onClose }: Props) {
  return (
    <Dialog title={title} isHeld onClose={onClose}>
      <Notice tone="warning">{texts.console.shownOnce}</Notice>
      {secrets.map(({ name, text }) => (
        <div class="shown-once" key={name}>
          <span class="field-label">{name}</span>
          <span class="mono">{text}</span>
          <Copy text={text} label={texts.console.copyOf(name)} />
        </div>
      ))}
      <Button kind="primary" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
        {texts.console.kept}
      </Button>
    </Dialog>
  );
}
