import type { ConsoleSetting } from '@swapdesk/contract';
import type { Read } from '../api/read.ts';

export type Setting = Read<ConsoleSetting>;

/** What a setting is, as a sentence begins. */
export function aboutText({ about }: Pick<Setting, 'about'>): string {
  return about.charAt(0).toUpperCase() + about.slice(1);
}
