/** What an API key may be used for: to ask for prices; to place orders; to read its account's orders and events; to act on orders, set up webhooks and name where commissions are paid. */
export const KEY_SCOPES = ['quote', 'place', 'read', 'manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
