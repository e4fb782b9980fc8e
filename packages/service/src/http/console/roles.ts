import type { OperatorRole } from '@swapdesk/contract';

/** Who may call: whoever comes, any operator who is signed in, or one with at least that role. */
export type Least = 'anyone' | OperatorRole;

/** The one place that says who may do what in the console. An endpoint that is not named here does not exist. */
export const LEAST_ROLE: Readonly<Record<string, Least>> = {
  'POST /session/login': 'anyone',
  'POST /session/enrol': 'anyone',
  'GET /session': 'viewer',
  'GET /session/acts': 'viewer',
  'POST /session/sign-out': 'viewer',
  'POST /session/sign-out-everywhere': 'viewer',
  'POST /session/password': 'viewer',
  'POST /session/recovery-codes': 'viewer',

  'GET /overview': 'viewer',
  'GET /overview/figures': 'viewer',

  'GET /queue': 'viewer',
  'POST /queue/preview': 'viewer',
  'POST /queue/give-back': 'support',
  'POST /losses/acknowledge': 'support',

  'GET /orders': 'viewer',
  'GET /orders/find': 'viewer',
  'GET /orders/export': 'support',
  'GET /order': 'viewer',
  'POST /order/preview': 'viewer',
  'POST /order/freeze': 'support',
  'POST /order/release': 'support',
  'POST /order/refund': 'support',
  'POST /order/retry': 'support',
  'POST /order/note': 'support',
  'POST /order/redirect': 'support',
  'POST /order/redirect/preview': 'support',
  'POST /order/refund-entry': 'support',
  'POST /order/refund-entry/preview': 'support',

  'GET /proposals': 'viewer',
  'POST /proposals/confirm': 'support',
  'POST /proposals/withdraw': 'support',

  'GET /assets': 'viewer',
  'POST /assets/preview': 'viewer',
  'POST /assets/set': 'admin',
  'GET /settings': 'viewer',
  'POST /settings/set': 'admin',
  'GET /prices': 'viewer',
  'POST /prices/confirm': 'admin',
  'GET /chains': 'viewer',
  'POST /chains/set': 'admin',
  'POST /halts/set': 'admin',
  'POST /halts/clear': 'admin',
  'GET /signing': 'viewer',
  'POST /signing/stop': 'admin',
  'POST /signing/go': 'admin',

  'GET /accounts': 'viewer',
  'POST /accounts/set': 'admin',
  'GET /keys': 'admin',
  'POST /keys/create': 'admin',
  'POST /keys/revoke': 'admin',
  'GET /refcodes': 'viewer',
  'POST /refcodes/create': 'admin',
  'POST /refcodes/revoke': 'admin',

  'GET /operators': 'admin',
  'POST /operators/create': 'admin',
  'POST /operators/role': 'admin',
  'POST /operators/reset': 'admin',
  'POST /operators/disable': 'admin',
  'POST /operators/enable': 'admin',
  'GET /audit': 'admin',
};
