import type { Change } from '@swapdesk/contract';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';
import { statusText } from '../parts/status.tsx';
import type { File } from './order-file.ts';

/** One line of an order's history. */
export interface HistoryEvent {
  readonly key: string;
  readonly kind: 'status' | 'act' | 'note';
  /** Unix seconds, as on the wire. */
  readonly at: string;
  readonly title: string;
  readonly text: string;
  readonly changes: readonly Read<Change>[];
}

/** Changes of status, acts of operators and notes as one story, newest first. A note's own act would tell it twice. */
export function eventsOf({ history, acts, notes }: Pick<File, 'history' | 'acts' | 'notes'>): HistoryEvent[] {
  const words = texts.console.order;
  const all: HistoryEvent[] = [
    ...history.map(({ at, from_status, to_status, reason }, n) => ({
      key: `status ${n}`,
      kind: 'status' as const,
      at,
      title: words.changed(statusText(from_status), statusText(to_status)),
      text: reason,
      changes: [],
    })),
    ...acts
      .filter(({ act }) => act !== 'order note')
      .map(({ id, at, act, actor, via, changes }) => ({
        key: `act ${id}`,
        kind: 'act' as const,
        at,
        title: act,
        text: words.actedBy(actor, via),
        changes,
      })),
    ...notes.map(({ at, operator, text }, n) => ({
      key: `note ${n}`,
      kind: 'note' as const,
      at,
      title: words.noteBy(operator),
      text,
      changes: [],
    })),
  ];
  return all.sort((one, other) => Number(other.at) - Number(one.at));
}
