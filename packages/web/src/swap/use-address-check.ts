import { useEffect, useState } from 'preact/hooks';
import { whyNotAddress } from '../api/address.ts';
import type { Asset } from '../api/assets.ts';
import type { Says } from '../design/field.tsx';
import { texts } from '../texts/now.ts';

const PAUSE_MS = 300;
/** After an answer that did not come. */
const AGAIN_MS = 4_000;

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
    const { signal } = giveUp;
    const check = async () => {
      try {
        const why = await whyNotAddress({ chain, abbr }, address, { signal });
        setVerdict({ of: question, says: saysOf(why, chain) });
      } catch {
        if (signal.aborted) return;
        setVerdict({ of: question, says: { tone: 'hint', text: texts.swap.receivers.unchecked } });
        timer = setTimeout(check, AGAIN_MS);
      }
    };
    let timer = setTimeout(check, PAUSE_MS);
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
