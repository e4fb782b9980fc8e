import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const SENDER_BYTES = 16;
const TIME_BYTES = 6;
const TAG_BYTES = 16;
const HEAD_BYTES = SENDER_BYTES + TIME_BYTES;
/** What was sealed longer ago, or so far ahead, is said again by somebody else: nodes have the clock of their store. */
const FRESH_MS = 30_000;

interface Sender {
  readonly key: Buffer;
  /** When the newest was sealed that it was heard with. */
  at: number;
}

/** How long a text may be that takes so many bytes once it is sealed. */
export function mostToSeal(mostBytes: number): number {
  return Math.floor((mostBytes * 3) / 4) - HEAD_BYTES - TAG_BYTES;
}

/**
 * Texts between nodes, by a way that others can hear and speak on: whoever may connect to a database may LISTEN and NOTIFY there.
 * Only who has the key of the service reads them, or makes one that is believed; and each is believed once, as
 * somebody who says again what a caller has spent takes it from them again.
 */
export class NoticeSeal {
  private readonly secret: Buffer;
  private readonly clock: () => number;
  private readonly sender = randomBytes(SENDER_BYTES);
  /** Each process has a key of its own, so that a time is never used twice with one. */
  private readonly key: Buffer;
  private sealedAt = 0;
  private readonly senders = new Map<string, Sender>();

  constructor(secret: Buffer, clock: () => number) {
    this.secret = secret;
    this.clock = clock;
    this.key = this.keyOf(this.sender);
  }

  seal(text: string): string {
    this.sealedAt = Math.max(this.sealedAt + 1, Math.floor(this.clock()));
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(this.sealedAt, 0, TIME_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonceOf(time));
    const sealed = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([this.sender, time, ...sealed]).toString('base64url');
  }

  /** The text; null if nobody who has the key has sealed it, or if it was heard before. */
  open(sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < HEAD_BYTES + TAG_BYTES) return null;
    const name = bytes.toString('base64url', 0, SENDER_BYTES);
    const at = bytes.readUIntBE(SENDER_BYTES, TIME_BYTES);
    const known = this.senders.get(name);
    const now = this.clock();
    if (Math.abs(now - at) > FRESH_MS || (known !== undefined && at <= known.at)) return null;
    const key = known?.key ?? this.keyOf(bytes.subarray(0, SENDER_BYTES));
    const text = opened(key, bytes);
    if (text === null) return null;
    this.forget(now);
    this.senders.set(name, { key, at });
    return text;
  }

  /** Forgets who has been quiet for so long that nothing of theirs would be taken for new. */
  private forget(now: number): void {
    for (const [name, { at }] of this.senders) if (now - at > 2 * FRESH_MS) this.senders.delete(name);
  }

  private keyOf(sender: Buffer): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, sender, 'notices', 32));
  }
}

function opened(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(bytes.subarray(SENDER_BYTES, HEAD_BYTES)));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function nonceOf(time: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(12 - TIME_BYTES), time]);
}
