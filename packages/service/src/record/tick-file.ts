import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

const WIDTH = 20;

/**
 * A number that only grows, on the disk when `write` returns. It has two places that are written in turn, so a crash in
 * the middle of one leaves the other.
 */
export class TickFile {
  private readonly fd: number;
  private current: number;

  constructor(path: string) {
    this.fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const text = Buffer.alloc(2 * WIDTH);
    const length = readSync(this.fd, text, 0, text.length, 0);
    const slots = [0, 1].map((slot) =>
      /^(\d+) *\n$/.exec(text.toString('latin1', slot * WIDTH, Math.min(length, (slot + 1) * WIDTH))),
    );
    this.current = Math.max(0, ...slots.map((found) => Number(found?.[1] ?? 0)));
  }

  get value(): number {
    return this.current;
  }

  write(value: number): void {
    const text = `${String(value).padEnd(WIDTH - 1)}\n`;
    writeSync(this.fd, text, (value % 2) * WIDTH, 'latin1');
    fsyncSync(this.fd);
    this.current = value;
  }

  close(): void {
    closeSync(this.fd);
  }
}
