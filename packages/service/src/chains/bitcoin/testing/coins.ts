import { coinOf } from '../coin-of.ts';

export const BITCOIN = coinOf('bitcoin');
export const LITECOIN = coinOf('litecoin');
export const DOGECOIN = coinOf('dogecoin');
