import { MESSAGE, type Message } from '@swapdesk/contract';
import type { Logger } from 'pino';
import { addressScope } from '../access/address-scope.ts';

/** What tells of somebody who tries what they may not. Not among it: what everybody is told who has yet to sign in. */
const TOLD: ReadonlySet<Message> = new Set([
  MESSAGE.badCredentials,
  MESSAGE.signatureV2Required,
  MESSAGE.keyRequired,
  MESSAGE.manageCodeWrong,
  MESSAGE.signInRefused,
  MESSAGE.forbidden,
  MESSAGE.notFromConsole,
  MESSAGE.onlyThisMachine,
  MESSAGE.tooManyRequests,
]);
/** A pair of facts that is not enough is somebody who has lost their order, or who looks for another's. */
const FINDS = /\/order\/find$/;
const TELL_AGAIN_MS = 60_000;
/** Callers that are told of by themselves within a minute; of all others together it is said how often. */
const MOST_CALLERS = 100;
const LONGEST_PATH = 200;

/** A request that was refused: nothing of it that is secret. */
export interface Refused {
  readonly why: Message;
  readonly address: string;
  /** The API key that was named, if there is one of that name: anything else may be a secret in the wrong place. */
  readonly key?: string | undefined;
  readonly method: string;
  /** Without the query string, which may hold codes. */
  readonly path: string;
  readonly requestId: string;
  /** Of a request that is told of. */
  readonly traceId?: string | undefined;
}

/** Writes refused requests to the log: each caller's first at once, and how many more there were when the minute is over. */
export class RefusalLog {
  private readonly log: Logger;
  private readonly seen = new Map<string, { readonly first: Refused; more: number }>();
  private others = 0;
  private ending: NodeJS.Timeout | null = null;

  constructor(log: Logger) {
    this.log = log;
  }

  note(refused: Refused): void {
    const { why, address, key, path } = refused;
    if (!TOLD.has(why) && !(why === MESSAGE.orderNotFound && FINDS.test(path))) return;
    this.ending ??= setTimeout(() => this.tellMore(), TELL_AGAIN_MS).unref();
    const caller = `${why} ${key ?? addressScope(address)}`;
    const known = this.seen.get(caller);
    if (known !== undefined) known.more++;
    else if (this.seen.size >= MOST_CALLERS) this.others++;
    else {
      const first = { ...refused, path: path.slice(0, LONGEST_PATH) };
      this.seen.set(caller, { first, more: 0 });
      this.log.warn(first, 'a request was refused');
    }
  }

  /** Tells what was only counted so far, and begins anew. */
  tellMore(): void {
    if (this.ending !== null) clearTimeout(this.ending);
    this.ending = null;
    for (const { first, more } of this.seen.values()) {
      const { why, address, key } = first;
      if (more > 0) this.log.warn({ why, address, key, more }, 'more requests like it were refused');
    }
    if (this.others > 0) this.log.warn({ more: this.others }, 'requests of yet other callers were refused');
    this.seen.clear();
    this.others = 0;
  }
}
