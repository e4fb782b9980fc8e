import { access } from './console/access.ts';
import { affiliates } from './console/affiliates.ts';
import { alarms } from './console/alarms.ts';
import { assets } from './console/assets.ts';
import { audit } from './console/audit.ts';
import { chains } from './console/chains.ts';
import { figures } from './console/figures.ts';
import { frame } from './console/frame.ts';
import { hedging } from './console/hedging.ts';
import { hold } from './console/hold.ts';
import { operators } from './console/operators.ts';
import { order } from './console/order.ts';
import { orders } from './console/orders.ts';
import { overview } from './console/overview.ts';
import { payments } from './console/payments.ts';
import { prices } from './console/prices.ts';
import { profit } from './console/profit.ts';
import { proposals } from './console/proposals.ts';
import { queue } from './console/queue.ts';
import { session } from './console/session.ts';
import { settings } from './console/settings.ts';
import { site } from './console/site.ts';
import { treasury } from './console/treasury.ts';
import { upkeep } from './console/upkeep.ts';
import { webhooks } from './console/webhooks.ts';
import { shell } from './shell.ts';

/** Words of the interface that operators read; one that is not here is shown as it came. */
type Words = Readonly<Record<string, string>>;

const statuses: Words = {
  '1': 'Waiting for payment',
  '2': 'Payment seen',
  '3': 'Exchanging',
  '4': 'Completed',
  '5': 'Refunded',
  '7': 'Frozen',
  '8': 'Expired',
  '9': 'Abandoned',
};

const freezeReasons: Words = {
  LESS: 'too little arrived',
  MORE: 'too much arrived',
  LIMIT: 'outside the limits',
  LATE: 'paid too late',
  SCREENING: 'screening',
  OPERATOR: 'by an operator',
};

const roles: Words = { viewer: 'Viewer', support: 'Support', admin: 'Admin' };

const console = {
  statuses,
  freezeReasons,
  roles,

  loading: 'Loading…',
  again: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  change: 'Change',
  more: 'Show more',
  when: 'When',
  what: 'What',
  before: 'Before',
  after: 'After',
  nothing: 'nothing',
  on: 'on',
  off: 'off',
  all: 'All',
  explorerOf: (what: string) => `Look at ${what} in an explorer`,
  copyOf: (name: string) => `Copy ${name}`,
  refused: (message: string) => `The service refused: ${message}.`,
  broken: 'Something went wrong in this page. Load it again.',
  recordedAs: (name: string) => `Recorded in the audit log as ${name}.`,
  reason: 'Reason',
  reasonHint: 'For the audit log: whoever looks at this later should understand it.',
  shownOnce: 'This is shown only now. Nobody can look it up later, we neither.',
  kept: 'I have kept it',
  typed: {
    none: 'This is no amount.',
    either: (typed: string, thousands: string, decimals: string) =>
      `${typed} could be two amounts. Write ${thousands}, or ${decimals}.`,
    understood: (amount: string) => `Understood: ${amount}.`,
    change: (before: string, after: string) => `From ${before} to ${after}.`,
  },

  frame,
  session,
  overview,
  alarms,
  queue,
  orders,
  order,
  assets,
  prices,
  proposals,
  chains,
  hold,
  treasury,
  profit,
  figures,
  access,
  affiliates,
  payments,
  hedging,
  upkeep,
  webhooks,
  operators,
  audit,
  settings,
  site,
};

/** The texts of the operators' console. Apart from those in `en.ts`, because shoppers never load them. */
export const texts = { shell, console };
