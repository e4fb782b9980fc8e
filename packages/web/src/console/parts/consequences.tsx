import type { Consequence } from '@swapdesk/contract';
import { ExplorerLink } from '../../design/explorer-link.tsx';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { Amount } from './amount.tsx';
import { shortened } from './format.ts';

/** What an act leads to, as the service reckons it. Addresses are whole: one that looks alike at both ends may be another's. */
export function Consequences({ of }: { readonly of: readonly Read<Consequence>[] }) {
  const words = texts.console.order;
  if (of.length === 0) return <p class="soft">{words.noConsequence}</p>;
  return (
    <ul>
      {of.map(({ what, address, ...coins }, n) => (
        <li key={n}>
          <b>
            <Amount {...coins} />
          </b>{' '}
          {what}{' '}
          {address !== '' && (
            <>
              {!what.endsWith('there') && `${words.toWhom} `}
              <span class="mono break">{address}</span>{' '}
              <ExplorerLink
                chain={coins.chain}
                kind="address"
                text={address}
                label={texts.console.explorerOf(shortened(address))}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
