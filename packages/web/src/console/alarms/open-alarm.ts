import type { Alarm } from '@swapdesk/contract';
import { texts } from '../../texts/console.ts';
import type { Read } from '../api/read.ts';

export type Alarming = Read<Alarm>;

/** Whether nobody wants to hear of it now. */
export function isPutOff({ snoozed_until }: Pick<Alarming, 'snoozed_until'>, now: number): boolean {
  return Number(snoozed_until) * 1_000 > now;
}

/** The title of the page where something can be done about it, as the navigation has it. */
export function pageTitle(page: string): string {
  const name = /^\/(\w*)/.exec(page)?.[1] ?? '';
  const { pages } = texts.console.frame;
  const title = (pages as Readonly<Record<string, unknown>>)[name === '' ? 'overview' : name];
  return typeof title === 'string' ? title : page;
}
