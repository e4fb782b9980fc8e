/** What the feeds say. */
export const prices = {
  lead: (age: string) =>
    `What every quote is made from, in USDT, for the coins that are switched on. Nothing is quoted at a price older than ${age}, by its source's own time.`,
  missing: (coins: string) => `There is no price at all for ${coins}: nothing is quoted in it.`,
  faults: (faults: string) => `Wrong in what the source says, and passed over: ${faults}.`,
  coin: 'Coin',
  price: 'Price, USDT',
  age: 'Age',
  unchanged: 'Unchanged for',
  state: 'State',
  fresh: 'fresh',
  frozen: 'stands still',
  noQuote: {
    missing: 'missing',
    old: 'too old: not quoted',
    ahead: 'from the future: not quoted',
    jump: 'has jumped: not quoted',
    frozen: 'stands still: not quoted',
    few: 'too few venues agree: not quoted',
    peg: 'has left its peg: not quoted',
    thin: 'the books are too thin: not quoted',
    spread: 'the venues are too far apart: not quoted',
  },
  pending: 'Waits to be confirmed',
  read: 'As of',
  source: 'Source',
  none: 'There is no price yet.',

  confirm: 'Confirm',
  confirmTitle: (coin: string) => `Quote ${coin} at this price`,
  confirmAct: 'Confirm the price',
  confirmed: 'The price is confirmed.',
  jumpLead:
    'From now on quotes, exchanges and network fees use the new price. Orders that waited for it are exchanged at once.',
  frozenLead:
    'The source has said the very same for a long time. It may do so for as long again before it counts as frozen.',
  lastGood: 'Last good price',
  said: 'The source says',
  since: 'Since',
  difference: 'Difference',
  byItself: (time: string) => `By itself it counts once the source has said so for ${time}.`,
  neverByItself: 'By itself it never counts.',
};
