import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/now.ts';
import { isWidget } from '../widget/widget.ts';
import { Button } from './button.tsx';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** True where something is shown that nobody sees again: only a button of its own closes it. */
  readonly isHeld?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Above everything else while it is rendered. The browser itself keeps the focus inside and closes it on Escape. */
export function Dialog({ title, isHeld = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isPressedBeside = useRef(false);
  // Before anything is painted: until then it lies among the page, which could still be pressed.
  useLayoutEffect(() => {
    const pressed = document.activeElement?.getBoundingClientRect().top ?? 0;
    dialog.current?.showModal();
    // Asked of the browser (autofocus), a frame of another site would be refused it.
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus();
    if (isWidget && dialog.current !== null) openNear(dialog.current, pressed);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog; the key for it is Escape.
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      {...(isHeld && HELD)}
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        // Whoever marks a text may let go beside the dialog: the browser calls that a click there.
        if (target === currentTarget && isPressedBeside.current && !isHeld) currentTarget.close();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {!isHeld && (
          <Button
            kind="quiet"
            icon="close"
            label={texts.shell.close}
            onClick={() => dialog.current?.close()}
          />
        )}
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** Neither Escape nor the way back of a phone; the second of both is for browsers that do not know the first. */
const HELD = {
  closedby: 'none',
  onCancel: (event: Event) => event.preventDefault(),
  onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault(),
} as object;

const EDGE_PX = 16;

/** A frame is as high as its page, and its middle may be out of sight: there a dialog opens where its button is. */
function openNear(dialog: HTMLDialogElement, top: number): void {
  const lowest = innerHeight - dialog.offsetHeight - EDGE_PX;
  dialog.style.marginBlock = `${Math.max(EDGE_PX, Math.min(top, lowest))}px auto`;
}
