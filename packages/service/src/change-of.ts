import type { Change } from '@swapdesk/contract';

/** A change for the audit log; none where nothing changed. */
export function changeOf(what: string, before: unknown, after: unknown): Change[] {
  const [from, to] = [textOf(before), textOf(after)];
  return from === to ? [] : [{ what, before: from, after: to }];
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
