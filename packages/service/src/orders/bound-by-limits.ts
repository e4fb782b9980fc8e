/**
 * Whether limits let a client have what came exchanged: `exceeded`, only an operator does; `waived`, one has decided to. The word
 * of `orders.limits`.
 */
export const LIMITS = { kept: 'kept', exceeded: 'exceeded', waived: 'waived' } as const;
export type BoundByLimits = (typeof LIMITS)[keyof typeof LIMITS];
