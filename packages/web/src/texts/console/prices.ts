/** What the feeds say. */
export const prices = {
  lead: (age: string) =>
    `What every quote is made from, in USDT. Nothing is quoted at a price older than ${age}.`,
  missing: (coins: string) => `There is no price at all for ${coins}: nothing is quoted in it.`,
  coin: 'Coin',
  price: 'Price, USDT',
  age: 'Age',
  state: 'State',
  fresh: 'fresh',
  stale: 'too old: not quoted',
  read: 'Read',
  source: 'Source',
  none: 'There is no price yet.',
};
