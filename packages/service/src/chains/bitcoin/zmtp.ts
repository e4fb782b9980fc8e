/**
 * The little of ZeroMQ's wire protocol (ZMTP 3.0, without security) that a subscriber needs. The library has native
 * parts, and all that we want of it is to be woken.
 */

const GREETING_BYTES = 64;
const MORE = 1;
const LONG = 2;
const COMMAND = 4;
/** Hashes have 32 bytes; a longer frame is not what was subscribed to. */
const MAX_FRAME_BYTES = 1_000;

interface Frame {
  readonly flags: number;
  readonly body: Buffer;
}

/** What each side says first: signature, version 3.0, the mechanism NULL, and that it is no server. */
export function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0]);
  bytes.write('NULL', 12, 'latin1');
  return bytes;
}

/** What a subscriber says next. */
export function readyToSubscribe(): Buffer {
  const property = Buffer.concat([lengthAndText('Socket-Type'), Buffer.of(0, 0, 0, 3), Buffer.from('SUB')]);
  return frame(COMMAND, Buffer.concat([lengthAndText('READY'), property]));
}

export function subscription(topic: string): Buffer {
  return frame(0, Buffer.concat([Buffer.of(1), Buffer.from(topic)]));
}

function lengthAndText(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
}

function frame(flags: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.of(flags, body.length), body]);
}

/** What a publisher has said: its greeting, that it is ready, or a message in parts. */
export type PublisherMessage =
  | { readonly what: 'greeting' }
  | { readonly what: 'ready' }
  | { readonly what: 'message'; readonly parts: readonly Buffer[] };

/** Makes sense of a publisher's bytes, however they are cut. */
export class PublisherReader {
  private rest = Buffer.alloc(0);
  private isGreeted = false;
  private parts: Buffer[] = [];

  /** Throws if the other side does not speak the protocol. */
  read(bytes: Buffer): PublisherMessage[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const said: PublisherMessage[] = [];
    if (!this.isGreeted) {
      if (!this.takeGreeting()) return said;
      said.push({ what: 'greeting' });
    }
    for (let frame = this.takeFrame(); frame !== null; frame = this.takeFrame()) {
      const understood = this.understand(frame);
      if (understood !== null) said.push(understood);
    }
    return said;
  }

  private understand({ flags, body }: Frame): PublisherMessage | null {
    if (flags & COMMAND) return body.includes('READY') ? { what: 'ready' } : null;
    this.parts.push(body);
    if (flags & MORE) return null;
    const { parts } = this;
    this.parts = [];
    return { what: 'message', parts };
  }

  private takeGreeting(): boolean {
    if (this.rest.length < GREETING_BYTES) return false;
    const isZmtp3 = this.rest[0] === 0xff && this.rest[9] === 0x7f && this.rest[10] === 3;
    if (!isZmtp3) throw new Error('what answers there does not speak ZMTP 3');
    this.rest = this.rest.subarray(GREETING_BYTES);
    this.isGreeted = true;
    return true;
  }

  private takeFrame(): Frame | null {
    const flags = this.rest[0] ?? 0;
    const start = flags & LONG ? 9 : 2;
    if (this.rest.length < start) return null;
    const length = flags & LONG ? Number(this.rest.readBigUInt64BE(1)) : this.rest.readUInt8(1);
    if (length > MAX_FRAME_BYTES) throw new Error(`a frame of ${length} bytes`);
    if (this.rest.length < start + length) return null;
    const body = this.rest.subarray(start, start + length);
    this.rest = this.rest.subarray(start + length);
    return { flags, body };
  }
}
