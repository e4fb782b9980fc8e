/** The wire of Swapdesk and nothing else: what travels, in which words. */
export * from './address-faults.ts';
export * from './console/index.ts';
export * from './decimal.ts';
export * from './endpoints/account-events.ts';
export * from './endpoints/assets.ts';
export * from './endpoints/calculate.ts';
export * from './endpoints/durations.ts';
export * from './endpoints/events.ts';
export * from './endpoints/exchange.ts';
export * from './endpoints/find.ts';
export * from './endpoints/list.ts';
export * from './endpoints/order.ts';
export * from './endpoints/paging.ts';
export * from './endpoints/place.ts';
export * from './endpoints/query.ts';
export * from './endpoints/refcode-list.ts';
export * from './endpoints/resolve.ts';
export * from './endpoints/service.ts';
export * from './endpoints/testnet.ts';
export * from './endpoints/webhooks.ts';
export * from './envelope.ts';
export * from './factors.ts';
export * from './formula.ts';
export * from './key-scopes.ts';
export * from './manage-code.ts';
export * from './messages.ts';
export * from './parse-json.ts';
export * from './problems.ts';
export * from './promised.ts';
export * from './query-code.ts';
export * from './schema.ts';
export * from './serialize.ts';
export * from './signature.ts';
export * from './status.ts';
export * from './widget.ts';

/** What is served: the date of the last change to the interface. Sent as the Api-Version header. */
export const API_VERSION = '2026-11-19';
