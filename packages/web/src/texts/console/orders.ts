/** The list of orders. */
export const orders = {
  find: 'Find an order',
  findHint:
    'Order number, query code, any address, transaction or client order id: all of it, or how it begins. Of a shortened address (0x9858Ef…EdA94) both ends count.',
  found: (n: number) =>
    n === 0
      ? 'Nothing is called that.'
      : n === 1
        ? '1 order'
        : n >= 100
          ? 'The newest 100 of more'
          : `${n} orders`,
  begins: (by: string) => `${by}, begins so`,
  foundBy: 'Found by',
  filters: 'Filters',
  status: 'State',
  chain: 'Chain',
  coin: 'Coin',
  side: 'Side',
  sides: { any: 'Sent or received', from: 'Sent to us', to: 'Received from us' },
  account: 'Account',
  from: 'Placed from',
  until: 'Placed until',
  clear: 'Clear the filters',
  export: 'Export as CSV',
  exportHint: (most: string) => `What the filters find, at most ${most} orders`,
  order: 'Order',
  placed: 'Placed',
  sends: 'Sends',
  receives: 'Receives',
  of: (came: string) => `${came} of`,
  agreed: 'agreed:',
  notPaid: 'not paid',
  notDecided: 'not decided',
  value: 'Value, USDT',
  mode: 'Price',
  modes: { float: 'market', fixed: 'fixed' },
  decided: (resolution: string) => `decided: ${resolution}`,
  none: 'No order is like that.',
  noneSoFar: 'None so far among the orders that were looked through.',
  newer: (n: number) => (n === 1 ? 'Show 1 new order' : `Show ${n.toLocaleString('en')} new orders`),
  shown: (n: number) => (n === 1 ? '1 order shown' : `${n.toLocaleString('en')} orders shown`),
};
