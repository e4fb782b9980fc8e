import type { Message } from '@swapdesk/contract';

/** A request that is answered with one of the interface's messages instead of what it asked for. Not a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reply: Message;
  /** Fields that stand beside code and msg, already in wire form. */
  readonly data: Readonly<Record<string, string>> | undefined;

  constructor(reply: Message, data?: Readonly<Record<string, string>>) {
    super(reply);
    this.reply = reply;
    this.data = data;
  }
}
