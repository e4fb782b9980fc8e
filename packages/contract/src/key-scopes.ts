/** What an API key may be used for: to ask for prices; to place orders; to read its account's orders and events; to act on orders and set up webhooks. */
export const KEY_SCOPES = ['quote', 'place', 'read', 'manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
