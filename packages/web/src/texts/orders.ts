/** The page of the orders that this browser remembers. */
export const orders = {
  title: 'My orders',
  lead: 'The orders that were placed in this browser. Nobody else knows this list; whoever uses this browser can see these orders and decide about them.',
  none: 'This browser remembers no orders. Each order that you place here is listed here.',
  keepsNothing:
    'This browser keeps nothing, as in a private window. Keep the address of each order’s page yourself.',
  exchange: (from: string, to: string) => `${from} for ${to}`,
  gone: 'Unknown here',
  forget: 'Forget',
  forgetOne: (code: string) => `Forget order ${code}`,
  forgetOneNote:
    'The order goes on, but this browser does not know it any more. Without the address of its page or its codes, nobody can decide about it.',
  forgetAll: 'Forget all',
  forgetNote:
    'The orders go on, but this browser does not know them any more. Without the address of its page or its codes, nobody can decide about an order.',
  keepThem: 'Keep them',
  find: 'Find another order',
};
