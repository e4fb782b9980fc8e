import { createHmac } from 'node:crypto';

const STEP_S = 30;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * An authenticator app (RFC 6238), written from the RFC and not from the service's own code. A code works once, so it
 * gives out each one only once: the next is the one of the step after, which the service accepts a step early.
 */
export class Authenticator {
  private readonly secret: Buffer;
  private usedStep = 0;

  constructor(secret: string) {
    this.secret = fromBase32(secret);
  }

  /** A code that was not used before; waits for it if need be. */
  async code(): Promise<string> {
    const earliest = this.usedStep + 1;
    const now = Math.floor(Date.now() / 1000 / STEP_S);
    const step = Math.max(now, earliest);
    // The service takes a code one step early, so this waits only after two in one step.
    const waitMs = (step - 1) * STEP_S * 1000 - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs + 50));
    this.usedStep = step;
    return this.codeOf(step);
  }

  private codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac('sha1', this.secret).update(counter).digest();
    const offset = (digest.at(-1) as number) & 0xf;
    const number = digest.readUInt32BE(offset) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}

function fromBase32(text: string): Buffer {
  const clean = text.replace(/[\s=]/g, '').toUpperCase();
  let bits = '';
  for (const letter of clean) bits += LETTERS.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
