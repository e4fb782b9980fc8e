/** The page that leads back to an order whose link was lost. */
export const find = {
  title: 'Find an order',
  lead: 'You have lost the link of an order? Two facts about it lead back to it.',
  here: 'See the orders that were placed in this browser',
  fact: 'Deposit address, transaction or order number',
  factHint: 'The address that you paid to, the id of a transaction, or the order’s number.',
  other: 'One more fact',
  otherHint: 'The order’s number, its manage code, your receiving address or your refund address.',
  missing: 'Enter this too.',
  go: 'Find it',
  asking: 'Looking…',
  none: 'No order was found with these two facts. One of them must be known to you alone: what everybody can see on the chains is not enough.',
  tooMany: 'You have tried often. Try again in a minute.',
  note: 'You will be able to look at the order. To decide about it you need its manage code as well.',
};
