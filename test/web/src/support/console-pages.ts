/** A page of the console: the name that the navigation has for it, and a text that it shows once it is there. */
export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  readonly picture: string;
  readonly shows: string;
}

/** Every page of the console that the navigation leads to, and the operator's own. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { name: 'Overview', path: '', picture: 'console-overview', shows: 'Treasury against targets' },
  { name: 'Orders', path: '/orders', picture: 'console-orders', shows: 'shown' },
  { name: 'Assets', path: '/assets', picture: 'console-assets', shows: 'Transfer costs' },
  { name: 'Prices', path: '/prices', picture: 'console-prices', shows: 'fresh' },
  { name: 'Chains', path: '/chains', picture: 'console-chains', shows: 'Leases' },
  { name: 'Keys and codes', path: '/access', picture: 'console-access', shows: 'API keys' },
  { name: 'Operators', path: '/operators', picture: 'console-operators', shows: 'enrolled' },
  { name: 'Audit log', path: '/audit', picture: 'console-audit', shows: 'operator create' },
  { name: 'Settings', path: '/settings', picture: 'console-settings', shows: 'What it is' },
  { name: 'You', path: '/you', picture: 'console-you', shows: 'What you have done' },
];
