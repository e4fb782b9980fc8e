import type { Asset } from '../api/assets.ts';
import { pasted } from '../design/pasted.ts';
import { amountForLink, amountFromLink } from '../swap/form-link.ts';

/** What somebody asks to be paid, as it is typed. */
export interface Draft {
  /** Of the coin, as links name it. */
  readonly key: string;
  readonly amount: string;
  readonly address: string;
  readonly reference: string;
}

const FIRST = 'USDT';
/** As long as one that a link takes. */
export const LONGEST_REFERENCE = 100;
const LONGEST_ADDRESS = 1_024;

/** The draft that the page's address holds; what it does not is empty. */
export function draftFromLink(assets: readonly Asset[], link: URLSearchParams): Draft {
  const asked = link.get('to')?.toLowerCase();
  const asset =
    assets.find(({ key }) => key.toLowerCase() === asked) ??
    assets.find(({ abbr }) => abbr === FIRST) ??
    assets[0];
  return {
    key: asset?.key ?? '',
    amount: amountFromLink(link.get('amount') ?? ''),
    address: pasted(link.get('address') ?? '').slice(0, LONGEST_ADDRESS),
    reference: (link.get('reference') ?? '').slice(0, LONGEST_REFERENCE),
  };
}

/** The page's address that holds it. What else stands in it stays, such as the language. */
export function linkOfDraft({ key, amount, address, reference }: Draft, search: string): string {
  const link = new URLSearchParams(search);
  const parts = { to: key, amount: amountForLink(amount), address, reference };
  for (const [name, text] of Object.entries(parts))
    if (text === '') link.delete(name);
    else link.set(name, text);
  // For people: a slash may stand in a query as it is.
  return `?${link.toString().replaceAll('%2F', '/')}`;
}
