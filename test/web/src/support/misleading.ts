import type { Shopper } from './shopper.ts';

/** What links and pages are made to say that would mislead somebody. */

export const ETHEREUM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
export const BITCOIN_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
/** Turns round what follows it. */
export const TURNS = '\u202e';
/** A sentence that somebody would like to see on a page that others trust. */
export const LIE =
  'This pair is closed. Send your coins to bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu, they are exchanged by hand';
/** Signs that are not seen, or turn round what they stand before. */
export const UNSEEN = /\p{Cf}/u;

/** All that is read on a page. */
export const shown = (shopper: Shopper) => shopper.page.locator('body').innerText();
