import { ACCESS_ENDPOINTS } from './access.ts';
import { ASSET_ENDPOINTS } from './assets.ts';
import { AUDIT_ENDPOINTS } from './audit.ts';
import { BOOK_ENDPOINTS } from './books.ts';
import { CHAIN_ENDPOINTS } from './chains.ts';
import type { Download } from './download.ts';
import type { ConsoleEndpoint } from './endpoint.ts';
import { exportOrders } from './export-orders.ts';
import { PROFIT_DOWNLOADS } from './export-profit.ts';
import { FEE_ENDPOINTS } from './fees.ts';
import { HOLD_ENDPOINTS } from './hold.ts';
import { OPERATOR_ENDPOINTS } from './operators.ts';
import { ORDER_ENDPOINTS } from './order.ts';
import { ORDERS_ENDPOINTS } from './orders.ts';
import { OVERVIEW_ENDPOINTS } from './overview.ts';
import { PRICE_ENDPOINTS } from './prices.ts';
import { PROFIT_ENDPOINTS } from './profit.ts';
import { PROPOSAL_ENDPOINTS } from './proposals.ts';
import { QUEUE_ENDPOINTS } from './queue.ts';
import { SESSION_ENDPOINTS } from './session.ts';
import { SETTING_ENDPOINTS } from './settings.ts';
import { SITE_ENDPOINTS } from './site.ts';
import { TREASURY_ENDPOINTS } from './treasury.ts';

/** Every endpoint of the console. */
export const CONSOLE_ENDPOINTS: readonly ConsoleEndpoint[] = [
  ...SESSION_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...QUEUE_ENDPOINTS,
  ...ORDERS_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...PROPOSAL_ENDPOINTS,
  ...ASSET_ENDPOINTS,
  ...SETTING_ENDPOINTS,
  ...SITE_ENDPOINTS,
  ...FEE_ENDPOINTS,
  ...PRICE_ENDPOINTS,
  ...CHAIN_ENDPOINTS,
  ...HOLD_ENDPOINTS,
  ...BOOK_ENDPOINTS,
  ...TREASURY_ENDPOINTS,
  ...PROFIT_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
];

/** Every file that the console gives. */
export const DOWNLOADS: readonly Download[] = [exportOrders, ...PROFIT_DOWNLOADS];
