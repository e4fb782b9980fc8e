import { useEffect, useState } from 'preact/hooks';
import { whyNot } from './why.ts';

interface Answered<T> {
  readonly value: T | null;
  /** Empty: nothing is wrong. */
  readonly wrong: string;
  readonly isAsking: boolean;
}

/** What is answered to a question, and the last answer until then; asked anew when the question is another. */
export function useAnswer<T>(question: string, ask: () => Promise<T>): Answered<T> {
  const [answered, setAnswered] = useState<Answered<T>>({ value: null, wrong: '', isAsking: true });
  useEffect(() => {
    let isGone = false;
    const take = (next: (before: Answered<T>) => Answered<T>) => {
      if (!isGone) setAnswered(next);
    };
    take(({ value }) => ({ value, wrong: '', isAsking: true }));
    ask().then(
      (value) => take(() => ({ value, wrong: '', isAsking: false })),
      (error) => take(({ value }) => ({ value, wrong: whyNot(error), isAsking: false })),
    );
    return () => {
      isGone = true;
    };
  }, [question]);
  return answered;
}
