import { affiliate as english } from './affiliate.ts';
import type { Texts } from './en.ts';
import { ownTexts, translation } from './now.ts';
import { withOwn } from './own-languages.ts';

/** What the page of affiliates says, in the page's language. Apart, since whoever swaps need not load it. */
export const affiliateTexts: Texts['affiliate'] = withOwn(
  translation?.affiliate ?? english,
  ownTexts?.affiliate,
);
