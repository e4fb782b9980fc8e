import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Hold } from '../engine/hold/hold.ts';
import type { Store } from '../store/open-store.ts';

/** What a node does: serve requests, serve operators alone, work in the background, or all of it. */
export type Role = 'all' | 'api' | 'console' | 'engine';

/** The command by which each is started. */
export const COMMAND: Readonly<Record<Role, string>> = {
  all: 'start',
  api: 'api',
  console: 'console',
  engine: 'engine',
};

/** Whether it works in the background: then it holds keys, or asks who does. */
export function isWorking(role: Role): boolean {
  return role === 'all' || role === 'engine';
}

/** A node that runs. */
export interface Desk {
  /** Where it serves; null for an engine. */
  readonly url: string | null;
  readonly isOpen: boolean;
  /** Where the console is; null: below `url`. */
  readonly consoleUrl: string | null;
  /** The body of a quote to try; null if there is none to be had. */
  readonly sample: string | null;
  /** Why it is held; null if it works. */
  readonly hold: Hold | null;
  readonly store: Store;
  /** Resolves with the reason when this node cannot go on. */
  readonly died: Promise<string>;
  /** Resolves with the reason when the store has moved on beyond what this node bears: it promises and moves nothing more. */
  readonly outgrown: Promise<string>;
  /** Looks at once whether there is something to do, on every chain. */
  hurry(): void;
  /** Lets whoever sends requests here notice that it will stop; all that come are answered. Resolves when it is time to stop. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export interface DeskOptions {
  readonly config: Config;
  readonly role: Role;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Says a line to whoever watches. */
  readonly tell: (line: string) => void;
}
