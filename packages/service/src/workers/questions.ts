/** Questions to another process, each with the answer that it is waiting for. */
export class Questions<Answer> {
  private readonly waiting = new Map<number, (answer: Answer | null) => void>();
  private asked = 0;

  /** Null if there is no answer in time. */
  ask(send: (ask: number) => void, patienceMs: number): Promise<Answer | null> {
    const ask = this.asked++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer(ask, null), patienceMs);
      this.waiting.set(ask, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      send(ask);
    });
  }

  answer(ask: number, answer: Answer | null): void {
    const take = this.waiting.get(ask);
    this.waiting.delete(ask);
    take?.(answer);
  }
}
