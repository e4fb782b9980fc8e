import type { Message, Problem } from '@swapdesk/contract';

/** A request that is answered with one of the interface's messages instead of what it asked for. Not a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reply: Message;
  /** Fields that stand beside code and msg, already in wire form. */
  readonly data: Readonly<Record<string, string>> | undefined;
  /** All that is wrong with the request, for programs; absent: nobody has looked. */
  readonly problems: readonly Problem[] | undefined;

  constructor(reply: Message, data?: Readonly<Record<string, string>>, problems?: readonly Problem[]) {
    super(reply);
    this.reply = reply;
    this.data = data;
    this.problems = problems;
  }
}
