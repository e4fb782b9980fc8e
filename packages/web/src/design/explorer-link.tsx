import { useContext } from 'preact/hooks';
import { explorerUrl, type OnChain } from './explorers.ts';
import { Icon } from './icon.tsx';
import { Known } from './known.ts';

interface Props {
  readonly chain: string;
  readonly kind: OnChain;
  readonly text: string;
  readonly label: string;
}

/** Leads to the page of a transaction or an address, where somebody shows it. */
export function ExplorerLink({ chain, kind, text, label }: Props) {
  const url = explorerUrl(useContext(Known).explorers, chain, kind, text);
  if (url === null) return null;
  return (
    <a class="explorer" href={url} target="_blank" rel="noreferrer noopener" aria-label={label} title={label}>
      <Icon name="out" size={16} />
    </a>
  );
}
