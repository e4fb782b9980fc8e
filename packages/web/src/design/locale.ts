import { language } from '../texts/now.ts';
import { localeOf } from './separators.ts';

/** How the reader of the page writes numbers and dates. */
export const locale = localeOf(language, globalThis.document === undefined ? [] : navigator.languages);

export const isRightToLeft = globalThis.document?.documentElement.dir === 'rtl';
