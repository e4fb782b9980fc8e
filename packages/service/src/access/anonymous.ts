/** Account 0: callers without a key. */
export const ANONYMOUS = 0;
