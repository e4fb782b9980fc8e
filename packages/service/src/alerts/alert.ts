/** Something that is wrong, in doctor's words. */
export interface Alarm {
  /** Its name: two of the same name are one. */
  readonly what: string;
  readonly facts: string;
  readonly advice: string;
}

/** An alarm as it is remembered for one channel. */
export interface StoredAlert extends Alarm {
  readonly since: number;
  /** When it was last seen. */
  readonly seenAt: number;
  /** 0: not yet. */
  readonly toldAt: number;
  readonly times: number;
  /** Since when it is not seen any more; 0: it lasts. */
  readonly endedAt: number;
}

export const NOTICE = { began: 'began', lasts: 'lasts', over: 'over', trial: 'trial' } as const;
export type NoticeKind = (typeof NOTICE)[keyof typeof NOTICE];

/** What is told of an alarm. */
export interface Notice extends Alarm {
  /** The same however often it is tried, so that whoever gets it twice knows. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly since: number;
  /** When it was over, or else when it is told. */
  readonly at: number;
}

/** A way to tell people. */
export interface Channel {
  readonly name: string;
  /** So many notices go into one message. */
  readonly most: number;
  /** Tells, and says how that went; throws a `NotTold`. */
  send(notices: readonly Notice[], stopping?: AbortSignal): Promise<string>;
}

/** Nobody was told, and why: in words that hold nothing secret, and nothing that others wrote. */
export class NotTold extends Error {
  override readonly name = 'NotTold';
}

/** What doctor calls a channel. No channel tells of itself: as long as it is wrong it could not. */
export function channelFinding(name: string): string {
  return `alerts: ${name}`;
}
