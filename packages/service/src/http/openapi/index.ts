import type { Endpoint, StreamEndpoint } from '../endpoint.ts';
import { accountEvents } from './account-events.ts';
import { accountStream } from './account-stream.ts';
import { AFFILIATE_OWN_ENDPOINTS } from './affiliate.ts';
import { assetList, assetsByChain } from './assets.ts';
import { calculate } from './calculate.ts';
import { cancelOrder } from './cancel.ts';
import { durations } from './durations.ts';
import { findOrder } from './find.ts';
import { orderList } from './list.ts';
import { orderEvents } from './order-events.ts';
import { PAYOUT_ADDRESS_ENDPOINTS } from './payout-address.ts';
import { placeOrder } from './place.ts';
import { recentPrices } from './prices.ts';
import { queryOrder } from './query.ts';
import { refcodeOrderList } from './refcode-list.ts';
import { resolveOrder } from './resolve.ts';
import { serviceInfo } from './service.ts';
import { validateAddress } from './validate-address.ts';
import { WEBHOOK_ENDPOINTS } from './webhooks/manage.ts';
import { WEBHOOK_PAUSE_ENDPOINTS } from './webhooks/pause.ts';
import { WEBHOOK_WATCH_ENDPOINTS } from './webhooks/watch.ts';

/** Every endpoint of the interface, in the order of its document; our additions last. */
export const ENDPOINTS: readonly (Endpoint | StreamEndpoint)[] = [
  calculate,
  placeOrder,
  queryOrder,
  orderList,
  refcodeOrderList,
  assetList,
  assetsByChain,
  recentPrices,
  validateAddress,
  findOrder,
  resolveOrder,
  cancelOrder,
  orderEvents,
  accountEvents,
  accountStream,
  ...WEBHOOK_ENDPOINTS,
  ...WEBHOOK_PAUSE_ENDPOINTS,
  ...WEBHOOK_WATCH_ENDPOINTS,
  ...AFFILIATE_OWN_ENDPOINTS,
  ...PAYOUT_ADDRESS_ENDPOINTS,
  durations,
  serviceInfo,
];
