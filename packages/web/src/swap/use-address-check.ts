import type { AddressFault } from '@swapdesk/contract';
import { useEffect, useState } from 'preact/hooks';
import { type AddressVerdict, checkAddress } from '../api/address.ts';
import type { Asset } from '../api/assets.ts';
import type { Says } from '../design/field.tsx';
import { texts } from '../texts/now.ts';

const PAUSE_MS = 300;
/** After an answer that did not come. */
const AGAIN_MS = 4_000;
/** More names than these say less. */
const MOST_NAMES = 3;

export interface AddressCheck {
  readonly says: Says;
  /** On which other chains the address could receive something. */
  readonly chains: readonly string[];
}

/** What the service says of an address while it is typed; null as long as there is nothing to say. */
export function useAddressCheck(
  { chain, abbr }: Pick<Asset, 'abbr' | 'chain'>,
  address: string,
): AddressCheck | null {
  const [verdict, setVerdict] = useState<(AddressCheck & { readonly of: string }) | null>(null);
  const question = `${chain} ${abbr} ${address}`;
  useEffect(() => {
    if (address === '') return;
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const check = async () => {
      try {
        const found = await checkAddress({ chain, abbr }, address, { signal });
        setVerdict({ of: question, says: saysOf(found, chain), chains: found.chains });
      } catch {
        if (signal.aborted) return;
        setVerdict({ of: question, says: hint(texts.swap.receivers.unchecked), chains: [] });
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
  return verdict?.of === question ? verdict : { says: hint(texts.swap.receivers.checking), chains: [] };
}

function hint(text: string): Says {
  return { tone: 'hint', text };
}

function saysOf({ fault, why, chains }: AddressVerdict, chain: string): Says {
  const { receivers } = texts.swap;
  if (fault === null) return { tone: 'right', text: receivers.right(chain) };
  if (chains.length === 0) return { tone: 'wrong', text: wrongWords(fault, chain, why) };
  const names = chains.slice(0, MOST_NAMES).join(', ');
  const more = chains.length > MOST_NAMES;
  return { tone: 'wrong', text: receivers.otherChain(more ? `${names}, …` : names, chain) };
}

/** A newer service may know of faults that this page has no words for. */
function wrongWords(fault: AddressFault, chain: string, why: string): string {
  const { wrong } = texts.swap.receivers;
  const words = wrong[fault] as (typeof wrong)[AddressFault] | undefined;
  return (words ?? wrong.FORM)(chain, why);
}
