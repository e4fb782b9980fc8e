import type { CallerNotice } from '../access/shared-limits.ts';
import type { OwnFigures } from '../observe/own-figures.ts';
import type { ConnectionConfig } from '../store/database.ts';
import type { ProgramVersion } from '../store/program-version.ts';

/** What a worker needs to know before it begins. */
export interface Beginning {
  readonly connection: ConnectionConfig;
  /** How many there are. */
  readonly workers: number;
  /** What looks after it: whoever is something else is of no use to it. */
  readonly program: ProgramVersion;
}

/** Where a worker serves. */
export interface ServedAt {
  readonly url: string;
  readonly consoleUrl: string | null;
}

export type ToWorker =
  | { readonly say: 'begin'; readonly beginning: Beginning }
  | { readonly say: 'drain' }
  | { readonly say: 'end' }
  | { readonly say: 'heard'; readonly notices: readonly CallerNotice[] }
  | { readonly say: 'tell figures'; readonly ask: number }
  /** The answer to a wish for the page; null if it could not be read. */
  | { readonly say: 'page'; readonly ask: number; readonly text: string | null };

export type ToSupervisor =
  /** It hears. */
  | { readonly say: 'here'; readonly program: ProgramVersion }
  /** It is not stuck: said again and again. */
  | { readonly say: 'alive' }
  | { readonly say: 'up'; readonly place: ServedAt }
  /** It cannot start. `isExpected`: the operator can mend that. */
  | { readonly say: 'cannot start'; readonly why: string; readonly isExpected: boolean }
  | { readonly say: 'limits'; readonly notice: CallerNotice }
  | { readonly say: 'figures'; readonly ask: number; readonly figures: OwnFigures }
  | { readonly say: 'read page'; readonly ask: number };
