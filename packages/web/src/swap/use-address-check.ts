import { useEffect, useState } from 'preact/hooks';
import { whyNotAddress } from '../api/address.ts';
import type { Asset } from '../api/assets.ts';
import type { Says } from '../design/field.tsx';
import { texts } from '../texts/now.ts';

const PAUSE_MS = 300;

/** What the service says of an address while it is typed; null as long as there is nothing to say. */
export function useAddressCheck(
  { chain, abbr }: Pick<Asset, 'abbr' | 'chain'>,
  address: string,
): Says | null {
  const [verdict, setVerdict] = useState<{ readonly of: string; readonly says: Says } | null>(null);
  const question = `${chain} ${abbr} ${address}`;
  useEffect(() => {
    if (address === '') return;
    const giveUp = new AbortController();
    const timer = setTimeout(() => {
      const answer = whyNotAddress({ chain, abbr }, address, { signal: giveUp.signal });
      answer.then(
        (why) => setVerdict({ of: question, says: saysOf(why, chain) }),
        // Placing asks again, and says so if the service cannot be reached.
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [address, chain, abbr, question]);
  if (address === '') return null;
  return verdict?.of === question ? verdict.says : { tone: 'hint', text: texts.swap.receivers.checking };
}

function saysOf(why: string | null, chain: string): Says {
  if (why === null) return { tone: 'right', text: texts.swap.receivers.right(chain) };
  return { tone: 'wrong', text: texts.swap.receivers.wrong(chain, why) };
}
