import { about } from './about.ts';
import { affiliate } from './affiliate.ts';
import { find } from './find.ts';
import { nowhere } from './nowhere.ts';
import { order } from './order.ts';
import { orders } from './orders.ts';
import { request } from './request.ts';
import { shell } from './shell.ts';
import { swap } from './swap.ts';

/**
 * Every English text of the pages; the console's are in `console.ts`. A translation is an object of the same type;
 * texts with gaps are functions, so that another language can order its words as it needs.
 */
export const texts = { shell, swap, order, orders, find, nowhere, about, request, affiliate };

export type Texts = InOtherWords<typeof texts>;

/** The same texts with the same gaps; what they say is free. */
type InOtherWords<Text> = Text extends (...gaps: infer Gaps) => string
  ? (...gaps: Gaps) => string
  : Text extends string
    ? string
    : { readonly [Name in keyof Text]: InOtherWords<Text[Name]> };
