/** A page of the console, and a text that it shows once it is there. */
interface ConsolePage {
  readonly path: string;
  readonly picture: string;
  readonly shows: string;
}

/** Every page of the console but that of an order. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { path: '', picture: 'console-overview', shows: 'Treasury against targets' },
  { path: '/alarms', picture: 'console-alarms', shows: 'What was' },
  { path: '/queue', picture: 'console-queue', shows: 'Frozen orders' },
  { path: '/orders', picture: 'console-orders', shows: 'shown' },
  { path: '/proposals', picture: 'console-proposals', shows: 'To be confirmed' },
  { path: '/assets', picture: 'console-assets', shows: 'Transfer costs' },
  { path: '/prices', picture: 'console-prices', shows: 'fresh' },
  { path: '/chains', picture: 'console-chains', shows: 'Leases' },
  { path: '/treasury', picture: 'console-treasury', shows: 'Only what is free can be taken out.' },
  { path: '/payments', picture: 'console-payments', shows: 'not confirmed yet' },
  { path: '/hedging', picture: 'console-hedging', shows: 'Held at venues' },
  { path: '/figures', picture: 'console-figures', shows: 'days in your time zone' },
  { path: '/profit', picture: 'console-profit', shows: 'Result by day, USDT' },
  { path: '/hold', picture: 'console-hold', shows: 'The desk is not held.' },
  { path: '/access', picture: 'console-access', shows: 'API keys' },
  { path: '/affiliates', picture: 'console-affiliates', shows: 'Codes and rates' },
  { path: '/webhooks', picture: 'console-webhooks', shows: 'Make a webhook' },
  { path: '/operators', picture: 'console-operators', shows: 'enrolled' },
  { path: '/audit', picture: 'console-audit', shows: 'operator create' },
  { path: '/upkeep', picture: 'console-upkeep', shows: 'Looking again' },
  { path: '/settings', picture: 'console-settings', shows: 'What it is' },
  { path: '/site', picture: 'console-site', shows: 'What was said before' },
  { path: '/you', picture: 'console-you', shows: 'What you have done' },
];
