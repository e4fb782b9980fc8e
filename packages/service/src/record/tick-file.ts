import { closeSync, constants, fdatasync, openSync, readSync, write } from 'node:fs';
import { promisify } from 'node:util';

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

  async write(value: number): Promise<void> {
    const text = Buffer.from(`${String(value).padEnd(WIDTH - 1)}\n`, 'latin1');
    await promisify(write)(this.fd, text, 0, WIDTH, (value % 2) * WIDTH);
    await promisify(fdatasync)(this.fd);
    this.current = value;
  }

  close(): void {
    closeSync(this.fd);
  }
}
