import { Copy } from '../../design/copy.tsx';
import { ExplorerLink } from '../../design/explorer-link.tsx';
import type { OnChain } from '../../design/explorers.ts';
import { texts } from '../../texts/console.ts';
import { shortened } from './format.ts';
import './long-text.css';

interface Props {
  readonly text: string;
  /** What it is: the copy button's name. */
  readonly label: string;
  /** Where it is of a chain: it can be looked at in an explorer. */
  readonly on?: readonly [chain: string, kind: OnChain];
  /** True: all of it, broken where the line ends. */
  readonly isWhole?: boolean;
}

/** An address or a hash: too long to read, so it can be copied. */
export function LongText({ text, label, on, isWhole = false }: Props) {
  if (text === '') return <span class="soft">—</span>;
  return (
    <span class="long-text" data-whole={isWhole || undefined}>
      <span class="mono" title={text}>
        {isWhole ? text : shortened(text)}
      </span>
      <Copy text={text} label={label} />
      {on !== undefined && (
        <ExplorerLink
          chain={on[0]}
          kind={on[1]}
          text={text}
          label={texts.console.explorerOf(shortened(text))}
        />
      )}
    </span>
  );
}
