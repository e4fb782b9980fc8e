import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Text, Whole } from '../schema.ts';
import { AuditEntry, cursor, Next } from './common.ts';

/** GET /audit: every act, newest first. */
export const AuditRequest = Type.Object({
  actor: Type.Optional(Text({ minLength: 1, maxLength: 64 })),
  act: Type.Optional(Text({ minLength: 1, maxLength: 64 }, { description: 'e.g. "order freeze"' })),
  subject: Type.Optional(Text({ minLength: 1, maxLength: 128 }, { description: 'e.g. an order number' })),
  cursor,
  page_size: Type.Optional(Whole({ minimum: 1, maximum: 500 }, { default: 50 })),
});
export type AuditRequest = Static<typeof AuditRequest>;
export const AuditResponse = Envelope({
  data: Type.Object({ entries: Type.Array(AuditEntry), next: Next }),
});
export type AuditData = Static<typeof AuditResponse>['data'];
