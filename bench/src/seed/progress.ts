const WIDTH = 30;
const REDRAW_MS = 200;
/** Without a terminal a line now and then is enough. */
const LINE_MS = 15_000;

/** A bar with rate and time left on a terminal, a line now and then elsewhere. */
export class Progress {
  private readonly label: string;
  private readonly total: number;
  private readonly began = Date.now();
  private done = 0;
  private drawnAt = Date.now();

  constructor(label: string, total: number) {
    this.label = label;
    this.total = total;
  }

  add(count: number): void {
    this.done += count;
    const isOver = this.done >= this.total;
    const pause = process.stdout.isTTY ? REDRAW_MS : LINE_MS;
    if (!isOver && Date.now() - this.drawnAt < pause) return;
    this.drawnAt = Date.now();
    if (process.stdout.isTTY) process.stdout.write(`\r${this.text()}\x1b[K${isOver ? '\n' : ''}`);
    else console.log(this.text());
  }

  private text(): string {
    const seconds = Math.max(0.001, (Date.now() - this.began) / 1000);
    const part = this.done / this.total;
    const filled = Math.round(part * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const rate = Math.round(this.done / seconds).toLocaleString('en');
    const time = part < 1 ? `${duration((seconds * (1 - part)) / part)} left` : `took ${duration(seconds)}`;
    return `${this.label} ${bar} ${Math.floor(part * 100)} %  ${rate}/s  ${time}`;
  }
}

/** Seconds in words: 12 s, 3 min 5 s. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
