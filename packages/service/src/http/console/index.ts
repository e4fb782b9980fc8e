import { ACCESS_ENDPOINTS } from './access.ts';
import { AFFILIATE_DOWNLOADS, AFFILIATE_ENDPOINTS } from './affiliates.ts';
import { ALARM_ENDPOINTS } from './alarms.ts';
import { ASSET_ENDPOINTS } from './assets.ts';
import { AUDIT_ENDPOINTS } from './audit.ts';
import { BOOK_ENDPOINTS } from './books.ts';
import { CHAIN_ENDPOINTS } from './chains.ts';
import type { Download } from './download.ts';
import type { ConsoleEndpoint } from './endpoint.ts';
import { exportOrders } from './export-orders.ts';
import { PROFIT_DOWNLOADS } from './export-profit.ts';
import { FEE_ENDPOINTS } from './fees.ts';
import { HEDGING_ENDPOINTS } from './hedging.ts';
import { HOLD_ENDPOINTS } from './hold.ts';
import { OPERATOR_ENDPOINTS } from './operators.ts';
import { ORDER_ENDPOINTS } from './order.ts';
import { ORDERS_ENDPOINTS } from './orders.ts';
import { OVERVIEW_ENDPOINTS } from './overview.ts';
import { PAYMENT_ENDPOINTS } from './payments.ts';
import { PRICE_ENDPOINTS } from './prices.ts';
import { PROFIT_ENDPOINTS } from './profit.ts';
import { PROPOSAL_ENDPOINTS } from './proposals.ts';
import { QUEUE_ENDPOINTS } from './queue.ts';
import { SESSION_ENDPOINTS } from './session.ts';
import { SETTING_ENDPOINTS } from './settings.ts';
import { SITE_ENDPOINTS } from './site.ts';
import { TREASURY_ENDPOINTS } from './treasury.ts';
import { FIGURE_DOWNLOADS, FIGURE_ENDPOINTS } from './turnover.ts';
import { UPKEEP_ENDPOINTS } from './upkeep.ts';
import { WEBHOOK_ENDPOINTS } from './webhooks.ts';

/** Every endpoint of the console. */
export const CONSOLE_ENDPOINTS: readonly ConsoleEndpoint[] = [
  ...SESSION_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...ALARM_ENDPOINTS,
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
  ...FIGURE_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...AFFILIATE_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...HEDGING_ENDPOINTS,
  ...UPKEEP_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
];

/** Every file that the console gives. */
export const DOWNLOADS: readonly Download[] = [
  exportOrders,
  ...PROFIT_DOWNLOADS,
  ...FIGURE_DOWNLOADS,
  ...AFFILIATE_DOWNLOADS,
];
