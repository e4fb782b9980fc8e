/** Answers, named status/code/msg. */

export const BAD = '400/1/Parameter error';
export const SENSELESS = '200/1/Incorrect request parameters';
export const SUCCESS = '200/0/success';
export const TOO_LARGE = '413/1/body too large';
export const WRONG_TYPE = '415/1/unsupported media type, send application/json';
export const TOO_SMALL_QUANTITY = '200/1/from quantity too small';
export const TOO_LARGE_QUANTITY = '200/1/from quantity too large';
export const NOT_FOUND = '200/1/order not found';
export const refused = (msg: string) => `200/1/${msg}`;
