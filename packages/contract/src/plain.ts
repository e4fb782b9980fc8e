/** What of the wire needs neither schemas nor Node: for pages, which load no more than they use. */
export * from './decimal.ts';
export * from './formula.ts';
export * from './key-scopes.ts';
export * from './manage-code.ts';
export * from './messages.ts';
export * from './parse-json.ts';
export * from './promised.ts';
export * from './query-code.ts';
export * from './status.ts';
