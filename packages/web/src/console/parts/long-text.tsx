import { Copy } from '../../design/copy.tsx';
import { shortened } from './format.ts';
import './long-text.css';

interface Props {
  readonly text: string;
  /** What it is: the copy button's name. */
  readonly label: string;
  /** True: all of it, broken where the line ends. */
  readonly isWhole?: boolean;
}

/** An address or a hash: too long to read, so it can be copied. */
export function LongText({ text, label, isWhole = false }: Props) {
  if (text === '') return <span class="soft">—</span>;
  return (
    <span class="long-text" data-whole={isWhole || undefined}>
      <span class="mono" title={text}>
        {isWhole ? text : shortened(text)}
      </span>
      <Copy text={text} label={label} />
    </span>
  );
}
