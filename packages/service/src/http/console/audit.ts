import { AuditRequest, AuditResponse, MESSAGE } from '@swapdesk/contract';
import { readAudit } from '../../operators/audit.ts';
import { Refusal } from '../../refusal.ts';
import { consoleEndpoint } from './endpoint.ts';

const PAGE_SIZE = 50;

const audit = consoleEndpoint({
  method: 'GET',
  path: '/audit',
  request: AuditRequest,
  response: AuditResponse,
  changes: false,
  async handle({ database }, { params: { actor, act, subject, cursor, page_size } }) {
    const size = page_size?.toInteger() ?? PAGE_SIZE;
    const before = cursor === undefined || cursor === '' ? undefined : readCursor(cursor);
    // One more than is shown, to know whether there are more.
    const entries = await readAudit(database, { actor, act, subject, before }, size + 1);
    const next = entries.length > size ? String(entries[size - 1]?.id) : null;
    return { data: { entries: entries.slice(0, size), next } };
  },
});

export const AUDIT_ENDPOINTS = [audit];

function readCursor(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Refusal(MESSAGE.incorrectParameters);
  return Number(text);
}
