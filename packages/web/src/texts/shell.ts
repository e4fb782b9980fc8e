/** What stands around every page, and on parts that all pages use. */
export const shell = {
  name: 'Swapdesk',
  skip: 'Skip to the content',
  navigation: 'Pages',
  orders: 'My orders',
  docs: 'API',
  testBadge: 'Test networks',
  testMoney: 'Test networks: this money is not real. Every coin here is worth nothing.',
  selfHosted: 'Swapdesk, a self-hosted exchange service.',
  language: 'Language',
  banner: {
    title: 'From the operator',
    close: 'Close the announcement',
    maintenance: 'Work is being done on this service. Orders that are paid go on as soon as it is over.',
    until: (time: string) => `Until ${time}.`,
  },
  foot: {
    title: 'About this service',
    fees: 'Fees',
    status: 'Status',
    questions: 'Questions',
    request: 'Payment links',
    affiliate: 'For partners',
    support: 'Support',
    terms: 'Terms',
    privacy: 'Privacy',
  },
  /** In a frame of somebody else's page. */
  widget: {
    another: 'Make another swap',
    ownTab: 'Open in a tab of its own',
    back: (code: string) => `Back to order ${code}`,
  },
  theme: { light: 'Light theme', dark: 'Dark theme' },
  /** A coin on a chain. */
  asset: (coin: string, chain: string) => `${coin} on ${chain}`,
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  unreachable: 'The service cannot be reached. Check your connection.',
  nothingToExchange: 'Nothing can be exchanged here at the moment. Orders that were placed go on.',
};
