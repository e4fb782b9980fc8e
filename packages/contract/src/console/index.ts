/** The operators' console: what travels between its pages and the service. */
export * from './access.ts';
export * from './assets.ts';
export * from './audit.ts';
export * from './books.ts';
export * from './chains.ts';
export * from './common.ts';
export * from './hold.ts';
export * from './operators.ts';
export * from './order.ts';
export * from './orders.ts';
export * from './overview.ts';
export * from './prices.ts';
export * from './proposals.ts';
export * from './queue.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './treasury.ts';
