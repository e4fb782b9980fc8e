import cluster from 'node:cluster';
import type { CallerNotice } from '../access/shared-limits.ts';
import type { OwnFigures } from '../observe/own-figures.ts';
import { StartupError } from '../startup-error.ts';
import { programVersion } from '../store/program-version.ts';
import type { Beginning, ServedAt, ToSupervisor, ToWorker } from './messages.ts';
import { Questions } from './questions.ts';
import { LOOK_MS } from './silences.ts';

const PAGE_MS = 15_000;
/** Tells a process that it is a worker of ours: others start programs by `node:cluster` too. */
export const WORKER_VARIABLE = 'SWAPDESK_WORKER';

export function isWorker(env: Readonly<Record<string, string | undefined>>): boolean {
  return cluster.isWorker && env[WORKER_VARIABLE] !== undefined;
}

/** What a worker does when it is told to. */
export interface Duties {
  drain(): void;
  hear(notices: readonly CallerNotice[]): void;
  figures(): Promise<OwnFigures>;
}

/** A worker's side of what it has in common with the others. */
export interface Seat {
  readonly beginning: Beginning;
  /** Resolves when it is to end: it was told to, or nobody looks after it any more. */
  readonly ended: Promise<void>;
  tell(notice: CallerNotice): void;
  /** The figures of the whole node. */
  readPage(): Promise<string>;
  up(place: ServedAt, duties: Duties): void;
  cannotStart(error: unknown): Promise<void>;
}

/** Takes its seat. Signals are for whoever looks after it, and reach it only because they reach all. */
export async function takeSeat(): Promise<Seat> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
  const pages = new Questions<string>();
  let duties: Duties | null = null;
  let begin: (beginning: Beginning) => void;
  const begun = new Promise<Beginning>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    leaveGently(resolve);
    process.on('message', (message: ToWorker) => {
      if (message.say === 'begin') begin(message.beginning);
      else if (message.say === 'drain') duties?.drain();
      else if (message.say === 'end') resolve();
      else if (message.say === 'heard') duties?.hear(message.notices);
      else if (message.say === 'page') pages.answer(message.ask, message.text);
      else if (message.say === 'tell figures') {
        const { ask } = message;
        void duties?.figures().then((figures) => send({ say: 'figures', ask, figures }));
      }
    });
  });
  // Before it has begun there is nothing to finish.
  void ended.then(() => {
    if (duties === null) process.exit(0);
  });
  send({ say: 'here', program: await programVersion() });
  setInterval(() => send({ say: 'alive' }), LOOK_MS).unref();
  return {
    beginning: await begun,
    ended,
    tell: (notice) => send({ say: 'limits', notice }),
    readPage: async () => {
      const page = await pages.ask((ask) => send({ say: 'read page', ask }), PAGE_MS);
      if (page === null) throw new Error('the figures could not be read');
      return page;
    },
    up: (place, todo) => {
      duties = todo;
      send({ say: 'up', place });
    },
    cannotStart: (error) => {
      const isExpected = error instanceof StartupError;
      const why = isExpected ? error.message : String((error as Error)?.stack ?? error);
      return new Promise((resolve) => send({ say: 'cannot start', why, isExpected }, resolve));
    },
  };
}

/** Node would end a worker in the midst of its answers when the one who looks after it is gone. */
function leaveGently(left: () => void): void {
  cluster.worker?.once('disconnect', () => {
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
    left();
  });
}

function send(message: ToSupervisor, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => sent());
  else sent();
}
